import { isInForce, type Key, newSecret } from '../access/keys.ts';
import type { Scope } from '../access/scopes.ts';
import type { Keyholder } from '../access/store.ts';
import type { Ports } from '../ports.ts';

/** What every secret of a session begins with. */
export const SESSION_PREFIX = 'tds';

const DAY_MS = 24 * 60 * 60_000;

/** How long a session lasts after its last use, in milliseconds; a key that ends earlier ends its sessions. */
export const SESSION_MS = 90 * DAY_MS;

/** A session that is used is renewed no more often than this: renewing is a write. */
export const RENEWED_EVERY_MS = DAY_MS;

/** Sessions that a person has at a time, those that are over included; with another the oldest goes. */
export const MAX_SESSIONS = 50;

/** Code points that are kept of what a browser says of itself. */
export const USER_AGENT = 256;

/** What the record and `me` call the key of a session. */
export const SESSION_NAME = 'web session';

/** A browser in which a person is signed in (docs/rules.md, Sessions). */
export interface WebSession {
  readonly id: string;
  readonly memberId: string;
  /** The key that it was made from, and ends with; null where it came from a code. */
  readonly keyId: string | null;
  /** When that key ends: what is done by the session must not outlive it either. */
  readonly keyExpiresAt: number | null;
  readonly scopes: readonly Scope[];
  /** What the browser says of itself. */
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
  /** SHA-256 of the secret, in hexadecimal. The secret itself is kept nowhere. */
  readonly secretHash: string;
}

/** A session as the browser that it is for gets it, once: with the secret. */
export interface IssuedSession {
  readonly session: WebSession;
  readonly secret: string;
}

/** Makes a session and its secret; the caller keeps the one and hands over the other. */
export function issueSession(
  of: Pick<WebSession, 'memberId' | 'keyId' | 'keyExpiresAt' | 'scopes'> & { userAgent: string | undefined },
  { clock, newId, secrets }: Ports,
): IssuedSession {
  const id = newId();
  const secret = newSecret(SESSION_PREFIX, id, secrets);
  const now = clock();
  const session: WebSession = {
    id,
    memberId: of.memberId,
    keyId: of.keyId,
    keyExpiresAt: of.keyExpiresAt,
    scopes: of.scopes,
    userAgent: shortened(of.userAgent),
    createdAt: now,
    lastUsedAt: null,
    expiresAt: Math.min(now + SESSION_MS, of.keyExpiresAt ?? Number.POSITIVE_INFINITY),
    secretHash: secrets.sha256(secret),
  };
  return { session, secret };
}

/** When a session ends that is used at `now`; null if it was renewed less than a day ago. */
export function renewedEnd(
  { expiresAt, keyExpiresAt }: Pick<WebSession, 'expiresAt' | 'keyExpiresAt'>,
  now: number,
): number | null {
  const end = Math.min(now + SESSION_MS, keyExpiresAt ?? Number.POSITIVE_INFINITY);
  return end - expiresAt >= RENEWED_EVERY_MS ? end : null;
}

/** Without characters that nobody sees, and null where nothing is left. */
function shortened(userAgent = ''): string | null {
  const seen = userAgent
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 4 * USER_AGENT);
  return [...seen].slice(0, USER_AGENT).join('').trim() || null;
}

/** The key that a session speaks as: its person's own, which ends when the one does that it was made from. */
export const keyOfSession = (session: WebSession): Key => ({
  id: session.id,
  name: SESSION_NAME,
  kind: 'person',
  memberId: session.memberId,
  scopes: session.scopes,
  createdBy: session.memberId,
  expiresAt: session.keyExpiresAt,
  lastUsedAt: session.lastUsedAt,
  createdAt: session.createdAt,
  secretHash: session.secretHash,
});

/** Whether the key, and the session if it is one's, has not ended yet. */
export const holds = ({ key, session }: Pick<Keyholder, 'key' | 'session'>, now: number): boolean =>
  isInForce(key, now) && (session === undefined || isInForce(session, now));
