import type { Options } from '@tandem/client';
import { isTandemError } from './tandem.ts';

/** The maximum number of tries when the resource keeps changing. */
const TRIES = 5;

/**
 * Updates a resource with If-Match, so that other people's changes are never overwritten. After a conflict it reads
 * the current state and builds the change again; `send` throws if that would overwrite other people's text.
 */
export async function updateIfMatch<Now extends { readonly etag?: string | undefined }, Got>(
  read: (refetch: boolean) => Promise<Now>,
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
