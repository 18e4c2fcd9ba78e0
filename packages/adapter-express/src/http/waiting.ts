import type { Response } from 'express';
import { whenClosed } from './connection.ts';

const signals = new WeakMap<Response, AbortSignal>();

/**
 * A signal per response, aborted when the client disconnects before the response, so that pending work can
 * stop.
 */
export function gone(res: Response): AbortSignal {
  const made = signals.get(res);
  if (made) return made;
  const controller = new AbortController();
  signals.set(res, controller.signal);
  const callOff = whenClosed(res.req, () => controller.abort());
  res.once('close', () => {
    callOff();
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
