import type { Page, PageSlice } from '../shared/page.ts';
import type { Key } from './keys.ts';

export interface KeyStore {
  insert(key: Key): Promise<void>;
  delete(id: string): Promise<void>;
  byId(id: string): Promise<Key | null>;
  /** Newest first, without run keys: all keys of the workspace, those that a member created or that speak as it, or one key. */
  list(of: { memberId?: string; keyId?: string }, page: PageSlice): Promise<Page<Key>>;
  /** Whether a person has an unexpired key of their own at `now`. */
  personHasKey(memberId: string, now: number): Promise<boolean>;
  /** Number of keys that speak as a member or were created by it; counting stops at `atMost`. */
  countOfMember(memberId: string, atMost: number): Promise<number>;
  /**
   * Deletes every key that speaks as a member, and every key it created except those of agents; returns them, newest
   * first.
   */
  deleteOfMember(memberId: string): Promise<readonly Key[]>;
  /** The keys created by a member that stay valid after its removal, those of agents; newest first. */
  outliving(memberId: string): Promise<readonly Key[]>;
  /** Ends the run key of a claim, if it has one: it is refused from this time on (by the clock). */
  endRun(claimId: string, at: number): Promise<void>;
  /** Deletes at most `atMost` run keys that ended before a time; returns the number deleted. */
  forgetRuns(before: number, atMost: number): Promise<number>;
  touch(id: string, usedAt: number): Promise<void>;
}
