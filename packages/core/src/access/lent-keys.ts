import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';
import type { Key } from './keys.ts';

/** Whether a key is lent: it acts as somebody, or it ends. What is done by it must not outlive it. */
const isLent = ({ key }: Caller): boolean => key.kind === 'acting' || key.expiresAt !== null;

/** What a lent key does not do, in the words of its refusal. */
const LASTING = {
  people: 'adds, invites and removes no people',
  identity: "changes no person's role, name or e-mail address",
  webhooks: 'makes and changes no webhooks',
  agents: 'gives agents no further rights',
  sessions: 'signs in no other device',
  keys: 'revokes itself alone, and if it is your own, your keys that end no later than it does',
} as const;

/** 403 for a lent key: whoever holds it would gain, or take from others, what it does not end with. */
export function checkLasting(caller: Caller, power: keyof typeof LASTING): void {
  if (!isLent(caller)) return;
  throw new Refusal(
    'FORBIDDEN',
    `A key that acts as somebody, or that expires, ${LASTING[power]}. Use a person's own key that does not expire.`,
  );
}

/** 403 for a lent key that would revoke a key which lasts longer than it does, or which is somebody else's. */
export function checkRevocation(caller: Caller, key: Key): void {
  if (key.id === caller.key.id) return;
  const own = key.memberId === caller.id || key.createdBy === caller.id;
  if (caller.key.kind === 'person' && own && endsNoLater(key, caller.key)) return;
  checkLasting(caller, 'keys');
}

const endsNoLater = (key: Pick<Key, 'expiresAt'>, than: Pick<Key, 'expiresAt'>): boolean =>
  (key.expiresAt ?? Number.POSITIVE_INFINITY) <= (than.expiresAt ?? Number.POSITIVE_INFINITY);
