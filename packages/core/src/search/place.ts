import type { Position } from '../shared/page.ts';
import { Refusal } from '../shared/refusal.ts';

/**
 * Where something stands among what was found: the task of that number, then by stages, and in each of them the newer
 * before the older. A project, an initiative or a goal is newer than the tasks that were there when it was made.
 */
export interface Place {
  readonly stage: Stage;
  /** A task's number; of anything else the number of the last task that there was before it. */
  readonly number: number;
  /** 0 for a task; else 1 for the first that was made of all that is no task, and so on. */
  readonly ordinal: number;
}

/** The task of that number; in the title and open, and closed; in any text and open, and closed. */
export type Stage = 0 | 1 | 2 | 3 | 4;

export const stageOf = (inTitle: boolean, open: boolean): Stage => (inTitle ? (open ? 1 : 2) : open ? 3 : 4);

/** Orders by the place of each. */
export const comparePlaces = (a: Place, b: Place): number =>
  a.stage - b.stage || b.number - a.number || b.ordinal - a.ordinal;

/** Before anything that can be found in a stage. */
export const topOf = (stage: Stage): Place => ({
  stage,
  number: Number.MAX_SAFE_INTEGER,
  ordinal: Number.MAX_SAFE_INTEGER,
});

export const positionOf = ({ stage, number, ordinal }: Place): Position => `${stage} ${number} ${ordinal}`;

const POSITION = /^([0-4]) (\d{1,16}) (\d{1,16})$/;

/** After which place a page goes on. */
export function placeAfter(position: Position | undefined): Place | null {
  if (position === undefined) return null;
  const match = POSITION.exec(String(position));
  if (!match) {
    throw new Refusal(
      'INVALID_CURSOR',
      'This cursor was not issued for this search. Start again without a cursor.',
      {
        fields: { cursor: ['was not issued for this search'] },
      },
    );
  }
  return { stage: Number(match[1]) as Stage, number: Number(match[2]), ordinal: Number(match[3]) };
}
