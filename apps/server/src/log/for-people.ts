import { printable, printableLines } from '@tandem/cli';

interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly [member: string]: unknown;
}

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/**
 * Messages that would bury the rest on a terminal: each request, and the server's address, which the start message
 * shows.
 */
const ROUTINE = ['serving', 'request'];

export const isRoutine = (line: string): boolean => ROUTINE.includes((JSON.parse(line) as Entry).msg);

/**
 * Formats a line of the log for a terminal: time, level, message and the relevant fields, then the stack of an error.
 * Control characters are escaped.
 */
export function forPeople(line: string): string {
  const { level, time, msg, error, ...members } = JSON.parse(line) as Entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const fields = Object.entries(members)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = `${clock} ${(LEVELS[level] ?? String(level)).padEnd(5)} ${msg}`;
  return `${printable([head, ...fields].join('  '))}${below(error)}\n`;
}

function below(error: unknown): string {
  const { name, message, stack } = (error ?? {}) as { name?: string; message?: string; stack?: string };
  if (message === undefined) return '';
  return printableLines(`\n${stack ?? `${name}: ${message}`}`.replaceAll('\n', '\n    '));
}
