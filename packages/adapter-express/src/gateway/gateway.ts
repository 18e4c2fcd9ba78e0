import type { Express, Request, RequestHandler, Response } from 'express';
import type { MessageClasses } from '../fetch/exchange.ts';
import { readBody } from '../http/body.ts';
import { isGone } from '../http/connection.ts';
import { authenticated, type Context, fail } from '../http/pipeline.ts';
import { setHeaders, traceOf } from '../http/trace.ts';
import { fetchInside } from './inside.ts';
import { checkHost, checkOrigin, type Places } from './places.ts';

/**
 * A handler for another protocol at its own path. It does all its work through requests to the API with the caller's
 * key, so authentication, limits and rules are those of the API.
 */
export interface Gateway {
  readonly path: string;
  /** Handles a POST. Anything it throws is an internal error. */
  answer(req: Request, res: Response, asked: Asked): Promise<void>;
}

/** A request to a gateway. */
export interface Asked {
  /** The JSON object in the body. */
  readonly body: object;
  /** The API key of the request; it is valid. */
  readonly key: string;
  /** Calls the API in-process. The calls share this request's id and have no log entries of their own. */
  readonly fetch: typeof fetch;
  /** Sets the operation for the log and metrics: one of a few fixed names, never text from the client. */
  named(operation: string): void;
}

/** Request pipeline of a gateway: checks origin, caller and body, then calls the gateway. */
export function throughGateway(
  context: Context,
  gateway: Gateway,
  places: Places,
  app: Express,
  classes: MessageClasses,
): RequestHandler {
  const { tandem, limits, backpressure } = context;

  /** Keys that were over their rate limit when a request was counted only after it was handled. */
  const over = new Set<string>();

  const answer = async (req: Request, res: Response): Promise<void> => {
    checkHost(req, places);
    checkOrigin(req, places);
    const { caller, key } = await authenticated(context, req, res);
    const { id } = caller.key;
    if (over.has(id)) {
      limits.byCaller(req, res);
      over.delete(id);
    }
    // Texts that the gateway passes to the API are validated there.
    const body = (await readBody(req, res, false, 'any').catch(async (error: unknown) => {
      limits.byCaller(req, res);
      throw error;
    })) as object;
    // A body can arrive slowly, and the key may be revoked meanwhile.
    await tandem.renew(caller);
    backpressure.checkCapacity(res);
    let requests = 0;
    const inside = fetchInside(app, classes, res);
    setHeaders(res);
    await gateway.answer(req, res, {
      body,
      key,
      fetch: (...given) => {
        requests++;
        return inside(...given);
      },
      named: (operation) => {
        traceOf(res).operation = operation;
      },
    });
    // Each in-process request has been counted. A request that made none counts as one.
    if (requests === 0) {
      try {
        limits.byCaller(req, res);
      } catch {
        over.add(id);
      }
    }
    if (!isGone(req)) backpressure.given(res, res.writableLength);
  };

  return async (req, res) => {
    traceOf(res).operation = gateway.path.slice(1);
    try {
      await answer(req, res);
    } catch (error) {
      fail(context, res, error);
    }
  };
}
