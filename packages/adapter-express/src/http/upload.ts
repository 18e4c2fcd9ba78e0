import type { Caller, Renew } from '@tandem/core';
import type { Call } from './binding.ts';
import { receiveFile } from './file-transfer.ts';

/**
 * Stores the uploaded file of a request and passes it on to be recorded. Deletes the file if it is not recorded: when
 * the request fails, or the file was already uploaded under the same idempotency key.
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
    // A file can arrive slowly, and the key may be revoked meanwhile.
    const done = await record({ ...call, caller: await renew(caller), file });
    isOnRecord = !done.replayed;
    return done;
  } finally {
    if (!isOnRecord) await tandem.files.discard(file);
  }
}
