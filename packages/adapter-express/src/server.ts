import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { NewId, Tandem } from '@tandem/core';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { bindings } from './bindings.ts';
import {
  fail,
  noSuchPath,
  otherMethod,
  pipeline,
  type RequestLog,
  type Surroundings,
  traced,
} from './pipeline.ts';
import { HttpProblem } from './problem.ts';
import { rateLimits } from './rate-limit.ts';

export interface HttpOptions {
  readonly tandem: Tandem;
  /** Makes request ids. */
  readonly newId: NewId;
  /** Requests a minute for each key; 0 for no limit. */
  readonly rateLimit: number;
  /** The most bytes of an uploaded file; 25 MiB unless said otherwise. */
  readonly maxFileBytes?: number;
  /** Called after each answer. */
  readonly onRequest?: (entry: RequestLog) => void;
  /** Called with what became a 500. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** The whole HTTP interface as an Express app. */
export function createApp({ rateLimit, ...options }: HttpOptions): Express {
  const surroundings: Surroundings = {
    ...options,
    limits: rateLimits(rateLimit),
    maxFileBytes: options.maxFileBytes ?? MAX_FILE_BYTES,
  };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);

  app.use(traced(surroundings));
  for (const binding of bindings) {
    app[binding.operation.method](binding.operation.path, pipeline(surroundings, binding));
  }
  const { tandem } = options;
  /** The process lives. */
  app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  /** The database answers and its schema is in. */
  app.get('/readyz', async (_req, res) => {
    await tandem.ping();
    res.json({ status: 'ready' });
  });
  for (const [path, allow] of methodsByPath()) app.all(path, otherMethod(allow));
  app.use(noSuchPath());
  app.use(((error, _req, res, _next) => fail(surroundings, res, asProblem(error))) as ErrorRequestHandler);
  return app;
}

/**
 * The app on an HTTP server that does not listen yet. Express sets the prototype of every request and
 * response, which costs more on Node 20 than all else it does; here they are made with it.
 */
export function createHttpServer(options: HttpOptions): Server {
  const app = createApp(options);
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as typeof app.request;
  app.response = AppResponse.prototype as typeof app.response;
  return createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}

function methodsByPath(): Map<string, string> {
  const methods = new Map<string, string[]>([
    ['/healthz', ['GET']],
    ['/readyz', ['GET']],
  ]);
  for (const { operation } of bindings) {
    methods.set(operation.path, [...(methods.get(operation.path) ?? []), operation.method.toUpperCase()]);
  }
  return new Map(
    [...methods].map(([path, all]) => [path, (all.includes('GET') ? [...all, 'HEAD'] : all).join(', ')]),
  );
}

/** Express itself refuses only what it cannot decode in a path. */
function asProblem(error: unknown): unknown {
  if ((error as { status?: number })?.status !== 400) return error;
  return new HttpProblem({
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'The address cannot be decoded. Encode it as UTF-8 with percent signs.',
  });
}
