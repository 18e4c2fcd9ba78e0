import { print, printable, printableLines } from './print.ts';
import { type Style, styled } from './style.ts';

/** A thing of the interface as a program reads it: one line, its very members. */
export const printJson = (value: unknown): void => print(JSON.stringify(value));

/** A member of a thing as a person reads it; nothing is shown of what is empty. */
export type Fact = readonly [
  name: string,
  value: string | number | null | undefined,
  style?: Style | undefined,
];

/** A heading, then names and values below each other. */
export function printCard(heading: string, facts: readonly Fact[]): void {
  write(styled(printable(heading), 'bold'));
  const there = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...there.map(([name]) => name.length));
  for (const [name, value, style] of there) {
    write(`  ${styled(name.padEnd(width), 'dim')}  ${styled(printable(String(value)), style)}`);
  }
}

/** A text of several lines under a heading; nothing is shown of none. */
export function printText(heading: string, text: string | null | undefined): void {
  if (!text) return;
  if (hasBegun) write('');
  write(styled(printable(heading), 'bold'));
  for (const line of printableLines(text).split('\n')) write(`  ${line}`.trimEnd());
}

/** What follows something stands apart from it. */
let hasBegun = false;

/** A line in which everything is printable already. */
export function write(line: string): void {
  hasBegun = true;
  process.stdout.write(`${line}\n`);
}
