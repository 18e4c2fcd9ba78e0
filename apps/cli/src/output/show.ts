import { print, printable, printableLines } from './print.ts';
import { type Style, styled } from './style.ts';

/** Prints an object of the API as one line of JSON. */
export const printJson = (value: unknown): void => print(JSON.stringify(value));

/** A labelled value; empty values are not printed. */
export type Fact = readonly [
  name: string,
  value: string | number | null | undefined,
  style?: Style | undefined,
];

/** Prints a heading, then names and values below each other. */
export function printCard(heading: string, facts: readonly Fact[]): void {
  write(styled(printable(heading), 'bold'));
  const there = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...there.map(([name]) => name.length));
  for (const [name, value, style] of there) {
    write(`  ${styled(name.padEnd(width), 'dim')}  ${styled(printable(String(value)), style)}`);
  }
}

/** Prints a text with several lines under a heading; prints nothing if it is empty. */
export function printText(heading: string, text: string | null | undefined): void {
  if (!text) return;
  if (begun.has(process.stdout)) write('');
  write(styled(printable(heading), 'bold'));
  for (const line of printableLines(text).split('\n')) write(`  ${line}`.trimEnd());
}

/** Streams that have been written to: a blank line separates their next section. */
const begun = new WeakSet<NodeJS.WriteStream>();

/** Prints a line whose content is already escaped. */
export function write(line: string): void {
  begun.add(process.stdout);
  process.stdout.write(`${line}\n`);
}
