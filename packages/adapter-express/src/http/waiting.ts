import type { Response } from 'express';
import { whenClosed } from './connection.ts';

/** Aborted when the client goes away before it has its answer, so that nobody waits for it. */
export function gone(res: Response): AbortSignal {
  const controller = new AbortController();
  const callOff = whenClosed(res.req, () => controller.abort());
  res.once('close', () => {
    callOff();
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
