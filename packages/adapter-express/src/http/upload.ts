import type { Caller, Renew } from '@tandem/core';
import type { Call } from './binding.ts';
import { receiveFile } from './file-transfer.ts';

/**
 * Takes in the file that a request carries, and hands it on to be put on record. Nothing is left behind of one that
 * is not: because it is refused, or had been uploaded before under the same idempotency key.
 */
export async function withUpload<T extends { readonly replayed: boolean }>(
  call: Call,
  renew: Renew,
  record: (call: Call) => Promise<T>,
): Promise<T> {
  const { tandem, req, maxFileBytes } = call;
  const caller = call.caller as Caller;
  const file = await receiveFile(req, maxFileBytes, (upload) => tandem.files.receive(caller, upload));
  let isOnRecord = false;
  try {
    // A file can be sent as slowly as its sender likes, and the key may go meanwhile.
    const done = await record({ ...call, caller: await renew(caller), file });
    isOnRecord = !done.replayed;
    return done;
  } finally {
    if (!isOnRecord) await tandem.files.discard(file);
  }
}
