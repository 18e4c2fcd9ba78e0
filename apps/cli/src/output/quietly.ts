import { EXIT } from '../ending.ts';

/**
 * Who reads a command's answer may leave when they have seen enough, as `head` does: that is no error, and the end. Who
 * leaves the messages beside it misses them.
 */
export function endQuietly(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.done);
    throw error;
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
