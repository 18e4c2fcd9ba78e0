/**
 * The manual order of tasks (docs/decisions/0167-ranks.md). A rank is a cell and a fraction, both in base 36, compared
 * as text. Each task has a cell of its own, newer tasks before older ones, and an unranked task is at its start. A task
 * that is moved next to another gets a fraction within the cell of that task, or the one before it, so that no rank is
 * stored until somebody moves a task.
 */
export type Rank = string;

const BASE = 36;
const CELL_LENGTH = 8;
/** Leaves cells on both sides. */
const MIDDLE = BASE ** CELL_LENGTH / 2;

/** Maximum digits of a fraction: about 250 moves to the same place before ranks are spread again. */
export const MAX_FRACTION = 48;

const digit = (value: number): string => value.toString(BASE);
const valueAt = (fraction: string, i: number): number =>
  i < fraction.length ? Number.parseInt(fraction[i] as string, BASE) : 0;

const RANK = new RegExp(`^[0-9a-z]{${CELL_LENGTH},${CELL_LENGTH + MAX_FRACTION}}$`);

/** Whether a text is a rank. */
export const isRank = (text: string): boolean => RANK.test(text);

const cellOf = (rank: Rank): string => rank.slice(0, CELL_LENGTH);
const fractionOf = (rank: Rank): string => rank.slice(CELL_LENGTH);
const cellAt = (position: number): string => digit(position).padStart(CELL_LENGTH, '0');
const positionOf = (cell: string): number => Number.parseInt(cell, BASE);

/** The rank of a task that has not been moved. */
const defaultRank = (taskNumber: number): Rank => cellAt(MIDDLE - taskNumber);

/** The rank of a task, stored or not. */
export const rankOf = ({
  rank,
  taskNumber,
}: {
  readonly rank: Rank | null;
  readonly taskNumber: number;
}): Rank => rank ?? defaultRank(taskNumber);

/**
 * The number after which a list continues with unmoved tasks: downwards in ascending order of ranks, otherwise upwards. A
 * cursor can be forged: 0 for anything else.
 */
export function numberAfter(rank: Rank, order: 'asc' | 'desc'): number {
  const number = MIDDLE - positionOf(cellOf(rank)) - (order === 'desc' && fractionOf(rank) !== '' ? 1 : 0);
  return Number.isSafeInteger(number) ? Math.max(0, number) : 0;
}

export type Side = 'before' | 'after';

/** An open range within a cell; a null end is the end of the cell. */
export interface Gap {
  readonly cell: string;
  readonly low: string;
  readonly high: string | null;
}

/** The gap on one side of a task. `next` is the nearest stored rank on that side, if any. */
export function gapBeside(rank: Rank, side: Side, next: Rank | undefined): Gap {
  const fraction = fractionOf(rank);
  const isStart = side === 'before' && fraction === '';
  const cell = isStart ? cellAt(positionOf(cellOf(rank)) - 1) : cellOf(rank);
  const other = next !== undefined && cellOf(next) === cell ? fractionOf(next) : undefined;
  return side === 'before'
    ? { cell, low: other ?? '', high: isStart ? null : fraction }
    : { cell, low: fraction, high: other ?? null };
}

/** `count` ranks in a gap, in order and as short as possible. */
export function ranksBetween({ cell, low, high }: Gap, count: number): readonly Rank[] {
  if (count === 0) return [];
  const middle = between(low, high);
  const before = Math.floor((count - 1) / 2);
  return [
    ...ranksBetween({ cell, low, high: middle }, before),
    cell + middle,
    ...ranksBetween({ cell, low: middle, high }, count - 1 - before),
  ];
}

export const isTooLong = (rank: Rank): boolean => rank.length > CELL_LENGTH + MAX_FRACTION;

/** The gap between two stored ranks of a cell; undefined is its start or end. */
export const gapBetween = (cell: string, first: Rank | undefined, last: Rank | undefined): Gap => ({
  cell,
  low: first === undefined ? '' : fractionOf(first),
  high: last === undefined ? null : fractionOf(last),
});

export const isInCell = (cell: string, rank: Rank): boolean => cellOf(rank) === cell;

/** A short fraction between two others. Fractions never end with 0, so that there is always one. */
function between(low: string, high: string | null): string {
  let shared = '';
  for (let i = 0; ; i++) {
    if (i === high?.length) throw new RangeError('There is no fraction between equal ones.');
    const from = valueAt(low, i);
    const to = high === null ? BASE : valueAt(high, i);
    if (to - from > 1) return shared + digit(Math.floor((from + to) / 2));
    shared += digit(from);
    // From here on, everything after `low` is before `high`.
    if (to > from) return afterIn(low, i + 1, shared);
  }
}

/** A short fraction that starts with `start` and comes after `low`. */
function afterIn(low: string, from: number, start: string): string {
  let shared = start;
  for (let i = from; ; i++) {
    const value = valueAt(low, i);
    if (BASE - value > 1) return shared + digit(Math.floor((value + BASE) / 2));
    shared += digit(value);
  }
}
