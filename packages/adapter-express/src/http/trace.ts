import type { NewId, QuotaHolder } from '@tandem/core';
import type { RequestHandler, Response } from 'express';
import { SECURITY_HEADERS } from './headers.ts';

/** Logged for each request after its response. Never contains a key, or a value from a body or query. */
export interface RequestLog {
  readonly requestId: string;
  /** The operation's name in the contract or in a gateway; null for an unknown path. */
  readonly operation: string | null;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
  readonly keyId: string | null;
  /** Percent-encoded names of ignored fields and query parameters; undefined if there were none. */
  readonly ignored?: readonly string[] | undefined;
}

/** Logged status when the client disconnected before it had the response; the same as nginx. */
const CLIENT_LEFT = 499;

/** State of a request in progress, for its response and the log. */
interface Trace {
  readonly requestId: string;
  /** Headers of every response to this request, in addition to the security headers. */
  readonly headers: Record<string, string>;
  operation: string | null;
  keyId: string | null;
  /** The holder whose limits the request counts against; null without a valid key. */
  holder: QuotaHolder | null;
  /** Requests left under the tightest rate limit counted. */
  remaining: number;
  /** Names of ignored fields and parameters. */
  ignored?: readonly string[];
  /** Whether the connection was cut because the client did not read the response. */
  cut: boolean;
}

/**
 * Not in `res.locals`, which an outer app may use freely, nor in a WeakMap, which each garbage collection would have to
 * scan.
 */
const TRACE = Symbol('trace');
type Traced = Response & { [TRACE]: Trace };

export const traceOf = (res: Response): Trace => (res as Traced)[TRACE];

/** Maps the response of an in-process request to that of its outer request. */
const outerOf = new WeakMap<Response, Response>();

/** Makes a request part of another one before it is traced: it shares the id and is not logged. */
export const partOf = (res: Response, outer: Response): void => void outerOf.set(res, outer);

/** Sets headers individually, for responses that the pipeline does not write at once. */
export function setHeaders(res: Response, headers: Readonly<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...traceOf(res).headers, ...headers })) {
    res.setHeader(name, value);
  }
}

const SECURITY_LIST = Object.entries(SECURITY_HEADERS).flat();

/** The same headers as names and values in turn, for `writeHead`: Node writes a list faster than an object. */
export function headerList(res: Response, headers: Readonly<Record<string, string>> = {}): string[] {
  const list = SECURITY_LIST.slice();
  const varying: Readonly<Record<string, string>> = { ...traceOf(res).headers, ...headers };
  for (const name in varying) list.push(name, varying[name] as string);
  return list;
}

/**
 * Assigns an id to each request and logs it after the response. An in-process request shares the id of its outer
 * request and is not logged.
 */
export function traced(newId: NewId, onRequest: ((entry: RequestLog) => void) | undefined): RequestHandler {
  return (req, res, next) => {
    const outer = outerOf.get(res);
    const requestId = outer ? traceOf(outer).requestId : newId();
    const headers = { 'X-Request-Id': requestId };
    const trace: Trace = {
      requestId,
      headers,
      operation: null,
      keyId: null,
      holder: null,
      remaining: Number.POSITIVE_INFINITY,
      cut: false,
    };
    (res as Traced)[TRACE] = trace;
    if (onRequest && !outer) {
      const startedAt = performance.now();
      res.on('close', () => {
        const { requestId, operation, keyId, ignored, cut } = trace;
        const durationMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
        const status = res.headersSent && !cut ? res.statusCode : CLIENT_LEFT;
        onRequest({ requestId, operation, method: req.method, status, durationMs, keyId, ignored });
      });
    }
    next();
  };
}
