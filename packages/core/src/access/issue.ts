import type { Ports } from '../shared/ports.ts';
import { type Key, type NewKey, newSecret } from './keys.ts';

const PREFIX = 'tdm';

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
  const secret = newSecret(PREFIX, id, secrets);
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

export const KEY_PREFIX = PREFIX;
export const keyEntity = (key: Key) => ({ type: 'key', id: key.id, title: key.name }) as const;
