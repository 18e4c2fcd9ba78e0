import { contract } from '@tandem/contract';
import type { IssuedKey, Key } from '@tandem/core';
import { created, list, noContent } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

export const presentKey = (key: Key) => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  scopes: key.scopes,
  memberId: key.memberId,
  createdBy: key.createdBy,
  expiresAt: isoOrNull(key.expiresAt),
  lastUsedAt: isoOrNull(key.lastUsedAt),
  createdAt: iso(key.createdAt),
});

/** The only response that contains the secret: that of the key's creation. */
export const presentIssuedKey = ({ key, secret }: IssuedKey) => ({ ...presentKey(key), secret });

export const keys = bind(contract.keys, {
  list: async ({ tandem, caller, query }) => list(await tandem.keys.list(caller, query), presentKey),
  create: async ({ tandem, caller, body }) => {
    const issued = await tandem.keys.create(caller, body);
    return { ...created(presentIssuedKey(issued)), lasting: presentKey(issued.key) };
  },
  revoke: async ({ tandem, caller, params }) => {
    await tandem.keys.revoke(caller, params.id);
    return noContent;
  },
});
