import type { Options } from '@tandem/client';
import { isTandemError } from './tandem.ts';

/** How often a change is made anew, because something else has changed in between. */
const TRIES = 5;

/**
 * Changes something as it is now, and never over what somebody else has written: the server takes the change only for the
 * state that it was made from. Where that has gone, what there is now is read, and the change is made anew from it; `send`
 * throws where it would take something away.
 */
export async function updateIfMatch<Now extends { readonly etag?: string | undefined }, Got>(
  read: (anew: boolean) => Promise<Now>,
  send: (now: Now, options: Options) => PromiseLike<Got>,
): Promise<Got> {
  for (let tries = 1; ; tries++) {
    const now = await read(tries > 1);
    try {
      return await send(now, now.etag === undefined ? {} : { ifMatch: now.etag });
    } catch (error) {
      const isOvertaken = isTandemError(error) && error.code === 'PRECONDITION_FAILED';
      if (!isOvertaken || tries === TRIES) throw error;
    }
  }
}
