import { type Operation, unknownFields, validate } from '@tandem/contract';
import { type Caller, grants, invalid, type NewId, Refusal, type Tandem } from '@tandem/core';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Answer } from './answer.ts';
import type { Binding, Call, Handler } from './binding.ts';
import { checkText, readBody } from './body.ts';
import { decodeCursor, encodeCursor, type ListIdentity } from './cursor.ts';
import { bodyOf, HttpProblem, INTERNAL_ERROR, type Problem, problemOf } from './problem.ts';
import type { RateLimits } from './rate-limit.ts';

/** What is told of a request when it has been answered; never a key, a body or a query. */
export interface RequestLog {
  readonly requestId: string;
  /** The contract's name of the operation; null for a path that is none. */
  readonly operation: string | null;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
  readonly keyId: string | null;
}

/** What an answered request leaves for the log. */
interface Trace {
  requestId: string;
  operation: string | null;
  keyId: string | null;
}

export interface Surroundings {
  readonly tandem: Tandem;
  readonly newId: NewId;
  readonly limits: RateLimits;
  readonly onRequest?: ((entry: RequestLog) => void) | undefined;
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined;
}

const traces = new WeakMap<Response, Trace>();
const traceOf = (res: Response): Trace => traces.get(res) as Trace;

/** Gives every request its id, and tells of it once it is answered. */
export const traced =
  ({ newId, onRequest }: Surroundings): RequestHandler =>
  (req: Request, res: Response, next: NextFunction) => {
    const trace: Trace = { requestId: newId(), operation: null, keyId: null };
    traces.set(res, trace);
    res.setHeader('X-Request-Id', trace.requestId);
    if (onRequest) {
      const startedAt = performance.now();
      res.once('close', () => {
        const durationMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
        onRequest({ ...trace, method: req.method, status: res.statusCode, durationMs });
      });
    }
    next();
  };

/** The way of every request: who asks, may they, what do they want, do it, answer. */
export function pipeline(surroundings: Surroundings, { operation, handler }: Binding): RequestHandler {
  const { tandem, limits } = surroundings;
  const takesPages = 'cursor' in operation.query.shape;

  return async (req, res) => {
    traceOf(res).operation = operation.id;
    try {
      const caller = await authenticated(tandem, operation, req, res);
      await limits.admit(req, res, caller?.key.id);
      checkScope(operation, caller);
      const strict = isStrict(req);
      if (strict) res.setHeader('Preference-Applied', 'handling=strict');
      const body = operation.body && ((await readBody(req, res, operation.bodyOptional)) ?? {});
      const input = validated(operation, req, body, strict);
      const { cursor, ...filters } = input.query as Record<string, unknown>;
      const { limit, ...named } = filters;
      const list: ListIdentity = {
        operation: operation.id,
        workspaceId: caller?.workspaceId ?? '',
        params: input.params,
        filters: named,
      };
      const after = takesPages && typeof cursor === 'string' ? decodeCursor(cursor, list) : undefined;
      const call = { tandem, caller, params: input.params, query: { ...filters, after }, body: input.body };
      send(res, await (handler as Handler)(call as Call), list);
    } catch (error) {
      fail(surroundings, res, error);
    }
  };
}

const BEARER = /^Bearer +([^\s]+) *$/i;

async function authenticated(
  tandem: Tandem,
  operation: Operation,
  req: Request,
  res: Response,
): Promise<Caller | undefined> {
  if (operation.access === 'no key') return undefined;
  const caller = await tandem.authenticate(BEARER.exec(req.headers.authorization ?? '')?.[1]);
  traceOf(res).keyId = caller.key.id;
  return caller;
}

/** 403 INSUFFICIENT_SCOPE, naming the scope needed (decisions, section 1). */
function checkScope({ access }: Operation, caller: Caller | undefined): void {
  if (access === 'any key' || access === 'no key' || !caller || grants(caller.key.scopes, access)) return;
  throw new Refusal('INSUFFICIENT_SCOPE', `This needs a key with the scope ${access}. Use such a key.`);
}

/** RFC 7240: the client wants to hear of fields that are not known. */
const isStrict = (req: Request): boolean =>
  /(^|[,;])\s*handling\s*=\s*"?strict"?\s*($|[,;])/i.test(req.headers.prefer?.toString() ?? '');

function validated(operation: Operation, req: Request, body: object | undefined, strict: boolean) {
  for (const [name, value] of Object.entries(req.params)) checkText(String(value), name);
  for (const [name, value] of Object.entries(req.query)) {
    if (typeof value === 'string') checkText(value, name);
  }
  if (strict) {
    const unknown = {
      ...unknownFields(operation.query, req.query),
      ...(operation.body && body && unknownFields(operation.body, body)),
    };
    if (Object.keys(unknown).length > 0) throw invalid(unknown);
  }
  return {
    params: mustBeValid(operation.params, req.params),
    query: mustBeValid(operation.query, req.query),
    body: operation.body && mustBeValid(operation.body, body),
  };
}

function mustBeValid(schema: Operation['params'], value: unknown): Record<string, unknown> {
  const result = validate(schema, value);
  if ('problems' in result) throw invalid(result.problems);
  return result.data;
}

function send(res: Response, answer: Answer, list: ListIdentity): void {
  if ('page' in answer) {
    const { items, next, total } = answer.page;
    json(res, 200, {
      data: items.map(answer.present as (item: unknown) => unknown),
      cursor: next === null ? null : encodeCursor(next, list),
      hasMore: next !== null,
      ...(total !== undefined && { total }),
    });
  } else if ('body' in answer) {
    for (const [name, value] of Object.entries(answer.headers ?? {})) res.setHeader(name, value);
    json(res, answer.status, answer.body);
  } else {
    res.statusCode = answer.status;
    res.end();
  }
}

function json(res: Response, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

/** Answers an error in its documented shape; a fault of ours is told to the operator alone. */
export function fail({ onError }: Surroundings, res: Response, error: unknown): void {
  const { requestId } = traceOf(res);
  const problem = problemOf(error) ?? INTERNAL_ERROR;
  if (problem === INTERNAL_ERROR) onError?.(error, requestId);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  for (const [name, value] of Object.entries(problem.headers ?? {})) res.setHeader(name, value);
  json(res, problem.status, bodyOf(problem, requestId));
}

/** 404 for a path that is none of ours. */
export const noSuchPath = (): RequestHandler => () => {
  throw new Refusal('NOT_FOUND', 'There is nothing at this path. All paths begin with /api/v1.');
};

/** 405 for a path of ours with another method (decisions, section 3). */
export const otherMethod =
  (allow: string): RequestHandler =>
  (req, res) => {
    res.setHeader('Allow', allow);
    if (req.method === 'OPTIONS') {
      res.statusCode = 204;
      res.end();
      return;
    }
    const problem: Problem = {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      message: `This path does not take this method. Use ${allow}.`,
    };
    throw new HttpProblem(problem);
  };
