import { printable } from './print.ts';
import { cut } from './width.ts';

/** Progress of a longer operation: a line on standard error that is overwritten, only on a terminal. */
export interface Progress {
  at(text: string): void;
  /** Clears the progress line; later output starts on a new line. */
  end(): void;
}

/** Faster operations show no progress. */
const QUIET_MS = 1_000;
const OFTEN_MS = 100;
const LINE_BEGIN = '\r\u001b[K';

/** `quietMs` is 0 for operations known to be slow that may block the event loop. */
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
    // A line wider than the terminal could not be overwritten.
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
