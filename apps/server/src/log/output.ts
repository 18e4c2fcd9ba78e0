import { writeSync } from 'node:fs';

const FLUSH_MS = 250;
const FLUSH_LENGTH = 32 * 1024;
/** The buffer for a slow reader; lines beyond it are dropped. */
const MAX_KEPT = 1024 * 1024;

export interface GatheredLines {
  write(line: string): void;
  /** Writes buffered lines now. */
  flush(): void;
}

/**
 * Buffers lines and writes them in batches, at the latest when the process exits. Lines that cannot be written are
 * dropped: a full disk or a closed pipe must not stop the server.
 */
export function gatheredLines(fileDescriptor: number): GatheredLines {
  let lines = '';
  /** Bytes that the reader has not accepted yet. */
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
    flush,
    write: (line) => {
      if (left.length + lines.length > MAX_KEPT) return;
      lines += line;
      if (lines.length >= FLUSH_LENGTH && left.length === 0) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}
