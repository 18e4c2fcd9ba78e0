import {
  isStreamed,
  isTagged,
  type Operation,
  unknownFields,
  unknownProblems,
  validate,
} from '@tandem/contract';
import {
  type Caller,
  checkChatAccess,
  grants,
  invalid,
  type Position,
  quotaHolderOf,
  Refusal,
  type Tandem,
} from '@tandem/core';
import type { Request, RequestHandler, Response } from 'express';
import * as z from 'zod';
import type { EventStreams } from '../events/streams.ts';
import { messageFor, queryOf, withEntries } from './address.ts';
import { type Answer, type Written, written } from './answer.ts';
import { type Backpressure, holderOf } from './backpressure.ts';
import type { Binding, Call } from './binding.ts';
import { checkText, readBody, readSpareBody } from './body.ts';
import { isGone } from './connection.ts';
import { decodeCursor, encodeCursor, type ListIdentity } from './cursor.ts';
import { stream } from './download.ts';
import { isKnown } from './etag.ts';
import type { FairQueue } from './fair-queue.ts';
import type { HostCaller } from './host-sign-in.ts';
import { noteIgnored } from './ignored.ts';
import { inParts } from './in-parts.ts';
import { isRead } from './origin.ts';
import { feedText, pageText } from './page.ts';
import { type Preconditions, preconditionsOf } from './preconditions.ts';
import { honors } from './prefer.ts';
import { bodyOf, HttpProblem, INTERNAL_ERROR, type Problem, problemOf } from './problem.ts';
import type { RateLimits } from './rate-limit.ts';
import { checkNamedSession, cookieOf, sessionOf } from './session-cookie.ts';
import { headerList, setHeaders, traceOf } from './trace.ts';
import { withUpload } from './upload.ts';
import { type Done, withPreconditions } from './with-preconditions.ts';

export interface Context {
  readonly tandem: Tandem;
  readonly limits: RateLimits;
  readonly backpressure: Backpressure;
  readonly turns: FairQueue;
  readonly streams: EventStreams;
  readonly maxFileBytes: number;
  /** Whether people can sign in with a browser and session cookies are accepted. */
  readonly browserSessions: boolean;
  readonly hostCaller?: HostCaller | undefined;
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined;
  readonly onUnavailable?: ((reason: unknown, requestId: string) => void) | undefined;
}

/** Handles every request: authenticate, authorize, validate, execute, respond. */
export function pipeline(context: Context, binding: Binding): RequestHandler {
  const { tandem, backpressure, turns, streams, maxFileBytes } = context;
  const { operation, handler, checkVisible } = binding;
  const isList = 'cursor' in operation.query.shape;
  const reads = operation.method === 'get';
  const isDownload = isStreamed(operation);
  const hasTag = isTagged(operation) && !isDownload;

  const handle = async (req: Request, res: Response): Promise<void> => {
    let caller = await admit(context, operation, req, res);
    checkAccess(operation, caller);
    /** The input error, or 404 if the caller may not know that the resource exists. */
    const refused = async (error: unknown): Promise<never> => {
      if (checkVisible && caller) await checkVisible({ tandem, caller, params: storable(req.params) });
      throw error;
    };
    let carried: object | undefined;
    const texts = operation.anyTexts ? 'any' : 'sound';
    if (operation.body) carried = await readBody(req, res, operation.bodyOptional, texts).catch(refused);
    else if (!operation.multipart && !operation.document) carried = await readSpareBody(req, res);
    if (operation.body || carried) {
      // A body can arrive slowly, and the key may be revoked meanwhile.
      if (caller) caller = await tandem.renew(caller);
      checkAccess(operation, caller);
    }
    let input: Input;
    let list: ListIdentity | undefined;
    let preconditions: Preconditions | null;
    try {
      input = readInput(operation, req, res, carried);
      if (isList) ({ input, list } = openList(operation, caller, input));
      preconditions = reads ? null : preconditionsOf(operation, req);
    } catch (error) {
      return refused(error);
    }
    const { params, query, body } = input;
    const call = {
      tandem,
      caller: caller && withClaim(caller, req),
      params,
      query,
      body,
      sent: carried,
      req,
      res,
      streams,
      maxFileBytes,
      openParts: undefined,
    } as Call;
    const carryOut = async (call: Call): Promise<Done> => {
      if (operation.inParts) return inParts(tandem, binding, call, preconditions?.key, hasTag);
      if (preconditions) return withPreconditions(tandem, binding, call, preconditions, hasTag);
      return { answer: await handler(call), replayed: false };
    };
    const work = async () => {
      if (reads && isGone(req)) return;
      backpressure.checkCapacity(res);
      const { answer } = await (operation.multipart
        ? withUpload(call, tandem.renew, carryOut)
        : carryOut(call));
      // Many requests may have waited for the same event.
      if (reads && query.wait) backpressure.checkCapacity(res);
      await send(context, res, answer, { list, hasTag });
    };
    // Work that waits for events or for the disk must not occupy the queue.
    if (reads && !isDownload && !query.wait) await turns.run(holderOf(res), work);
    else await work();
  };

  return async (req, res) => {
    traceOf(res).operation = operation.id;
    try {
      await handle(req, res);
    } catch (error) {
      fail(context, res, error);
    }
  };
}

