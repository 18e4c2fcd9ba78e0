import type { Response } from 'express';

/** Aborted when the client goes away before it has its answer, so that nobody waits for it. */
export function gone(res: Response): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed) controller.abort();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
