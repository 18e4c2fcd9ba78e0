import type { Position } from '../shared/page.ts';
import { Refusal } from '../shared/refusal.ts';

/**
 * The rank of a search result: the task with that number first, then by stage, and newest first within a stage. A
 * project, an initiative or a goal ranks as newer than the tasks that existed when it was created.
 */
export interface SearchRank {
  readonly stage: Stage;
  /** A task's number; for other types, the number of the last task before it. */
  readonly number: number;
  /** 0 for a task; for other types, a counter of their creation from 1. */
  readonly ordinal: number;
}

/**
 * 0: the task with that number; 1 and 2: in the title of an open or closed resource; 3 and 4: in any text of an open
 * or closed resource.
 */
export type Stage = 0 | 1 | 2 | 3 | 4;

export const stageOf = (inTitle: boolean, open: boolean): Stage => (inTitle ? (open ? 1 : 2) : open ? 3 : 4);

/** Compares ranks, best first. */
export const compareRanks = (a: SearchRank, b: SearchRank): number =>
  a.stage - b.stage || b.number - a.number || b.ordinal - a.ordinal;

/** The rank before all results of a stage. */
export const topOf = (stage: Stage): SearchRank => ({
  stage,
  number: Number.MAX_SAFE_INTEGER,
  ordinal: Number.MAX_SAFE_INTEGER,
});

export const positionOf = ({ stage, number, ordinal }: SearchRank): Position =>
  `${stage} ${number} ${ordinal}`;

const POSITION = /^([0-4]) (\d{1,16}) (\d{1,16})$/;

/** Parses the position after which a page continues. */
export function rankAfter(position: Position | undefined): SearchRank | null {
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
