import type { Member } from '../members/member.ts';
import type { WebSession } from '../sessions/session.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Key } from './keys.ts';

/** A key or what a session speaks as, and whoever stands behind it, as one look-up gives them. */
export interface Keyholder {
  readonly workspace: Workspace;
  readonly key: Key;
  /** The session whose key it is; none where it is an API key. */
  readonly session?: WebSession;
  /** The member the key speaks as. */
  readonly member: Member | null;
  /** The member who made the key. */
  readonly creator: Member | null;
}

export interface KeyStore {
  insert(key: Key): Promise<void>;
  delete(id: string): Promise<void>;
  byId(id: string): Promise<Key | null>;
  /** Newest first: all keys of the workspace, or those that a member made or that speak as it, or one key. */
  list(of: { memberId?: string; keyId?: string }, page: PageSlice): Promise<Page<Key>>;
  /** Whether a person has a key of their own that is in force at `now`. */
  personHasKey(memberId: string, now: number): Promise<boolean>;
  /** How many keys speak as a member or were made by it; counted no further than `atMost`. */
  countOfMember(memberId: string, atMost: number): Promise<number>;
  /**
   * Takes every key that speaks as a member, and every one that it made but those of agents; returns them,
   * newest first.
   */
  deleteOfMember(memberId: string): Promise<readonly Key[]>;
  /** The keys that a member made and that its removal leaves, those of agents, newest first. */
  outliving(memberId: string): Promise<readonly Key[]>;
  touch(id: string, usedAt: number): Promise<void>;
}
