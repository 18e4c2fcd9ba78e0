import type { Answered } from './calls.ts';
import { endAfter } from './ends.ts';
import { TandemError } from './errors.ts';
import type { ErrorCode } from './types.ts';

/** One request as it goes out. */
export interface Request {
  readonly method: string;
  /** Where the service is, for who reads of a failure. */
  readonly place: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | FormData | ReadableStream<Uint8Array> | undefined;
  /** Whether the answer itself is wanted, whose body is read by whoever gets it. */
  readonly raw?: boolean | undefined;
  readonly timeoutMs: number;
}

/** Sends a request once, and reads its answer; rejects with `TandemError`, or with the signal's reason. */
export async function exchange(
  fetch: typeof globalThis.fetch,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Answered<unknown>> {
  signal?.throwIfAborted();
  const end = endAfter(request.timeoutMs);
  const leave = () => end.abort(signal?.reason);
  // What is read later is ended later, too.
  if (!request.raw) signal?.addEventListener('abort', leave, { once: true });
  try {
    const { method, url, headers, body, raw } = request;
    const response = await fetch(url, {
      method,
      headers,
      // A POST that follows a redirect would become a GET.
      redirect: 'manual',
      signal: raw && signal ? AbortSignal.any([signal, end.signal]) : end.signal,
      ...(body !== undefined && { body }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    const read = raw && response.ok ? response : bodyOf(response, await response.text(), request);
    return {
      data: read,
      status: response.status,
      // Looked up for whoever asks, which costs more than all else here.
      get etag() {
        return header(response, 'etag');
      },
      get requestId() {
        return header(response, 'x-request-id');
      },
      get replayed() {
        return response.headers.has('idempotent-replayed');
      },
    };
  } catch (error) {
    if (error instanceof TandemError) throw error;
    if (signal?.aborted) throw signal.reason;
    const { place } = request;
    throw end.isLate()
      ? new TandemError({ code: 'TIMEOUT', message: `${place} did not answer in time.`, cause: error })
      : new TandemError({
          code: 'UNREACHABLE',
          message: `${place} cannot be reached (${reasonOf(error)}).`,
          cause: error,
        });
  } finally {
    end.over(!request.raw);
    signal?.removeEventListener('abort', leave);
  }
}

const header = (response: Response, name: string) => response.headers.get(name) ?? undefined;

/** The body of a success; throws for all else. */
function bodyOf(response: Response, text: string, request: Request): object | null {
  const { status } = response;
  if (status === 204) return null;
  const body = parsed(text);
  if (response.ok && body) return body;
  throw errorOf(response, body, request);
}

/** What every refusal tells; beside these are its details. */
interface Told {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly requestId?: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

function errorOf(response: Response, body: { error?: Told } | null, request: Request): TandemError {
  const { status } = response;
  const requestId = header(response, 'x-request-id');
  if (status === 304) {
    return new TandemError({ code: 'NOT_MODIFIED', message: 'It is as it was.', status, requestId });
  }
  if (status === 416) {
    const message = 'The content does not reach to this range.';
    return new TandemError({ code: 'RANGE_NOT_SATISFIABLE', message, status, requestId });
  }
  const { code, message, fields, requestId: told, ...details } = body?.error ?? (body as Told | null) ?? {};
  const retryAfter = secondsOf(header(response, 'retry-after'));
  if (response.ok || typeof code !== 'string' || typeof message !== 'string') {
    return new TandemError({
      code: 'NOT_TANDEM',
      message: strangerAt(response, request),
      status,
      retryAfter,
    });
  }
  return new TandemError({
    code: code as ErrorCode,
    message,
    status,
    fields,
    requestId: told ?? requestId,
    details,
    retryAfter,
  });
}

/** Of an answer that is not one of Tandem's: what to do. */
function strangerAt({ status, type, headers }: Response, { place, url }: Request): string {
  const to = headers.get('location');
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return `${place} leads ${to ? `to ${new URL(to, url).origin}` : 'elsewhere'}: give the URL where Tandem itself is.`;
  }
  return `${place} does not answer as Tandem does (status ${status}): check the URL.`;
}

/** null for what is no JSON object. */
function parsed(text: string): { error?: Told } | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Of `Retry-After`, which is a number of seconds or a date. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** What fetch knows of a failure stands in its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? reason ?? message;
}
