import type { Record } from '../events/record.ts';
import type { Human } from '../members/member.ts';
import type { Ports, Stores } from '../ports.ts';
import { endSessionsOfMember } from '../sessions/ending.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';
import { type Key, MAX_KEYS, type NewKey, newSecret } from './keys.ts';
import type { Scope } from './scopes.ts';

/** What a person holds who comes in anew. */
export const EVERY_SCOPE: readonly Scope[] = ['full', 'chat:read', 'chat:write'];

/** What every key begins with. */
export const KEY_PREFIX = 'tdm';

/** A key as whoever made it sees it, once: with the secret. */
export interface IssuedKey {
  readonly key: Key;
  readonly secret: string;
}

/** Makes a key and its secret; the caller keeps the one and shows the other. */
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

/** Keeps a new key. 409 LIMIT_REACHED when the member it speaks as, or its maker, has as many as may be. */
export async function keepKey({ keys }: Stores, key: Key): Promise<void> {
  for (const memberId of new Set([key.memberId, key.createdBy])) {
    if (memberId === null || (await keys.countOfMember(memberId, MAX_KEYS)) < MAX_KEYS) continue;
    throw new Refusal(
      'LIMIT_REACHED',
      `A member has at most ${MAX_KEYS} keys that speak as it or were made by it, expired ones included. Revoke some of them first.`,
    );
  }
  await keys.insert(key);
}

/** Revokes the sessions and keys that go with a member, one entry of the log each; returns the keys. */
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

/** The key by which a person comes in: their own, with every scope. */
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
