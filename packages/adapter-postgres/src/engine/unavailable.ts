import { Refusal } from '@tandem/core';
import { ConnectionLost, codeOf, endsConnection, isStale } from './errors.ts';

/**
 * Classes of SQLSTATE in which waiting or mending the machine helps: no connection, too many of them, full disks or memory,
 * an operator who stops things, a system that fails, damaged files.
 */
const CLASSES = ['08', '53', '57', '58', 'XX'];
/** Single ones: a lock that nobody let go of, a transaction that took too long, a database that can only be read. */
const CODES = ['55P03', '55006', '25P03', '25P04', '25006', '40001', '40P01', '28000', '28P01', '3D000'];
/** What the system says where a connection cannot be had. */
const SYSTEM = /^(E[A-Z]+|UND_ERR.*)$/;

/** Whether an error says that the database cannot do this now, rather than that it was asked for something wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLost || endsConnection(error) || isStale(error)) return true;
  const code = codeOf(error);
  if (code.length === 5 && !code.startsWith('E'))
    return CLASSES.includes(code.slice(0, 2)) || CODES.includes(code);
  return SYSTEM.test(code);
}

/** What the database cannot do now is a refusal that says so; anything else is a fault of ours. */
export const translated = (error: unknown): unknown =>
  isUnavailable(error)
    ? new Refusal(
        'UNAVAILABLE',
        'The database cannot do this right now. Nothing was changed; try again later.',
        { cause: error },
      )
    : error;

/** Where it is not known whether a change was made, that is what is said: whoever repeats it may do it twice. */
export const uncertain = (cause?: unknown): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    'The database was lost while it kept this change, and does not answer yet. It may have been made: look before you try again, or repeat the request with the same idempotency key.',
    { cause },
  );

/** Why the service is not ready although the database answers. */
export const heldUp = ({ length }: readonly unknown[], seconds: number): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    `Writes in ${length === 1 ? 'a workspace' : `${length} workspaces`} have been held up for ${seconds} seconds.`,
  );

/** Why a unit of work was not begun. */
export const tooManyBefore = (): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    'The database has not come to this change in time. Nothing was changed; try again later.',
  );

/** Why nobody is served any more. */
export const stopping = (): Refusal =>
  new Refusal('UNAVAILABLE', 'The service is stopping. Try again later.');
