import type { Page, PageSlice } from '../shared/page.ts';
import type { SignInLink } from './links.ts';
import type { WebSession } from './session.ts';

/** Sessions of people, and their sign-in links. Both are deleted with the person. */
export interface WebSessionStore {
  insert(session: WebSession): Promise<void>;
  delete(id: string): Promise<void>;
  byId(id: string): Promise<WebSession | null>;
  /** Newest first: all of the workspace, or those of a member. */
  list(of: { memberId?: string | undefined }, page: PageSlice): Promise<Page<WebSession>>;
  /** Sessions made from a key. */
  ofKey(keyId: string): Promise<readonly WebSession[]>;
  /** Whether a person has an unexpired session at `now`. */
  personHasSession(memberId: string, now: number): Promise<boolean>;
  /** Deletes all but a member's newest `keep` sessions; returns the deleted ones. */
  trim(memberId: string, keep: number): Promise<readonly WebSession[]>;
  touch(id: string, usedAt: number): Promise<void>;
  /** Changes the expiry of a session, which may have been deleted meanwhile. */
  renew(id: string, expiresAt: number): Promise<void>;
  /** Deletes up to `limit` sessions that expired by then; returns how many. */
  forget(until: number, limit: number): Promise<number>;
}

export interface SignInLinkStore {
  /** Adds a link, and deletes the member's oldest beyond `atMost`. */
  insert(link: SignInLink, atMost: number): Promise<void>;
  byId(id: string): Promise<SignInLink | null>;
  delete(id: string): Promise<void>;
  /** Deletes up to `limit` links that expired by then; returns how many. */
  forget(until: number, limit: number): Promise<number>;
}
