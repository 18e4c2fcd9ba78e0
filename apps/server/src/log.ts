import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { gatheredLines } from './log-output.ts';

export type Log = Pick<Logger, 'info' | 'error' | 'fatal'>;

/** A log of JSON lines on standard error, which are gathered and written together. */
export const createLog = (level: Config['logLevel']): Log => pino({ level, base: null }, gatheredLines(2));

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
