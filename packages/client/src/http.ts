import type { Answered } from './calls.ts';
import { endAfter } from './ends.ts';
import { TandemError } from './errors.ts';
import type { ErrorCode } from './types.ts';

/** A request to be sent. */
export interface Request {
  readonly method: string;
  /** The URL of the service, for error messages. */
  readonly place: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | FormData | ReadableStream<Uint8Array> | undefined;
  /** Whether to return the response itself, for the caller to read its body. */
  readonly raw?: boolean | undefined;
  readonly timeoutMs: number;
}

/** Sends a request once and reads its response; rejects with `TandemError`, or with the signal's reason. */
export async function exchange(
  fetch: typeof globalThis.fetch,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Answered<unknown>> {
  signal?.throwIfAborted();
  const end = endAfter(request.timeoutMs);
  const leave = () => end.abort(signal?.reason);
  // The body of a raw response is read later, so its signal must stay connected.
  if (!request.raw) signal?.addEventListener('abort', leave, { once: true });
  try {
    const { method, url, headers, body, raw } = request;
    const response = await fetch(url, {
      method,
      headers,
      // Following a redirect would turn a POST into a GET.
      redirect: 'manual',
      signal: raw && signal ? AbortSignal.any([signal, end.signal]) : end.signal,
      ...(body !== undefined && { body }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    const read = raw && response.ok ? response : bodyOf(response, await response.text(), request);
    return {
      data: read,
      status: response.status,
      // A getter, since reading a header costs more than everything else here.
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
      ? new TandemError({ code: 'TIMEOUT', message: `${place} did not respond in time.`, cause: error })
      : new TandemError({
          code: 'UNREACHABLE',
          message: `Can't reach ${place} (${reasonOf(error)}).`,
          cause: error,
        });
  } finally {
    end.over(!request.raw);
    signal?.removeEventListener('abort', leave);
  }
}

const header = (response: Response, name: string) => response.headers.get(name) ?? undefined;

/** The body of a successful response; throws for any other. */
function bodyOf(response: Response, text: string, request: Request): object | null {
  const { status } = response;
  if (status === 204) return null;
  const body = parsed(text);
  if (response.ok && body) return body;
  throw errorOf(response, body, request);
}

/** Fields common to all errors; any others are details. */
interface ErrorBody {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly requestId?: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

function errorOf(response: Response, body: { error?: ErrorBody } | null, request: Request): TandemError {
  const { status } = response;
  const requestId = header(response, 'x-request-id');
  if (status === 304) {
    return new TandemError({
      code: 'NOT_MODIFIED',
      message: 'The resource has not changed.',
      status,
      requestId,
    });
  }
  if (status === 416) {
    const message = 'The requested range lies outside the content.';
    return new TandemError({ code: 'RANGE_NOT_SATISFIABLE', message, status, requestId });
  }
  const {
    code,
    message,
    fields,
    requestId: bodyRequestId,
    ...details
  } = body?.error ?? (body as ErrorBody | null) ?? {};
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
    requestId: bodyRequestId ?? requestId,
    details,
    retryAfter,
  });
}

/** The message for a response that is not from Tandem. */
function strangerAt({ status, type, headers }: Response, { place, url }: Request): string {
  const to = headers.get('location');
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return `${place} redirects ${to ? `to ${new URL(to, url).origin}` : 'elsewhere'}. Use the URL of Tandem itself.`;
  }
  return `${place} did not respond like Tandem (status ${status}). Check the URL.`;
}

/** null for anything but a JSON object. */
function parsed(text: string): { error?: ErrorBody } | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Seconds in `Retry-After`, which may be a number or a date. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The cause of fetch's error has the details. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? reason ?? message;
}
