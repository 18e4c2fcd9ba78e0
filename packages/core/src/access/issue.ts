import type { Human, Member } from '../members/member.ts';
import type { Environment } from '../shared/environment.ts';
import { invalid } from '../shared/refusal.ts';
import { newSecret } from '../shared/secrets.ts';
import type { Caller } from './caller.ts';
import { hasNoKey } from './callers.ts';
import type { Key, NewKey } from './keys.ts';
import { EVERY_SCOPE, RUN_SCOPES } from './scopes.ts';

/** Prefix of every key. */
export const KEY_PREFIX = 'tdm';

/** A new key with its secret, which is shown only once. */
export interface IssuedKey {
  readonly key: Key;
  readonly secret: string;
}

/** Creates a key and its secret; the caller stores the key and shows the secret. */
export function issueKey(
  input: Omit<NewKey, 'memberId' | 'kind'> & {
    kind: Key['kind'];
    memberId: string | null;
    createdBy: string | null;
  },
  { clock, newId, secrets }: Environment,
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
    taskNumber: null,
    issuedTo: null,
    secretHash: secrets.sha256(secret),
  };
  return { key, secret };
}

/** The key of a claim, with its id, for a caller's key. Its scopes are wide because `RUN_KEYS` decides what it reaches. */
export function issueRunKey(
  {
    id,
    taskNumber,
    agent,
  }: { readonly id: string; readonly taskNumber: number; readonly agent: { readonly id: string } },
  caller: Caller,
  ports: Environment,
): IssuedKey {
  const input = { name: `Run on task ${taskNumber}`, kind: 'run', scopes: RUN_SCOPES } as const;
  const of = { ...input, memberId: agent.id, createdBy: null };
  const { key, secret } = issueKey(of, { ...ports, newId: () => id });
  return { key: { ...key, taskNumber, issuedTo: hasNoKey(caller) ? null : caller.key.id }, secret };
}

export const keyEntity = (key: Key) => ({ type: 'key', id: key.id, title: key.name }) as const;

/** The first key of a person: their own, with every scope. */
export const firstKeyOf = (person: Human, ports: Environment): IssuedKey =>
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

/** 400 when the member does not exist, or must be an agent but is not. */
export function checkFits(kind: Key['kind'], member: Member | null): Member {
  if (!member) throw invalid({ memberId: 'must be the id of a member of this workspace' });
  if (kind === 'agent' && member.type !== 'agent')
    throw invalid({ memberId: 'must be an agent for a key of kind agent' });
  return member;
}
