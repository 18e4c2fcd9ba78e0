import type { Caller } from '../access/caller.ts';
import type { Stores } from '../ports.ts';
import { sessionEntity } from '../sessions/session.ts';
import type { Record } from './record.ts';

/** Ends the sessions made from a key, before the key is revoked. */
export async function endSessionsOfKey(
  stores: Stores,
  caller: Caller,
  keyId: string,
  record: Record,
): Promise<void> {
  for (const session of await stores.sessions.ofKey(keyId)) {
    await stores.sessions.delete(session.id);
    await record(stores, caller, { entity: sessionEntity(session), action: 'revoked' });
  }
}

/** Ends all sessions of a member, before the member is removed. */
export async function endSessionsOfMember(
  stores: Stores,
  caller: Caller,
  memberId: string,
  record: Record,
): Promise<void> {
  for (const session of await stores.sessions.trim(memberId, 0)) {
    await record(stores, caller, { entity: sessionEntity(session), action: 'revoked' });
  }
}
