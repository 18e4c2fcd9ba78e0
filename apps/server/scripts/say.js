import { clearLine } from './progress.js';

/** The start scripts print to standard error: standard output belongs to the command. */
export function say(message) {
  clearLine();
  process.stderr.write(`${message}\n`);
}

/** Prints the reason for a failure and ends the process. */
export function fail(message) {
  say(message);
  process.exit(1);
}
