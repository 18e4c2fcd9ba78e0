import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';
import type { Key } from './keys.ts';

/** A lent key acts for someone else or expires. Its effects must not outlive it. */
const isLent = ({ key }: Caller): boolean => key.kind === 'acting' || key.expiresAt !== null;

/** Permissions that a lent key lacks, as worded in the refusal. */
const LASTING = {
  people: 'cannot add, invite or remove people',
  identity: "cannot change a person's role, name or e-mail address",
  webhooks: 'cannot create or change webhooks',
  agents: 'cannot give agents further rights',
  overrides: 'cannot accept a result without its proof',
  checks: 'cannot set, change or remove checks',
  sessions: 'cannot sign in another device',
  keys: 'can revoke only itself and, if it is your own, your keys that expire no later than it does',
} as const;

/** 403 for a lent key: its holder would gain, or take from others, something that outlasts the key. */
export function checkLasting(caller: Caller, power: keyof typeof LASTING): void {
  if (!isLent(caller)) return;
  throw new Refusal(
    'FORBIDDEN',
    `A key that acts for someone else, or that expires, ${LASTING[power]}. Use a person's own key that does not expire.`,
  );
}

/** 403 for a lent key that would revoke a key that outlasts it, or that belongs to someone else. */
export function checkRevocation(caller: Caller, key: Key): void {
  if (key.id === caller.key.id) return;
  const own = key.memberId === caller.id || key.createdBy === caller.id;
  if (caller.key.kind === 'person' && own && endsNoLater(key, caller.key)) return;
  checkLasting(caller, 'keys');
}

const endsNoLater = (key: Pick<Key, 'expiresAt'>, than: Pick<Key, 'expiresAt'>): boolean =>
  (key.expiresAt ?? Number.POSITIVE_INFINITY) <= (than.expiresAt ?? Number.POSITIVE_INFINITY);
