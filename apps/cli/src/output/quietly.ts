import { EXIT } from '../ending.ts';
import { note } from './print.ts';

/**
 * Who reads a command's answer may leave when they have seen enough, as `head` does: that is no error, and the end. Where
 * it cannot be written otherwise, as on a full disk, that is told. Who leaves the messages beside it misses them.
 */
export function endQuietly(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.done);
    note(`The answer cannot be written (${error.code}): it is not whole where it was to go.`);
    process.exit(EXIT.refused);
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
