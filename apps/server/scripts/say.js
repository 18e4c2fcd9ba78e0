/** What the start scripts say goes to standard error: standard output is for answers. */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

/** Says why it does not go on, and ends the process. */
export function fail(message) {
  say(message);
  process.exit(1);
}
