/** Thrown for what was under way when a connection was lost, and for what is asked of one that has been. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The SQLSTATE of an error of the server, or the system's code of another; '' for one without. */
export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Whether the server has said it. Its errors have a severity. */
export const isOfServer = (error: unknown): boolean =>
  typeof (error as { severity?: unknown } | null)?.severity === 'string';

/** Whether the connection has ended with it: the server shuts down, or has ended this one. */
export const endsConnection = (error: unknown): boolean => {
  const { severity } = (error ?? {}) as { severity?: unknown };
  return error instanceof ConnectionLost || severity === 'FATAL' || severity === 'PANIC';
};

const ENDED_BY_AN_OPERATOR = '57P01';

/** Whether somebody has ended the connection at the server, which itself may well be there. */
export const wasEnded = (error: unknown): boolean =>
  [codeOf(error), codeOf((error as { cause?: unknown } | null)?.cause)].includes(ENDED_BY_AN_OPERATOR);

/**
 * What only the server's error says of rows: it may repeat what people have written, which belongs into no log. The
 * message, the table and the constraint tell enough.
 */
const SAYS_TOO_MUCH = ['detail', 'where', 'hint', 'internalQuery', 'dataType'];

export function withoutContents(error: unknown): unknown {
  if (error instanceof Error)
    for (const name of SAYS_TOO_MUCH) delete (error as never as Record<string, unknown>)[name];
  return error;
}

/** A prepared statement that the server does not have, or has another of: somebody between us hands out connections. */
const UNKNOWN_STATEMENT = ['26000', '42P05'];

/** Whether the server cannot run a statement as it was prepared: since then the schema has changed, or it was forgotten. */
export const isStale = (error: unknown): boolean =>
  UNKNOWN_STATEMENT.includes(codeOf(error)) ||
  (codeOf(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery');

/** Two transactions were in each other's way; one of them is to run again. */
const AGAIN = ['40001', '40P01'];
/** Whether what has failed with it is to run again, on the same connection as well as on another. */
export const mayRunAgain = (error: unknown): boolean => AGAIN.includes(codeOf(error)) || isStale(error);
