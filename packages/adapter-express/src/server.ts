import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { NewId, Tandem } from '@tandem/core';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { eventStreams, type StreamOptions } from './events/streams.ts';
import { exchange, type MessageClasses, messagesOf } from './fetch/exchange.ts';
import { type Gateway, throughGateway } from './gateway/gateway.ts';
import { type HealthOptions, health } from './health.ts';
import { backpressure } from './http/backpressure.ts';
import { fairQueue } from './http/fair-queue.ts';
import { crossOrigin } from './http/headers.ts';
import { hitExchange } from './http/hit-exchange.ts';
import { type Authenticate, hostSignIn } from './http/host-sign-in.ts';
import { type ProxyProblem, REACHED, type Reached } from './http/origin.ts';
import { type Context, fail, noSuchPath, otherMethod, pipeline } from './http/pipeline.ts';
import { bodyOf, HttpProblem } from './http/problem.ts';
import { rateLimits } from './http/rate-limit.ts';
import { limitIdling, TIMEOUTS, type Timeouts, timeoutOptions } from './http/timeouts.ts';
import { type RequestLog, setHeaders, traced } from './http/trace.ts';
import { otlpEndpoints } from './otlp/endpoints.ts';
import { builtPage, page } from './page.ts';
import { reference } from './reference.ts';
import { bindings } from './subjects/bindings.ts';

export interface HttpOptions extends HealthOptions {
  readonly tandem: Tandem;
  /** Creates request ids; UUIDs by default. */
  readonly newId?: NewId | undefined;
  /** Requests per minute for each key, 1,200 by default; 0 disables the limit. */
  readonly rateLimit?: number | undefined;
  /** Maximum bytes of an uploaded file; 25 MiB by default. */
  readonly maxFileBytes?: number;
  /** Origins whose pages may call the API, `*` for all; none by default. */
  readonly corsOrigins?: readonly string[];
  /**
   * Number of trusted proxies in front of the server that forward client addresses; none by default. Inside another
   * app, that app's setting is the default.
   */
  readonly trustedProxies?: number;
  /** Handles another protocol at a path of its own; none by default. */
  readonly gateway?: Gateway | undefined;
  /** Host names accepted by the gateway, besides addresses and `localhost`; `*` for any. */
  readonly hosts?: readonly string[];
  /** Whether to serve the web app of this package; without it `/` redirects to the API reference. */
  readonly web?: boolean | undefined;
  /** Another folder with the built web app. */
  readonly pageFolder?: string | undefined;
  /**
   * Whether people can sign in with a browser and session cookies are accepted; by default unless the host
   * authenticates them.
   */
  readonly browserSessions?: boolean | undefined;
  /**
   * Returns the external id of the person that the host has signed in, or null. Called for requests without an API key.
   * A change also needs the header `Tandem-Session`, which pages of other origins can't send.
   */
  readonly authenticate?: Authenticate<Request> | undefined;
  /** The workspace of people whom the host authenticates; needed only if there are several. */
  readonly workspaceId?: string | undefined;
  /** Where the web app sends people whom the host has not signed in; `/` by default. `?from=` names the page to return to. */
  readonly signInUrl?: string | undefined;
  /**
   * The public origin of the web app; defaults to the host of the request. With HTTPS, cookies are `Secure`.
   */
  readonly publicOrigin?: string | undefined;
  /** The path below the public origin that a proxy or a host removes, such as `/tandem`. */
  readonly publicPrefix?: string | undefined;
  /** Called when a proxy seems to hide how browsers reach the server; may be called for many requests. */
  readonly onProxyProblem?: ((problem: ProxyProblem) => void) | undefined;
  /** Maximum time to wait for clients. */
  readonly timeouts?: Partial<Timeouts>;
  /** Maximum bytes of unread responses; by default 16 MiB per key and 256 MiB in total. */
  readonly unread?: { readonly perKey?: number; readonly inAll?: number };
  /** Settings of event streams. */
  readonly streams?: StreamOptions;
  /** Called after each response. */
  readonly onRequest?: (entry: RequestLog) => void;
  /** Called with the error behind a 500, or behind a 503 unless the storage gives a reason; logs it by default. */
  readonly onError?: (error: unknown, requestId: string) => void;
  /** Called instead of `onError` with the reason for a 503. */
  readonly onUnavailable?: (reason: unknown, requestId: string) => void;
}

const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 25 * MIB;
const RATE_LIMIT = 1200;
const UNREAD = { perKey: 16 * MIB, inAll: 256 * MIB };

/** The whole HTTP API as an Express app. */
export const createApp = (options: HttpOptions): Express => appOf(options).app;

export interface FetchOptions extends Omit<HttpOptions, 'authenticate'> {
  /** Like that of an Express app, for the request of the Fetch API. */
  readonly authenticate?: Authenticate<globalThis.Request> | undefined;
  /**
   * The path that the host serves Tandem at, such as `/team`; the root by default. For a host that removes this path
   * from requests, set `publicPrefix` instead.
   */
  readonly prefix?: string | undefined;
  /** The address of the client, which requests without a key count against. Without it, all count as one client. */
  readonly addressOf?: ((request: globalThis.Request) => string | undefined) | undefined;
}

