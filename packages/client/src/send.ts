import type { Answered, FileToSend, Options } from './calls.ts';
import { TandemError } from './errors.ts';
import { exchange, type Request } from './http.ts';
import { multipart } from './multipart.ts';
import { persist } from './retries.ts';
import type { Row } from './row.ts';

/** The path prefix of all operations. */
export const API = '/api/v1';

/** The address of the service, and the default options of requests. */
export interface Connection {
  /** Includes the path of the API. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  /** Whether the service should reject unknown fields. */
  readonly strict: boolean;
  readonly tries: number;
  readonly retryMs: number;
  readonly timeoutMs: number;
  readonly onRetry: Options['onRetry'];
}

export type Input = Readonly<Record<string, unknown>>;

/** Sends an operation's request, with retries where they are safe and may help. */
export async function send(
  connection: Connection,
  row: Row,
  path: string,
  input: Input | undefined,
  options: Options = {},
): Promise<Answered<unknown>> {
  const { signal, headers: others } = options;
  const headers: Record<string, string> = { ...connection.headers, ...others };
  if (connection.strict) preferStrict(headers);
  const key = options.idempotencyKey ?? (row.keyed ? newKey() : undefined);
  if (key !== undefined) headers['Idempotency-Key'] = key;
  if (options.ifMatch !== undefined) headers['If-Match'] = options.ifMatch;
  if (options.ifNoneMatch !== undefined) headers['If-None-Match'] = options.ifNoneMatch;
  if (options.claim !== undefined) headers['Tandem-Claim'] = options.claim;
  const { body, isStream } = bodyOf(row, input, headers);
  const request = {
    method: row.method,
    place: connection.base.slice(0, -API.length),
    url: connection.base + path + (row.input === 'query' ? queryOf(row, input) : ''),
    headers,
    body,
    raw: row.reading === 'bytes' || row.reading === 'stream',
    timeoutMs:
      (options.timeoutMs ?? connection.timeoutMs) + 1000 * Number(row.waits ? (input?.wait ?? 0) : 0),
  };
  let wasLost = false;
  const once = async (): Promise<Answered<unknown>> => {
    try {
      return await exchange(connection.fetch, request, signal);
    } catch (error) {
      if (!(error instanceof TandemError)) throw error;
      // The resource existed: the lost response was that of its deletion.
      if (wasLost && row.method === 'DELETE' && error.code === 'NOT_FOUND') {
        return { data: null, status: 204, etag: undefined, requestId: error.requestId, replayed: true };
      }
      wasLost ||= error.isLost;
      throw error;
    }
  };
  return persist(once, {
    tries: isStream ? 1 : (options.tries ?? connection.tries),
    retryMs: options.retryMs ?? connection.retryMs,
    signal,
    repeatable: !row.once,
    onRetry: options.onRetry ?? connection.onRetry,
  });
}

/** Adds strict handling to the `Prefer` header, unless the caller sets `handling`. */
function preferStrict(headers: Record<string, string>): void {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'prefer') ?? 'Prefer';
  const preferred = headers[name];
  if (!preferred) headers[name] = STRICT;
  else if (!/(^|[,;])\s*handling\s*=/i.test(preferred)) headers[name] = `${preferred}, ${STRICT}`;
}

const STRICT = 'handling=strict';

function bodyOf(
  row: Row,
  input: Input | undefined,
  headers: Record<string, string>,
): { body?: Request['body']; isStream?: boolean } {
  if (row.input === 'file') {
    const { body, type } = multipart(input as unknown as FileToSend);
    if (type) headers['Content-Type'] = type;
    return { body, isStream: body instanceof ReadableStream };
  }
  if (row.input !== 'body' || input === undefined) return {};
  headers['Content-Type'] = 'application/json';
  return { body: JSON.stringify(input) };
}

/** The query string. The entries of an object become `name.key`; undefined values are omitted. */
function queryOf({ repeats }: Row, input: Input = {}): string {
  let query = '';
  const add = (name: string, value: unknown) => {
    if (value !== undefined)
      query += `${query === '' ? '?' : '&'}${name}=${encodeURIComponent(String(value))}`;
  };
  for (const [name, value] of Object.entries(input)) {
    if (repeats?.includes(name)) for (const each of [value].flat()) add(name, each);
    else if (typeof value !== 'object' || value === null || Array.isArray(value)) add(name, value);
    else for (const [key, each] of Object.entries(value)) add(`${name}.${encodeURIComponent(key)}`, each);
  }
  return query;
}

/** 128 random bits; browsers have `randomUUID` only in secure contexts. */
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
