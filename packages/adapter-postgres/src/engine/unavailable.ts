import { Refusal } from '@tandem/core';
import { ConnectionLost, codeOf, endsConnection, isStale } from './errors.ts';

/**
 * SQLSTATE classes that time or a repair can resolve: no connection, too many connections, full disk or memory,
 * operator intervention, system errors, corrupted files.
 */
const CLASSES = ['08', '53', '57', '58', 'XX'];
/** Individual codes: a lock timeout, a transaction timeout, a read-only database. */
const CODES = ['55P03', '55006', '25P03', '25P04', '25006', '40001', '40P01', '28000', '28P01', '3D000'];
/** System errors without a connection. */
const SYSTEM = /^(E[A-Z]+|UND_ERR.*)$/;

/** True if the database is unable to serve now, false if the request was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLost || endsConnection(error) || isStale(error)) return true;
  const code = codeOf(error);
  if (code.length === 5 && !code.startsWith('E'))
    return CLASSES.includes(code.slice(0, 2)) || CODES.includes(code);
  return SYSTEM.test(code);
}

/** Turns errors of the environment into refusals; any other error is a bug. */
export const translated = (error: unknown): unknown =>
  isUnavailable(error)
    ? new Refusal(
        'UNAVAILABLE',
        'The database cannot do this right now. Nothing was changed; try again later.',
        { cause: error },
      )
    : error;

/** If the outcome of a change is unknown, the message says so: repeating it may apply it twice. */
export const uncertain = (cause?: unknown): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    'The connection to the database was lost during this change, and the database does not respond yet. The change may have been made: check before you try again, or repeat the request with the same idempotency key.',
    { cause },
  );

/** Why the service is not ready although the database responds. */
export const heldUp = ({ length }: readonly unknown[], seconds: number): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    `Writes in ${length === 1 ? 'a workspace' : `${length} workspaces`} have been held up for ${seconds} seconds.`,
  );

/** Why a unit of work did not start. */
export const tooManyBefore = (): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    'The database did not process this change in time. Nothing was changed; try again later.',
  );

/** The refusal during shutdown. */
export const stopping = (): Refusal =>
  new Refusal('UNAVAILABLE', 'The service is stopping. Try again later.');