/** The whole HTTP API as a function from a request to its response, for runtimes and frameworks with the Fetch API. */
export function createFetch({
  authenticate,
  prefix,
  addressOf,
  ...options
}: FetchOptions): (request: globalThis.Request) => Promise<Response> {
  /** The requests of the host, by those of the app. */
  const asked = new WeakMap<object, globalThis.Request>();
  const { app, classes } = appOf({
    ...options,
    authenticate: authenticate && ((req) => authenticate(asked.get(req) as globalThis.Request)),
  });
  const path = prefixOf(prefix);
  return async (request) => {
    const { method, headers, body, signal } = request;
    const url = new URL(request.url);
    if (!`${url.pathname}/`.startsWith(`${path}/`)) return outside(path, (options.newId ?? randomUUID)());
    return exchange(app, classes, {
      method,
      url,
      prefix: path,
      headers,
      body,
      signal,
      address: addressOf?.(request),
      prepare: (res) => void asked.set(res.req, request),
    });
  };
}

/** Without a trailing slash. A TypeError for anything that is not a path. */
function prefixOf(prefix = ''): string {
  const path = prefix.replace(/\/+$/, '');
  if (path !== '' && (!path.startsWith('/') || new URL(path, 'http://localhost').pathname !== path))
    throw new TypeError(`The prefix ${prefix} is not a path. Write one such as /team.`);
  return path;
}

/** 404 for a path that the host has routed to Tandem by mistake. */
const outside = (prefix: string, requestId: string): globalThis.Response =>
  globalThis.Response.json(
    bodyOf({ status: 404, code: 'NOT_FOUND', message: `Tandem is served below ${prefix}.` }, requestId),
    { status: 404 },
  );

function appOf(options: HttpOptions): { app: Express; classes: MessageClasses } {
  const {
    tandem,
    newId = randomUUID,
    onRequest,
    onError = (error, requestId) => tandem.logger?.error({ requestId, error }, 'request failed'),
    onUnavailable = onError,
    corsOrigins = [],
    gateway,
    hosts = [],
  } = options;
  const turns = fairQueue();
  const exchange = tandem.tally ? hitExchange({ tally: tandem.tally }) : undefined;
  tandem.whenStopping(() => exchange?.stop());
  const hostCaller = options.authenticate && hostSignIn(tandem, options.authenticate, options.workspaceId);
  const context: Context = {
    tandem,
    onError,
    onUnavailable,
    limits: rateLimits(options.rateLimit ?? RATE_LIMIT, exchange),
    backpressure: backpressure({ ...TIMEOUTS, ...options.timeouts, ...UNREAD, ...options.unread }),
    turns,
    streams: eventStreams({
      tandem,
      turns,
      hostCaller,
      stalledMs: options.timeouts?.answer,
      ...options.streams,
    }),
    maxFileBytes: options.maxFileBytes ?? MAX_FILE_BYTES,
    browserSessions: options.browserSessions ?? options.authenticate === undefined,
    hostCaller,
  };
  const app = express();
  const classes = messagesOf(app);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set(REACHED, {
    publicOrigin: options.publicOrigin,
    publicPrefix: options.publicPrefix,
    onProxyProblem: options.onProxyProblem,
  } satisfies Reached);
  if (options.trustedProxies !== undefined) app.set('trust proxy', options.trustedProxies);

  app.use(traced(newId, onRequest));
  if (corsOrigins.length > 0) app.use(withHeaders, crossOrigin(corsOrigins));
  for (const binding of bindings) {
    app[binding.operation.method](binding.operation.path, pipeline(context, binding));
  }
  if (gateway) {
    const places = { hosts: hosts.map((host) => host.toLowerCase()), origins: corsOrigins };
    app.post(gateway.path, throughGateway(context, gateway, places, app, classes));
    app.route(gateway.path).all(otherMethod('POST'));
  }
  for (const [path, handler] of Object.entries(otlpEndpoints(context))) {
    app.post(path, handler);
    app.route(path).all(otherMethod('POST'));
  }
  const readable = {
    ...health(tandem, options, context.backpressure),
    ...reference(context.backpressure, options.build),
    ...page(
      context.backpressure,
      options.pageFolder ?? (options.web ? builtPage() : undefined),
      options.authenticate && (options.signInUrl ?? '/'),
    ),
  };
  for (const [path, handler] of Object.entries(readable)) app.get(path, withHeaders, handler);
  for (const [path, allow] of methodsByPath(Object.keys(readable))) app.route(path).all(otherMethod(allow));
  app.use(noSuchPath());
  app.use(((error, _req, res, _next) => fail(context, res, asProblem(error))) as ErrorRequestHandler);
  return { app, classes };
}

/** For responses that Express writes. */
const withHeaders: RequestHandler = (_req, res, next) => {
  setHeaders(res);
  next();
};

/** The app on an HTTP server that does not listen yet. */
export function createHttpServer(options: HttpOptions): Server {
  const { app, classes } = appOf(options);
  const server = createServer({ ...classes, ...timeoutOptions(options.timeouts) }, app);
  return limitIdling(server, options.timeouts);
}

/** The `Allow` header of each path; `readable` are the read-only paths. */
function methodsByPath(readable: readonly string[]): Map<string, string> {
  const methods = new Map<string, string[]>(readable.map((path) => [path, ['GET']]));
  for (const { operation } of bindings) {
    methods.set(operation.path, [...(methods.get(operation.path) ?? []), operation.method.toUpperCase()]);
  }
  return new Map(
    [...methods].map(([path, all]) => [path, (all.includes('GET') ? [...all, 'HEAD'] : all).join(', ')]),
  );
}

/** Express itself rejects only paths that it can't decode. */
function asProblem(error: unknown): unknown {
  if ((error as { status?: number })?.status !== 400) return error;
  return new HttpProblem({
    status: 400,
    code: 'VALIDATION_ERROR',
    message: "The address can't be decoded. Percent-encode it as UTF-8.",
  });
}
