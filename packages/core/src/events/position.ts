import { Refusal } from '../shared/refusal.ts';

/*
 * A position is an opaque text: readers store the last one and continue after it. It encodes the workspace, so that
 * positions of other workspaces are rejected, and the number of the event that it follows.
 */

const RADIX = 36;
const NUMBER = /^[0-9a-z]{1,10}$/;

const prefixOf = (workspaceId: string): string => `${workspaceId.slice(-8).toLowerCase()}-`;

export const positionAt = (workspaceId: string, seq: number): string =>
  prefixOf(workspaceId) + seq.toString(RADIX);

/**
 * The number of the event that a position follows; 400 INVALID_CURSOR for a position that is not from this workspace.
 */
export function numberAt(workspaceId: string, position: string, last: number): number {
  const prefix = prefixOf(workspaceId);
  const digits = position.startsWith(prefix) ? position.slice(prefix.length) : '';
  const seq = NUMBER.test(digits) ? Number.parseInt(digits, RADIX) : Number.NaN;
  // A number beyond the last event was issued before a backup was restored.
  if (seq <= last) return seq;
  throw new Refusal(
    'INVALID_CURSOR',
    'This is not a position in the events of this workspace. Omit it to start from the oldest stored event, or use latest to start from now.',
    { fields: { after: ['is not a position in the events of this workspace'] } },
  );
}

/** 410: events after the position have been pruned; continue from `oldest`. */
export const eventsPruned = (workspaceId: string, keptAfter: number): Refusal =>
  new Refusal(
    'EVENTS_PRUNED',
    'Events after this position are no longer stored. Continue from the position given as oldest, and fetch again everything that may have changed.',
    { details: { oldest: positionAt(workspaceId, keptAfter) } },
  );
