import { printable, printableLines } from '@tandem/cli';
import { prettyFactory } from 'pino-pretty';

/**
 * Messages that would bury the rest on a terminal: each request, and the server's address, which the start message
 * shows.
 */
const ROUTINE = ['serving', 'request'];

export const isRoutine = (line: string): boolean =>
  ROUTINE.includes((JSON.parse(line) as { msg: string }).msg);

/** Formats lines of the log for people: one line an event, then the stack of an error. Control characters are escaped. */
export function formatter(colorize: boolean): (line: string) => string {
  const format = prettyFactory({
    colorize,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: ['error'],
  });
  return (line) => format(JSON.parse(line, readable));
}

/** `null` means absent. */
function readable(key: string, value: unknown): unknown {
  if (typeof value === 'string') return key === 'stack' ? printableLines(value) : printable(value);
  return value ?? undefined;
}
