import type { Express, Request, RequestHandler, Response } from 'express';
import { readBody } from '../http/body.ts';
import { isGone } from '../http/connection.ts';
import { authenticated, type Context, fail } from '../http/pipeline.ts';
import { setHeaders, traceOf } from '../http/trace.ts';
import { fetchInside, type MessageClasses } from './inside.ts';
import { checkHost, checkOrigin, type Places } from './places.ts';

/**
 * What speaks another protocol at a path of its own, and does what it does by requests to the interface, with the key that
 * it was sent. Who asks, limits, rules and answers are the interface's.
 */
export interface Gateway {
  readonly path: string;
  /** Answers a POST. What it throws is a fault of ours. */
  answer(req: Request, res: Response, asked: Asked): Promise<void>;
}

/** What a gateway is asked. */
export interface Asked {
  /** The JSON object that was sent. */
  readonly body: object;
  /** The key that it was sent with, which is in force. */
  readonly key: string;
  /** Reaches the interface without a connection; part of this request for its id and the log. */
  readonly fetch: typeof fetch;
  /** Tells the log and the metrics what was asked for: one of few names, never a text of the client. */
  named(operation: string): void;
}

/** The way of a request to a gateway: whence it comes, who asks, what they send; then it is the gateway's. */
export function throughGateway(
  context: Context,
  gateway: Gateway,
  places: Places,
  app: Express,
  classes: MessageClasses,
): RequestHandler {
  const { tandem, limits, backpressure } = context;

  /** Keys that were over their rate when they asked for what is counted only after it. */
  const over = new Set<string>();

  const answer = async (req: Request, res: Response): Promise<void> => {
    checkHost(req, places);
    checkOrigin(req, places);
    const { caller, key } = await authenticated(context, req, res);
    const { id } = caller.key;
    if (over.has(id)) {
      await limits.byCaller(req, res);
      over.delete(id);
    }
    // What of its texts goes on to the interface is looked at there.
    const body = (await readBody(req, res, false, 'any').catch(async (error: unknown) => {
      await limits.byCaller(req, res);
      throw error;
    })) as object;
    // A body can be sent as slowly as its sender likes, and the key may go meanwhile.
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
    // Each request of its own has been counted; one that asked nothing of the interface counts as one.
    if (requests === 0) await limits.byCaller(req, res).catch(() => over.add(id));
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
