import type { Human } from '../members/member.ts';
import type { Ports } from '../shared/ports.ts';
import { type Key, type NewKey, newSecret } from './keys.ts';

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

export const keyEntity = (key: Key) => ({ type: 'key', id: key.id, title: key.name }) as const;

/** The key by which a person comes in: their own, with every scope. */
export const firstKeyOf = (person: Human, ports: Ports): IssuedKey =>
  issueKey(
    {
      name: `${person.name}'s first key`,
      kind: 'person',
      scopes: ['full', 'chat:read', 'chat:write'],
      memberId: person.id,
      createdBy: person.id,
    },
    ports,
  );
