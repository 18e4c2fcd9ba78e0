import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { gatheredLines } from './log-output.ts';
import { buries, forPeople } from './log-reader.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>;

/**
 * A log on standard error, whose lines are gathered and written together: JSON for programs, and on a terminal
 * lines for people, without those that would bury the rest unless `debug` or `trace` asks for them.
 */
export function createLog(level: Config['logLevel'], forTerminal = process.stderr.isTTY === true): Log {
  const output = gatheredLines(2);
  if (!forTerminal) return pino({ level, base: null }, output);
  const all = level === 'debug' || level === 'trace';
  const write = (line: string) => {
    if (all || !buries(line)) output.write(forPeople(line));
  };
  return pino({ level, base: null }, { write });
}

/**
 * An error as the log keeps it. The members that libraries hang on errors are left out, for they can
 * hold a body; and so is whatever looks like a secret.
 */
export function loggable(error: unknown): { name: string; message: string; stack: string | undefined } {
  if (!(error instanceof Error))
    return { name: 'Error', message: withoutSecrets(String(error)), stack: undefined };
  const { name, message, stack } = error;
  return { name, message: withoutSecrets(message), stack: stack && withoutSecrets(stack) };
}

const SECRET = /\btd[mi]_\w+/g;
const withoutSecrets = (text: string): string => text.replace(SECRET, 'tdm_[hidden]');
