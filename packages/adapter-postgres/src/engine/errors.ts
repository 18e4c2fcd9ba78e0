/** Thrown for statements in flight when a connection is lost, and for later ones on it. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The SQLSTATE of a server's error, or the system's code of another; '' for one without. */
export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** True for errors reported by the server, which have a severity. */
export const isOfServer = (error: unknown): boolean =>
  typeof (error as { severity?: unknown } | null)?.severity === 'string';

/** True if the error ended the connection: the server is shutting down or has terminated it. */
export const endsConnection = (error: unknown): boolean => {
  const { severity } = (error ?? {}) as { severity?: unknown };
  return error instanceof ConnectionLost || severity === 'FATAL' || severity === 'PANIC';
};

const ENDED_BY_AN_OPERATOR = '57P01';

/** True if someone terminated the connection at the server, which may still be running. */
export const wasEnded = (error: unknown): boolean =>
  [codeOf(error), codeOf((error as { cause?: unknown } | null)?.cause)].includes(ENDED_BY_AN_OPERATOR);

/**
 * Fields of server errors that may repeat user data, which must not be logged. The message, table and constraint
 * suffice.
 */
const SAYS_TOO_MUCH = ['detail', 'where', 'hint', 'internalQuery', 'dataType'];

export function withoutContents(error: unknown): unknown {
  if (error instanceof Error)
    for (const name of SAYS_TOO_MUCH) delete (error as never as Record<string, unknown>)[name];
  return error;
}

/** The server lacks a prepared statement or has a different one: a pooler switches connections. */
const UNKNOWN_STATEMENT = ['26000', '42P05'];

/**
 * True if the server cannot run a prepared statement because the schema has changed or the statement was deallocated.
 */
export const isStale = (error: unknown): boolean =>
  UNKNOWN_STATEMENT.includes(codeOf(error)) ||
  (codeOf(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery');

/** Two transactions conflicted; one of them must be retried. */
const AGAIN = ['40001', '40P01'];
/** True if the failed work should be retried, on the same or another connection. */
export const mayRunAgain = (error: unknown): boolean => AGAIN.includes(codeOf(error)) || isStale(error);
