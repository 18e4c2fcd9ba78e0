import type { Response } from 'express';
import { whenClosed } from './connection.ts';

const signals = new WeakMap<Response, AbortSignal>();

/** Aborted when the client goes away before it has its answer, so that nobody waits for it. One for each response. */
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
