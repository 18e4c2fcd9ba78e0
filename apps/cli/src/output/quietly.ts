import { EXIT } from '../ending.ts';
import { note } from './print.ts';

/**
 * A reader of a command's output may stop early, as `head` does: that ends the command without an error. Other write
 * errors, such as a full disk, are reported. Failures to write messages to standard error are ignored.
 */
export function endQuietly(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.done);
    note(`The output can't be written (${error.code}) and is incomplete.`);
    process.exit(EXIT.refused);
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