/** Operations that only serve browsers. Invitations can also be accepted without them. */
const SIGN_IN: readonly string[] = ['sessions.create', 'sessions.preview', 'sessions.link'];

const signInOff = () =>
  new Refusal(
    'NOT_FOUND',
    'Browser sign-in is turned off on this server. Send an API key in the header Authorization: Bearer <API_KEY>.',
  );

function checkSignIn({ browserSessions }: Context, { id }: Operation): void {
  if (!browserSessions && SIGN_IN.includes(id)) throw signInOff();
}

/** Claude Code sends the headers of its telemetry as they are configured, without decoding `%20`. */
const BEARER = /^Bearer(?: +|%20)([^\s]+) *$/i;

/** Authenticates the caller and counts the request against the caller's rate limit; 401 and 429. */
async function admit(
  context: Context,
  operation: Operation,
  req: Request,
  res: Response,
): Promise<Caller | undefined> {
  const { limits } = context;
  if (operation.access === 'no key') {
    limits.withoutKey(req, res);
    checkSignIn(context, operation);
    return undefined;
  }
  const caller = await callerOf(context, req, res);
  limits.byCaller(req, res);
  checkSignIn(context, operation);
  return caller;
}

/** The caller, by a key or a browser session. 401 counts against the address. */
async function callerOf(context: Context, req: Request, res: Response): Promise<Caller> {
  const bySession = async () => {
    const ofHost = await context.hostCaller?.(req);
    if (ofHost) return ofHost;
    const secret = context.browserSessions ? sessionOf(req) : undefined;
    return secret === undefined ? undefined : context.tandem.authenticateSession(secret);
  };
  const caller = await known(context, req, res, bySession);
  if (!caller) return (await authenticated(context, req, res)).caller;
  checkNamedSession(req, caller.key.id);
  const renewed = context.tandem.sessions.renew(caller);
  if (renewed)
    traceOf(res).headers['Set-Cookie'] = cookieOf(req, sessionOf(req) as string, renewed.lastsMs / 1_000);
  // Caches don't know that the response belongs to this browser's session only.
  traceOf(res).headers['Cache-Control'] = 'no-store';
  return caller;
}

/** The caller and the key. 401 counts against the address. */
export async function authenticated(
  context: Context,
  req: Request,
  res: Response,
  authenticate: Tandem['authenticate'] = context.tandem.authenticate,
): Promise<{ readonly caller: Caller; readonly key: string }> {
  const key = BEARER.exec(req.headers.authorization ?? '')?.[1];
  const caller = await known(context, req, res, () => authenticate(key));
  return { caller, key: key as string };
}

/** Records the caller of a lookup for the log and the limits. A failed lookup counts against the address. */
async function known<Found extends Caller | undefined>(
  { limits }: Context,
  req: Request,
  res: Response,
  lookUp: () => Promise<Found>,
): Promise<Found> {
  let caller: Found;
  try {
    caller = await lookUp();
  } catch (error) {
    if ((error as Refusal).code === 'UNAUTHENTICATED') limits.withoutValidKey(req, res);
    throw error;
  }
  if (caller) {
    const trace = traceOf(res);
    trace.keyId = caller.key.id;
    trace.holder = quotaHolderOf(caller);
  }
  return caller;
}

/**
 * 403 INSUFFICIENT_SCOPE, naming the required scope. For chats, the key's kind and the plan are checked
 * first.
 */
export function checkAccess({ access }: Pick<Operation, 'access'>, caller: Caller | undefined): void {
  // Core decides per operation how far a run key reaches, with a refusal of its own.
  if (access === 'any key' || access === 'no key' || !caller || caller.run) return;
  if (access === 'chat:read' || access === 'chat:write') checkChatAccess(caller);
  const wanted = typeof access === 'string' ? [access] : access;
  if (wanted.some((scope) => grants(caller.key.scopes, scope))) return;
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `This needs a key with the scope ${wanted.join(' or ')}. Use such a key.`,
  );
}

/** The caller, with the claim token that the request sends (docs/rules.md, Claims). */
function withClaim(caller: Caller, req: Request): Caller {
  const claimToken = req.headers['tandem-claim']?.toString();
  return claimToken === undefined ? caller : { ...caller, claimToken };
}

/** The raw input of a request; for lists, `after` in the query is the start position. */
interface Input {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown> | undefined;
}

/** The list's identity, and the input with `after`, the cursor's position, instead of the cursor. */
function openList(operation: Operation, caller: Caller | undefined, input: Input) {
  const { params } = input;
  const { cursor, limit, ...filters } = input.query;
  const list: ListIdentity = {
    operation: operation.id,
    workspaceId: caller?.workspaceId ?? '',
    params,
    filters,
  };
  const after = typeof cursor === 'string' ? decodeCursor(cursor, list) : undefined;
  return { list, input: { ...input, query: { ...filters, limit, after } } };
}

