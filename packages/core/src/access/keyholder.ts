import type { Member } from '../members/member.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isInForce, type Key } from './keys.ts';

/** A key, or the key view of a session, with the members behind it, from one look-up. */
export interface Keyholder {
  readonly workspace: Workspace;
  readonly key: Key;
  /** The session whose key this is; undefined for an API key. */
  readonly session?: { readonly keyId: string | null; readonly expiresAt: number };
  /** The member that the key speaks as. */
  readonly member: Member | null;
  /** The member who created the key. */
  readonly creator: Member | null;
}

/** Whether the key and its session, if any, have not expired. */
export const holds = ({ key, session }: Pick<Keyholder, 'key' | 'session'>, now: number): boolean =>
  isInForce(key, now) && (session === undefined || isInForce(session, now));
