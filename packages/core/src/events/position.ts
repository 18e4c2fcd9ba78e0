import { Refusal } from '../shared/refusal.ts';

/*
 * A position is an opaque text: whoever reads events keeps the last one and goes on after it. It names the workspace, so
 * that one of another is no position here, and the number of the event that it comes after.
 */

const RADIX = 36;
const NUMBER = /^[0-9a-z]{1,10}$/;

const prefixOf = (workspaceId: string): string => `${workspaceId.slice(-8).toLowerCase()}-`;

export const positionAt = (workspaceId: string, seq: number): string =>
  prefixOf(workspaceId) + seq.toString(RADIX);

/** The number of the event that a position comes after; 400 INVALID_CURSOR for what is none of this workspace. */
export function numberAt(workspaceId: string, position: string, last: number): number {
  const prefix = prefixOf(workspaceId);
  const digits = position.startsWith(prefix) ? position.slice(prefix.length) : '';
  const seq = NUMBER.test(digits) ? Number.parseInt(digits, RADIX) : Number.NaN;
  // Nobody has been given one that lies ahead: it is from before a backup was restored.
  if (seq <= last) return seq;
  throw new Refusal(
    'INVALID_CURSOR',
    'This is no position in the events of this workspace. Start from the oldest that are kept without one, or from now with latest.',
    { fields: { after: ['is no position in the events of this workspace'] } },
  );
}

/** 410: what comes after the position is not kept any more; `oldest` is where to go on. */
export const eventsPruned = (workspaceId: string, keptAfter: number): Refusal =>
  new Refusal(
    'EVENTS_PRUNED',
    'Events after this position are not kept any more. Go on from the position given as oldest, and read anew what may have changed.',
    { details: { oldest: positionAt(workspaceId, keptAfter) } },
  );