/**
 * Path parameters that any storage accepts: PostgreSQL rejects text with a NUL. A parameter with one matches
 * nothing.
 */
const storable = (params: Request['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, String(value).replaceAll('\0', '\ufffd')]),
  );

const NO_FIELDS = z.object({});

/** The request's raw input; 400 if it can't be decoded. */
function readInput(operation: Operation, req: Request, res: Response, carried: object | undefined): Input {
  const { params } = req;
  const given = queryOf(req);
  const query = 'metadata' in operation.query.shape ? withEntries(given, 'metadata') : given;
  const body = operation.body && (carried ?? {});
  for (const name in params) checkText(String(params[name]), name);
  for (const name in given) {
    checkText(name, 'query');
    for (const value of [given[name]].flat()) checkText(String(value), name);
  }
  const unknown = [
    ...unknownFields(operation.query, query),
    ...unknownFields(operation.body ?? NO_FIELDS, carried),
  ];
  const isStrict = honors(req, res, 'handling=strict');
  if (unknown.length > 0) {
    if (isStrict) throw invalid(unknownProblems(unknown));
    noteIgnored(
      res,
      unknown.map(({ path }) => path),
    );
  }
  return {
    params: requireValid(operation.params, params),
    query: requireValid(operation.query, query),
    body: operation.body && requireValid(operation.body, body),
  };
}

function requireValid(schema: Operation['params'], value: unknown): Record<string, unknown> {
  const result = validate(schema, value);
  if ('problems' in result) throw invalid(result.problems);
  return result.data;
}

async function send(
  { backpressure }: Context,
  res: Response,
  answer: Answer | Written,
  { list, hasTag }: { readonly list: ListIdentity | undefined; readonly hasTag: boolean },
): Promise<void> {
  switch (answer.kind) {
    case 'page': {
      const cursorOf = (position: Position) => encodeCursor(position, list as ListIdentity);
      return json(backpressure, res, 200, pageText(answer.page, answer.present, cursorOf));
    }
    case 'feed':
      return json(backpressure, res, 200, feedText(answer));
    case 'stream':
      return answer.follow(res);
    case 'bytes':
      setHeaders(res, answer.headers);
      res.statusCode = answer.status;
      if (res.req.method === 'HEAD') res.end();
      else await stream(backpressure, answer.content, res);
      return;
    case 'written':
      return sendWritten(backpressure, res, answer);
    default:
      return sendWritten(backpressure, res, written(answer, hasTag));
  }
}

/** Sends a serialized response, or 304 if the client has the current version. */
function sendWritten(
  backpressure: Backpressure,
  res: Response,
  { status, text, tag, headers }: Written,
): void {
  const known = tag === undefined ? undefined : res.req.headers['if-none-match'];
  if (text === null || (known !== undefined && isRead(res.req) && isKnown(known, tag as string))) {
    setHeaders(res, { ...headers, ...(tag !== undefined && { ETag: tag }) });
    res.statusCode = text === null ? status : 304;
    res.end();
    return;
  }
  json(backpressure, res, status, text, tag === undefined ? headers : { ...headers, ETag: tag });
}

/** Node joins a shorter text with the headers to write both at once; it would copy a longer one twice more. */
const LONG_TEXT = 8 * 1024;

function json(
  backpressure: Backpressure,
  res: Response,
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): void {
  const body = text.length > LONG_TEXT ? Buffer.from(text) : text;
  const bytes = Buffer.byteLength(body);
  const list = headerList(res, headers);
  list.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes));
  res.writeHead(status, list);
  res.end(body);
  backpressure.given(res, bytes);
}

/** Sends an error in its documented shape. Only the operator sees the cause of a 500 or 503. */
export function fail({ backpressure, onError, onUnavailable }: Context, res: Response, error: unknown): void {
  const { requestId } = traceOf(res);
  const problem = problemOf(error) ?? INTERNAL_ERROR;
  const message = messageFor(res.req, problem.message);
  const { cause } = error as { cause?: unknown };
  if (problem === INTERNAL_ERROR) onError?.(error, requestId);
  else if (problem.status === 503 && cause !== undefined) onUnavailable?.(cause, requestId);
  if (res.destroyed || res.headersSent) {
    res.destroy();
    return;
  }
  const text = JSON.stringify(bodyOf({ ...problem, message }, requestId));
  json(backpressure, res, problem.status, text, problem.headers);
}

/** 404 for an unknown path. */
export const noSuchPath = (): RequestHandler => () => {
  throw new Refusal(
    'NOT_FOUND',
    'Nothing exists at this path. All paths start with /api/v1; /docs lists them.',
  );
};

/** 405 for a known path with another method (docs/rules.md, Requests). */
export const otherMethod =
  (allow: string): RequestHandler =>
  (req, res) => {
    if (req.method === 'OPTIONS') {
      setHeaders(res, { Allow: allow });
      res.statusCode = 204;
      res.end();
      return;
    }
    const problem: Problem = {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      message: `This path does not support this method. Use ${allow}.`,
      headers: { Allow: allow },
    };
    throw new HttpProblem(problem);
  };
