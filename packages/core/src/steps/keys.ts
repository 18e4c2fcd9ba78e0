import type { Caller } from '../access/caller.ts';
import { keyEntity } from '../access/issue.ts';
import { type Key, MAX_KEYS } from '../access/keys.ts';
import type { Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { endSessionsOfMember } from './end-sessions.ts';
import type { Record } from './record.ts';

/** Stores a new key. 409 LIMIT_REACHED when its member or its creator already has MAX_KEYS. */
export async function keepKey({ keys }: Stores, key: Key): Promise<void> {
  for (const memberId of new Set([key.memberId, key.createdBy])) {
    if (memberId === null || (await keys.countOfMember(memberId, MAX_KEYS)) < MAX_KEYS) continue;
    throw new Refusal(
      'LIMIT_REACHED',
      `A member can have at most ${MAX_KEYS} keys that speak as it or were created by it, including expired ones. Revoke some of them first.`,
    );
  }
  await keys.insert(key);
}

/** Revokes the sessions and keys of a member and records each; returns the keys. */
export async function revokeKeysOf(
  stores: Stores,
  caller: Caller,
  memberId: string,
  record: Record,
): Promise<readonly Key[]> {
  await endSessionsOfMember(stores, caller, memberId, record);
  const keys = await stores.keys.deleteOfMember(memberId);
  for (const key of keys) await record(stores, caller, { entity: keyEntity(key), action: 'revoked' });
  return keys;
}
