import { type Caller, checkMeasures } from '@tandem/core';
import type { Request, RequestHandler, Response } from 'express';
import { readBody, readBytes } from '../http/body.ts';
import { noteIgnored } from '../http/ignored.ts';
import { authenticated, type Context, checkAccess, fail } from '../http/pipeline.ts';
import { HttpProblem } from '../http/problem.ts';
import { setHeaders, traceOf } from '../http/trace.ts';
import { measurementsIn } from './metrics.ts';
import {
  metricsInJson,
  metricsInProtobuf,
  type Rejected,
  responseInJson,
  responseInProtobuf,
} from './schema.ts';

const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';

/** Maximum bytes in Protocol Buffers. The same content takes about five times as many in JSON. */
const MAX_PROTOBUF = 256 * 1024;
/** Traces and logs are read only to be dropped. */
const MAX_DROPPED = 4 * 1024 * 1024;

/** Reads a request; `renew` authenticates it again, because a body can arrive slowly. */
type Signal = (
  { tandem }: Context,
  renew: () => Promise<Caller>,
  req: Request,
  res: Response,
) => Promise<Rejected | null>;

const metrics: Signal = async ({ tandem }, renew, req, res) => {
  const isJson = typeOf(req) === JSON_TYPE;
  const exported = isJson
    ? metricsInJson((await readBody(req, res, false, 'any')) as object)
    : metricsInProtobuf(await readBytes(req, res, MAX_PROTOBUF));
  const { points, ignored, rejected } = measurementsIn(exported);
  if (ignored.length > 0) noteIgnored(res, ignored);
  if (points.length > 0) await tandem.usage.measure(await renew(), { points });
  return rejected;
};

const dropped: Signal = async (_context, _renew, req, res) => {
  await readBytes(req, res, MAX_DROPPED);
  return null;
};

/** The endpoints of OTLP over HTTP, by path: agents' programs send their telemetry there (docs/measuring.md). */
export const otlpEndpoints = (context: Context): Readonly<Record<string, RequestHandler>> => ({
  '/otlp/v1/metrics': endpoint(context, metrics),
  '/otlp/v1/traces': endpoint(context, dropped),
  '/otlp/v1/logs': endpoint(context, dropped),
});

function endpoint(context: Context, signal: Signal): RequestHandler {
  return async (req, res) => {
    traceOf(res).operation = req.path.slice(1);
    try {
      const reporter = async () =>
        (await authenticated(context, req, res, context.tandem.authenticateReporter)).caller;
      const caller = await reporter();
      context.limits.byCaller(req, res);
      checkAccess({ access: 'tasks:write' }, caller);
      checkMeasures(caller);
      const type = typeOf(req);
      const rejected = await signal(context, reporter, req, res);
      const body = type === JSON_TYPE ? responseInJson(rejected) : responseInProtobuf(rejected);
      setHeaders(res, { 'Content-Type': type, 'Content-Length': String(body.length) });
      res.statusCode = 200;
      res.end(body);
    } catch (error) {
      fail(context, res, error);
    }
  };
}

/** 415 for other types than those of OTLP. */
function typeOf(req: Request): typeof JSON_TYPE | typeof PROTOBUF_TYPE {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === JSON_TYPE || type === PROTOBUF_TYPE) return type;
  throw new HttpProblem({
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: `Send OTLP as ${JSON_TYPE} or ${PROTOBUF_TYPE}.`,
  });
}
