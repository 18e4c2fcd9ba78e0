/** A line of a command's answer, on standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A message beside the answer, on standard error. */
export function note(message: string): void {
  process.stderr.write(`${message}\n`);
}
