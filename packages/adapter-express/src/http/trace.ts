import type { NewId, QuotaHolder } from '@tandem/core';
import type { RequestHandler, Response } from 'express';
import { SECURITY_HEADERS } from './headers.ts';

/** What is told of a request when it has been answered; never a key, nor a value of a body or a query. */
export interface RequestLog {
  readonly requestId: string;
  /** The contract's name of the operation, of a gateway its own; null for a path that is none. */
  readonly operation: string | null;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
  readonly keyId: string | null;
  /** Names of fields and query parameters that were ignored, in percent encoding; undefined where none were. */
  readonly ignored?: readonly string[] | undefined;
}

/** What stands for a status where the client left before there was an answer, or did not take it; as with nginx. */
const CLIENT_LEFT = 499;

/** What a request leaves for its answer and for the log while it is on its way. */
interface Trace {
  readonly requestId: string;
  /** What every answer to it carries. Written with the status at once, they take half of what they take one by one. */
  readonly headers: Record<string, string>;
  operation: string | null;
  keyId: string | null;
  /** Whose limits the request counts against; null without a valid key. */
  holder: QuotaHolder | null;
  /** Requests left under the tightest rate limit that has been counted. */
  remaining: number;
  /** Names of fields and parameters that were ignored. */
  ignored?: readonly string[];
  /** Whether the connection was cut because its client did not take the answer. */
  cut: boolean;
}

/** Apart from `res.locals`, which an app around this one may use as it likes. */
const traces = new WeakMap<Response, Trace>();

export const traceOf = (res: Response): Trace => traces.get(res) as Trace;

/** Requests that are made for another one. */
const outerOf = new WeakMap<Response, Response>();

/** Makes a request, before it is traced, part of another: it has the id of that one, and is not told of by itself. */
export const partOf = (res: Response, outer: Response): void => void outerOf.set(res, outer);

/** Puts the headers on a response one by one, for an answer that the pipeline does not write at once. */
export function setHeaders(res: Response, headers: Readonly<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries({ ...traceOf(res).headers, ...headers })) {
    res.setHeader(name, value);
  }
}

/** Gives every request its id, and tells of it once it is answered. What is part of another has that one's, and is not told of. */
export function traced(newId: NewId, onRequest: ((entry: RequestLog) => void) | undefined): RequestHandler {
  return (req, res, next) => {
    const outer = outerOf.get(res);
    const requestId = outer ? traceOf(outer).requestId : newId();
    const headers = { ...SECURITY_HEADERS, 'X-Request-Id': requestId };
    const trace: Trace = {
      requestId,
      headers,
      operation: null,
      keyId: null,
      holder: null,
      remaining: Number.POSITIVE_INFINITY,
      cut: false,
    };
    traces.set(res, trace);
    if (onRequest && !outer) {
      const startedAt = performance.now();
      res.once('close', () => {
        const { requestId, operation, keyId, ignored, cut } = trace;
        const durationMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
        const status = res.headersSent && !cut ? res.statusCode : CLIENT_LEFT;
        onRequest({ requestId, operation, method: req.method, status, durationMs, keyId, ignored });
      });
    }
    next();
  };
}
