import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Pick<Logger, 'info' | 'error' | 'fatal'>;

/**
 * A log of JSON lines on standard error. Lines are gathered and written together; what is still
 * gathered when the process exits is written then.
 */
export function createLog(level: Config['logLevel']): Log {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 250 });
  return pino({ level, base: null }, destination);
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
