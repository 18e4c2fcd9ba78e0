import type { RequestLog } from '@tandem/adapter-express';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { withoutPasswords } from './database-url.ts';
import { gatheredLines } from './log-output.ts';
import { buries, forPeople } from './log-reader.ts';

export interface Log extends Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'> {
  /** Tells of a request, on the level `info`, and of the fields in it that were ignored, on `debug`. */
  request(entry: RequestLog): void;
}

/**
 * A log on standard error, whose lines are gathered and written together: JSON for programs, and on a terminal
 * lines for people, without those that would bury the rest unless `debug` or `trace` asks for them.
 */
export function createLog(level: Config['logLevel'], forTerminal = process.stderr.isTTY === true): Log {
  const output = gatheredLines(2);
  if (!forTerminal) return logTo(output, level);
  const all = level === 'debug' || level === 'trace';
  const write = (line: string) => {
    if (all || !buries(line)) output.write(forPeople(line));
  };
  return logTo({ write }, level);
}

/** A log whose lines go to `output`, as JSON. */
export function logTo(output: { write(line: string): void }, level: Config['logLevel']): Log {
  const log = pino({ level, base: null }, output);
  const told = log.isLevelEnabled('info');
  const request = (entry: RequestLog) => {
    if (told) output.write(requestLine(entry));
    const { requestId, operation, ignored } = entry;
    if (ignored)
      log.debug({ requestId, operation, ignored: ignored.map(withoutSecrets) }, 'unknown fields ignored');
  };
  return Object.assign(log, { request });
}

/**
 * What pino would write, at a quarter of what that costs. Nothing in it has to be escaped: these are ids, names of the
 * contract, numbers, and one of the methods that Node knows.
 */
function requestLine({ requestId, operation, method, status, durationMs, keyId }: RequestLog): string {
  const subject = `"requestId":"${requestId}","operation":${textOrNull(operation)},"method":"${method}"`;
  const outcome = `"status":${status},"durationMs":${durationMs},"keyId":${textOrNull(keyId)}`;
  return `{"level":${INFO},"time":${Date.now()},${subject},${outcome},"msg":"request"}\n`;
}

const INFO = pino.levels.values.info;
const textOrNull = (text: string | null) => (text === null ? 'null' : `"${text}"`);

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
const withoutSecrets = (text: string): string => withoutPasswords(text.replace(SECRET, 'tdm_[hidden]'));
