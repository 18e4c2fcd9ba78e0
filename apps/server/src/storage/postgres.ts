import { setTimeout as pause } from 'node:timers/promises';
import {
  DatabaseTooNew,
  DatabaseTooOld,
  type PostgresStorage,
  postgresStorage,
  UnfitServer,
} from '@tandem/adapter-postgres';
import { CannotRun } from '../errors/cannot-run.ts';
import { shownUrl } from '../settings/database-url.ts';
import type { Listeners } from './listeners.ts';

/** The interval of connection attempts. */
const TRY_MS = 500;

export interface PostgresOptions extends Listeners {
  /** The number of connections that units of work share. */
  readonly connections?: number;
  /** How long to wait for an unreachable database; no wait by default. */
  readonly patienceMs?: number;
}

/**
 * Opens a PostgreSQL database and migrates its tables. Throws `CannotRun` for problems that the operator can fix; the
 * message names the database without its password.
 */
export async function openPostgres(
  url: string,
  { patienceMs = 0, onWaiting, ...listeners }: PostgresOptions = {},
): Promise<PostgresStorage> {
  const until = performance.now() + patienceMs;
  let logged = false;
  for (;;) {
    try {
      return await postgresStorage({ url, ...listeners });
    } catch (error) {
      if (!isAway(error) || performance.now() + TRY_MS > until) throw explained(error, url, patienceMs);
      if (!logged) onWaiting?.(error);
      logged = true;
      await pause(TRY_MS);
    }
  }
}

/** Error codes of the system and of PostgreSQL after which a retry may succeed. */
const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: "the host name can't be looked up",
  ETIMEDOUT: 'it does not respond',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the host',
  ECONNRESET: 'the connection was cut',
  ENOENT: 'the socket does not exist',
  '57P01': 'it is shutting down',
  '57P02': 'it is recovering from a crash',
  '57P03': 'it is starting',
  '53300': 'it accepts no more connections; raise its max_connections, or end other clients',
};

/** Why a reachable database refuses, in words that follow its name. */
const MEANINGS: Readonly<Record<string, string>> = {
  '28P01': 'rejects the user or the password. Correct them in TANDEM_DATABASE_URL.',
  '28000':
    'does not accept this user from this machine. Change its pg_hba.conf, or TANDEM_DATABASE_URL; ?sslmode=verify-full enables TLS.',
  '3D000': 'does not exist on its server. Create it (createdb), or correct TANDEM_DATABASE_URL.',
  '42501':
    'does not allow this user to create tables. Make the user the owner of the database, or grant CREATE on its schema.',
  '3F000': 'has no schema for the tables. Create it, or correct search_path.',
  '25006': 'is a read-only replica. Set TANDEM_DATABASE_URL to the primary.',
};

/** The same for driver errors that have no code. */
const REFUSALS: readonly (readonly [said: RegExp, meaning: string])[] = [
  [
    /^SASL: .* client password must be/,
    'requires a password. Add it to TANDEM_DATABASE_URL, after the user and a colon.',
  ],
  [
    /does not support SSL/,
    'does not support TLS, which sslmode in TANDEM_DATABASE_URL requires. Turn it on in its postgresql.conf (ssl), or omit sslmode.',
  ],
];

interface Caused {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly path?: unknown;
  readonly syscall?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** The error and its chain of causes. */
function* chainOf(error: unknown): Generator<Caused> {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as Caused).cause) yield each;
}
const codesOf = (error: unknown): string[] => [...chainOf(error)].map(({ code }) => String(code));

/** The message for an error that waiting would not fix. */
function refusalOf(error: unknown): string | undefined {
  for (const { message, code, path, syscall } of chainOf(error)) {
    const known = REFUSALS.find(([pattern]) => pattern.test(String(message)));
    if (known) return known[1];
    if (syscall === 'open')
      return `was not contacted: ${path}, named in TANDEM_DATABASE_URL, can't be read (${code}).`;
  }
  return undefined;
}

const isAway = (error: unknown): boolean =>
  !refusalOf(error) && (codesOf(error).some((code) => code in AWAY) || isLost(error));
/** Errors without a code: a timeout, or a connection closed during the handshake. */
const isLost = (error: unknown): boolean => {
  const chain = [...chainOf(error)];
  return chain.some(({ name }) => name === 'ConnectionLost') && chain.every(({ code }) => code === undefined);
};

const TLS = /^(ERR_TLS|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;

/** Converts errors that the operator can fix to `CannotRun`; returns other errors unchanged. */
function explained(error: unknown, url: string, waitedMs: number): unknown {
  const refused = (meaning: string) => new CannotRun(`The database ${shownUrl(url)} ${meaning}`);
  if (error instanceof DatabaseTooNew) {
    return refused('was written by a newer version of Tandem. Run that version or a later one.');
  }
  if (error instanceof UnfitServer || error instanceof DatabaseTooOld)
    return refused(`cannot be used. ${error.message}`);
  const refusal = refusalOf(error);
  if (refusal) return refused(refusal);
  const codes = codesOf(error);
  const known = codes.find((code) => code in MEANINGS);
  if (known) return refused(MEANINGS[known] as string);
  const certificate = codes.find((code) => TLS.test(code));
  if (certificate) {
    return refused(
      `has an untrusted certificate (${certificate}). Set sslrootcert in TANDEM_DATABASE_URL to its certificate authority.`,
    );
  }
  if (!isAway(error)) return error;
  const away = codes.map((code) => AWAY[code]).find(Boolean) ?? 'it does not respond';
  const waited = waitedMs > 0 ? ` after ${Math.round(waitedMs / 1000)} seconds` : '';
  return refused(`cannot be reached (${away})${waited}. Start it, or correct TANDEM_DATABASE_URL.`);
}
