import { printable } from './print.ts';
import { cut } from './width.ts';

/** How far something has come that takes a while: a line on standard error that is written anew, on a terminal alone. */
export interface Progress {
  at(text: string): void;
  /** Nothing more comes; what is written from here on has a line of its own. */
  end(): void;
}

/** What is done sooner says nothing. */
const QUIET_MS = 1_000;
const OFTEN_MS = 100;
const LINE_BEGIN = '\r\u001b[K';

/** `quietMs` is 0 for what is known to take long, and may leave no moment to say so later. */
export function showProgress(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'> = process.stderr,
  quietMs = QUIET_MS,
): Progress {
  let next = performance.now() + quietMs;
  let isOpen = false;
  let last = '';
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    timer = undefined;
    next = performance.now() + OFTEN_MS;
    isOpen = true;
    // A line that is longer than the terminal is wide could not be written anew.
    stream.write(LINE_BEGIN + cut(printable(last), (stream.columns || 80) - 1));
  };
  return {
    at: (text) => {
      if (!stream.isTTY) return;
      last = text;
      const early = next - performance.now();
      if (early > 0) timer ??= setTimeout(show, early).unref();
      else show();
    },
    end: () => {
      clearTimeout(timer);
      if (isOpen) stream.write(LINE_BEGIN);
      isOpen = false;
    },
  };
}
