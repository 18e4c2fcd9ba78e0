import type { RequestLog } from '@tandem/adapter-express';
import { type Logger, pino } from 'pino';
import type { Config } from '../settings/config.ts';
import { withoutPasswords } from '../settings/database-url.ts';
import { type GatheredLines, gatheredLines } from './output.ts';

export interface Log extends Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'> {
  /** Logs a request at level `info`, and its ignored fields at level `debug`. */
  request(entry: RequestLog): void;
  /** Writes buffered lines now. */
  flush(): void;
}

/**
 * A log on standard error, with buffered lines: JSON for programs, and one readable line an event for people. The
 * latter omits frequent messages unless the level is `debug` or `trace`.
 */
export async function createLog({
  logLevel,
  logFormat,
}: Pick<Config, 'logLevel' | 'logFormat'>): Promise<Log> {
  const output = gatheredLines(2);
  const isTerminal = process.stderr.isTTY === true;
  if (logFormat === 'json' || (logFormat === 'auto' && !isTerminal)) return logTo(output, logLevel);
  // Loaded on demand: most servers log JSON.
  const { formatter, isRoutine } = await import('./for-people.ts');
  const format = formatter(isTerminal && !process.env.NO_COLOR);
  const all = logLevel === 'debug' || logLevel === 'trace';
  const write = (line: string) => {
    if (all || !isRoutine(line)) output.write(format(line));
  };
  return logTo({ write, flush: output.flush }, logLevel);
}

/** A log that writes JSON lines to `output`. */
export function logTo(
  output: Pick<GatheredLines, 'write'> & Partial<GatheredLines>,
  level: Config['logLevel'],
): Log {
  const log = pino({ level, base: null }, output);
  const logsRequests = log.isLevelEnabled('info');
  const request = (entry: RequestLog) => {
    if (logsRequests) output.write(requestLine(entry));
    const { requestId, operation, ignored } = entry;
    if (ignored)
      log.debug({ requestId, operation, ignored: ignored.map(withoutSecrets) }, 'unknown fields ignored');
  };
  return Object.assign(log, { request, flush: () => output.flush?.() });
}

/**
 * The same line as pino's, at a quarter of the cost. Nothing needs escaping: the values are ids, operation names,
 * numbers, and HTTP methods that Node accepts.
 */
function requestLine({ requestId, operation, method, status, durationMs, keyId }: RequestLog): string {
  const subject = `"requestId":"${requestId}","operation":${textOrNull(operation)},"method":"${method}"`;
  const outcome = `"status":${status},"durationMs":${durationMs},"keyId":${textOrNull(keyId)}`;
  return `{"level":${INFO},"time":${Date.now()},${subject},${outcome},"msg":"request"}\n`;
}

const INFO = pino.levels.values.info;
const textOrNull = (text: string | null) => (text === null ? 'null' : `"${text}"`);

/**
 * An error as logged. Extra properties that libraries add are dropped, since they can contain a request body, and so is
 * anything that looks like a secret.
 */
export function loggable(error: unknown): { name: string; message: string; stack: string | undefined } {
  if (!(error instanceof Error))
    return { name: 'Error', message: withoutSecrets(String(error)), stack: undefined };
  const { name, message, stack } = error;
  return { name, message: withoutSecrets(message), stack: stack && withoutSecrets(stack) };
}

const SECRET = /\btd[mi]_\w+/g;
const withoutSecrets = (text: string): string => withoutPasswords(text.replace(SECRET, 'tdm_[hidden]'));
