import type { Page, PageSlice } from '../shared/page.ts';
import type { SignInLink } from './links.ts';
import type { WebSession } from './session.ts';

/** Sessions of people, and the links by which they sign in. Both go with the person. */
export interface WebSessionStore {
  insert(session: WebSession): Promise<void>;
  delete(id: string): Promise<void>;
  byId(id: string): Promise<WebSession | null>;
  /** Newest first: all of the workspace, or those of a member. */
  list(of: { memberId?: string | undefined }, page: PageSlice): Promise<Page<WebSession>>;
  /** Those that are made from a key. */
  ofKey(keyId: string): Promise<readonly WebSession[]>;
  /** Whether a person has a session that is in force at `now`. */
  personHasSession(memberId: string, now: number): Promise<boolean>;
  /** Takes what a member has beside its newest `keep`; returns it. */
  trim(memberId: string, keep: number): Promise<readonly WebSession[]>;
  touch(id: string, usedAt: number): Promise<void>;
  /** Moves the end of a session, which may have gone meanwhile. */
  renew(id: string, expiresAt: number): Promise<void>;
  /** Takes those that have ended by a time, as many as `limit`; returns how many went. */
  forget(until: number, limit: number): Promise<number>;
}

export interface SignInLinkStore {
  /** Adds a link to those of the member, of which the oldest beyond `atMost` go. */
  insert(link: SignInLink, atMost: number): Promise<void>;
  byId(id: string): Promise<SignInLink | null>;
  delete(id: string): Promise<void>;
  /** Takes those that have ended by a time, as many as `limit`; returns how many went. */
  forget(until: number, limit: number): Promise<number>;
}
