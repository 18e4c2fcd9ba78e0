import { writeSync } from 'node:fs';

const FLUSH_MS = 250;
const FLUSH_LENGTH = 32 * 1024;
/** What is kept while nobody takes it; lines beyond that are dropped. */
const MAX_KEPT = 1024 * 1024;

/**
 * Gathers lines and writes them together, at the latest when the process exits. What cannot be written is
 * dropped: a full disk, or a reader who has gone, must not stop the service whose log it is.
 */
export function gatheredLines(fileDescriptor: number): { write(line: string): void } {
  let lines = '';
  /** What a reader who is slow has not taken yet. */
  let left: Buffer = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    left = Buffer.concat([left, Buffer.from(lines)]);
    lines = '';
    try {
      while (left.length > 0) left = left.subarray(writeSync(fileDescriptor, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') left = Buffer.alloc(0);
      else timer = setTimeout(flush, FLUSH_MS).unref();
    }
  };

  process.on('exit', flush);
  return {
    write: (line) => {
      if (left.length + lines.length > MAX_KEPT) return;
      lines += line;
      if (lines.length >= FLUSH_LENGTH && left.length === 0) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}
