import type { Key } from '../access/keys.ts';
import type { Scope } from '../access/scopes.ts';
import type { Environment } from '../shared/environment.ts';
import { Refusal } from '../shared/refusal.ts';
import { newSecret } from '../shared/secrets.ts';

/** Prefix of every session secret. */
export const SESSION_PREFIX = 'tds';

const DAY_MS = 24 * 60 * 60_000;

/** Time from its last use until a session expires, in milliseconds; a key that expires earlier ends its sessions. */
export const SESSION_MS = 90 * DAY_MS;

/** Minimum time between renewals of a session, because each one is a write. */
export const RENEWED_EVERY_MS = DAY_MS;

/** Maximum sessions per person, including expired ones; a further one replaces the oldest. */
export const MAX_SESSIONS = 50;

/** Stored code points of a browser's user agent. */
export const USER_AGENT = 256;

/** The name of a session's key in the log and in `me`. */
export const SESSION_NAME = 'web session';

/** A browser in which a person is signed in (docs/rules.md, Browser sessions). */
export interface WebSession {
  readonly id: string;
  readonly memberId: string;
  /** The key that it was made from, and with which it ends; null if it was made from a code. */
  readonly keyId: string | null;
  /** The expiry of that key: actions of the session must not outlive it either. */
  readonly keyExpiresAt: number | null;
  readonly scopes: readonly Scope[];
  /** The browser's user agent. */
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
  /** SHA-256 of the secret, in hexadecimal. The secret itself is not stored. */
  readonly secretHash: string;
}

/** A new session with its secret, which the browser gets only once. */
export interface IssuedSession {
  readonly session: WebSession;
  readonly secret: string;
}

/** Creates a session and its secret; the caller stores the session and hands over the secret. */
export function issueSession(
  of: Pick<WebSession, 'memberId' | 'keyId' | 'keyExpiresAt' | 'scopes'> & { userAgent: string | undefined },
  { clock, newId, secrets }: Environment,
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

/** The new expiry of a session used at `now`; null if it was renewed less than a day ago. */
export function renewedEnd(
  { expiresAt, keyExpiresAt }: Pick<WebSession, 'expiresAt' | 'keyExpiresAt'>,
  now: number,
): number | null {
  const end = Math.min(now + SESSION_MS, keyExpiresAt ?? Number.POSITIVE_INFINITY);
  return end - expiresAt >= RENEWED_EVERY_MS ? end : null;
}

/** Without invisible characters; null if nothing remains. */
function shortened(userAgent = ''): string | null {
  const seen = userAgent
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 4 * USER_AGENT);
  return [...seen].slice(0, USER_AGENT).join('').trim() || null;
}

/** The key that a session acts as: its person's own, which expires with the key that the session was made from. */
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
  taskNumber: null,
  issuedTo: null,
  secretHash: session.secretHash,
});

/** A session in the log: it appears as the key of a browser. */
export const sessionEntity = ({ id }: Pick<WebSession, 'id'>) =>
  ({ type: 'key', id, title: SESSION_NAME }) as const;

export const notAPersons = () =>
  new Refusal(
    'FORBIDDEN',
    "Only a person's own key can sign in. Use a key of the kind person, or ask the operator for a link.",
  );
