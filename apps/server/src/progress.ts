import { printable } from './print.ts';

/** How far something has come that takes a while, on standard error. */
export interface Progress {
  at(text: string): void;
  /** Nothing more comes; what is written from here on has a line of its own. */
  end(): void;
}

/** A line that is written anew on a terminal; elsewhere a line now and then. */
const OFTEN_MS = 100;
const SELDOM_MS = 5_000;
const LINE_BEGIN = '\r\u001b[K';

export function showProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const every = stream.isTTY ? OFTEN_MS : SELDOM_MS;
  let last = performance.now() - (stream.isTTY ? every : 0);
  let open = false;
  return {
    at: (text) => {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      open = stream.isTTY;
      // A line that is longer than the terminal is wide could not be written anew.
      const line = printable(text).slice(0, stream.isTTY ? (stream.columns || 80) - 1 : undefined);
      stream.write(stream.isTTY ? `${LINE_BEGIN}${line}` : `${line}\n`);
    },
    end: () => {
      if (open) stream.write(LINE_BEGIN);
      open = false;
    },
  };
}
