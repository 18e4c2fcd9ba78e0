import { hash } from 'node:crypto';
import { type Position, Refusal } from '@tandem/core';

/** The list that a cursor belongs to: operation, workspace, path and filters. */
export interface ListIdentity {
  readonly operation: string;
  readonly workspaceId: string;
  readonly params: object;
  readonly filters: object;
}

const fingerprint = (list: ListIdentity): string =>
  hash('sha256', JSON.stringify(list), 'base64url').slice(0, 16);

/** An opaque text with the position where a page ended and a fingerprint of the list. */
export const encodeCursor = (position: Position, list: ListIdentity): string =>
  Buffer.from(JSON.stringify([fingerprint(list), position])).toString('base64url');

/** 400 INVALID_CURSOR for a cursor that was not issued for this exact list. */
export function decodeCursor(cursor: string, list: ListIdentity): Position {
  const [print, position] = parsed(cursor);
  // Our texts never contain a NUL, and a database may reject one.
  const known =
    typeof position === 'number'
      ? Number.isSafeInteger(position)
      : typeof position === 'string' && !position.includes('\0');
  if (print !== fingerprint(list) || !known) {
    throw new Refusal(
      'INVALID_CURSOR',
      'This cursor was not issued for this list with these filters. Start again without a cursor.',
      { fields: { cursor: ['was not issued for this list with these filters'] } },
    );
  }
  return position as Position;
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
