import type { Record } from '../events/record.ts';
import type { Human } from '../members/member.ts';
import type { Ports, Stores } from '../ports.ts';
import { endSessionsOfMember } from '../sessions/ending.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';
import { type Key, MAX_KEYS, type NewKey, newSecret } from './keys.ts';
import type { Scope } from './scopes.ts';

/** The scopes of a new person's first key. */
export const EVERY_SCOPE: readonly Scope[] = ['full', 'chat:read', 'chat:write'];

/** Prefix of every key. */
export const KEY_PREFIX = 'tdm';

/** A new key with its secret, which is shown only once. */
export interface IssuedKey {
  readonly key: Key;
  readonly secret: string;
}

/** Creates a key and its secret; the caller stores the key and shows the secret. */
export function issueKey(
  input: Omit<NewKey, 'memberId'> & { memberId: string | null; createdBy: string | null },
  { clock, newId, secrets }: Ports,
): IssuedKey {
  const id = newId();
  const secret = newSecret(KEY_PREFIX, id, secrets);
  const key: Key = {
    id,
    name: input.name.trim(),
    kind: input.kind,
    memberId: input.memberId,
    scopes: [...new Set(input.scopes)],
    createdBy: input.createdBy,
    expiresAt: input.expiresAt ?? null,
    lastUsedAt: null,
    createdAt: clock(),
    secretHash: secrets.sha256(secret),
  };
  return { key, secret };
}

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
  for (const key of keys) await record(stores, caller, keyEntity(key), 'revoked');
  return keys;
}

export const keyEntity = (key: Key) => ({ type: 'key', id: key.id, title: key.name }) as const;

/** The first key of a person: their own, with every scope. */
export const firstKeyOf = (person: Human, ports: Ports): IssuedKey =>
  issueKey(
    {
      name: `${person.name}'s first key`,
      kind: 'person',
      scopes: EVERY_SCOPE,
      memberId: person.id,
      createdBy: person.id,
    },
    ports,
  );
