import { Refusal } from '../shared/refusal.ts';
import { type Caller, memberBehind } from './caller.ts';

/**
 * All keys and sessions of one member together may use this multiple of the limit of one key (docs/rules.md, Limits).
 */
export const MEMBER_QUOTA_FACTOR = 4;

/** The key and the member whose limits a request counts against (docs/rules.md, Limits). */
export interface QuotaHolder {
  /** The key; for a session, the key used to sign in, so that signing in again does not raise the limit. */
  readonly key: string;
  /** The member behind the key; null if there is no single one. */
  readonly member: string | null;
}

export const quotaHolderOf = (caller: Caller): QuotaHolder => ({
  key: caller.key.signedInWith ?? caller.key.id,
  member: memberBehind(caller),
});

export interface HeldQuota {
  /** Counts one more for the caller until the returned function is called. 429 over the limit. */
  take(caller: Caller): () => void;
}

/** Limits concurrent use per key, and per member with all their keys. */
export function heldQuota(perKey: number, what: string, advice: string): HeldQuota {
  const held = new Map<string, number>();
  const perMember = perKey * MEMBER_QUOTA_FACTOR;
  const tooMany = (who: string, limit: number) =>
    new Refusal('RATE_LIMITED', `${who} may hold at most ${limit} ${what} at a time. ${advice}`);

  const countOf = (name: string) => held.get(name) ?? 0;
  const giveBack = (name: string) => {
    const left = countOf(name) - 1;
    if (left > 0) held.set(name, left);
    else held.delete(name);
  };

  return {
    take: (caller) => {
      const { key, member } = quotaHolderOf(caller);
      const names = member === null ? [`key ${key}`] : [`key ${key}`, `member ${member}`];
      if (countOf(names[0] as string) >= perKey) throw tooMany('A key', perKey);
      if (names[1] !== undefined && countOf(names[1]) >= perMember) {
        throw tooMany('One member with all keys and sessions', perMember);
      }
      for (const name of names) held.set(name, countOf(name) + 1);
      return () => names.forEach(giveBack);
    },
  };
}
