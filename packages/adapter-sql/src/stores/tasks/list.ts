import { comparePositions, type TaskFilter, type TaskOrder, type TaskPosition } from '@tandem/core';
import type { Session } from '../../session.ts';
import { leavingMembers } from '../removals/store.ts';
import { byNumbers } from './by-numbers.ts';
import { type Condition, conditionsOf, inStatus, withStatuses } from './conditions.ts';
import { nthOf, type Sorted, sortedOf, type TaskRange, tasksOf } from './range.ts';
import { columnOf, positionOf, positionWith, type Segment, sequencesOf } from './segments.ts';
import { type Place, type Source, sourcesOf, timedSource, wholeList } from './sources.ts';
import type { TaskView } from './view.ts';
import { withWords } from './with-words.ts';

/** A part of a list, and the position after which it continues; null at the end. */
export interface Listed {
  readonly rows: readonly TaskView[];
  readonly next: TaskPosition | null;
}

const NOTHING: Listed = { rows: [], next: null };

/**
 * The task list, at a cost that does not grow with the workspace (docs/decisions/0043 and 0162). A list is a sequence of
 * segments, each in the order of an index. One filter, with statuses, merges a few partitions of its index. Several
 * filters are intersected range by range: the filter whose next entries reach furthest along the list is the sparsest
 * there and leads; the others are checked on its entries. If they rarely intersect, a page ends early after
 * `session.pageEffort` index entries, and the next page continues from there. A filter with few tasks in all is read
 * whole and sorted if its index has another order; tasks with words are found by the search.
 */
export async function taskList(
  session: Session,
  wanted: TaskFilter,
  order: TaskOrder,
  limit: number,
  after: TaskPosition | undefined,
): Promise<Listed> {
  const filter = withStatuses(wanted);
  if (filter.statuses?.length === 0) return NOTHING;
  const leaving = filter.assigneeIds === undefined ? [] : await leavingMembers(session);
  const conditions = conditionsOf(filter, leaving);
  if (filter.words) {
    const { found, next } = await withWords(session, filter, conditions, order, limit, after);
    return pageOfFew(session, found, order, limit, after, next);
  }
  const sequences = sequencesOf(filter, order, leaving);
  const few = sequences.flat().some(isOutOfOrder) ? await fewOf(session, filter, conditions) : undefined;
  if (few) {
    const ofAnyStatus = few.source.partitions[0]?.status === null;
    const inStatuses = ofAnyStatus && filter.statuses ? [inStatus(filter.statuses)] : [];
    const others = [...conditions, ...inStatuses].filter((condition) => condition !== few.source.condition);
    const found = await sortedOf(session, few, others, columnOf(order) ?? 'number');
    return pageOfFew(session, found, order, limit, after, null);
  }
  let listed: Listed | undefined;
  for (const segments of sequences) {
    const each = await walk(session, segments, order, limit, after);
    listed = listed ? mergedPage(listed, each, order, limit) : each;
  }
  return listed ?? NOTHING;
}

/** A page of two lists in the same order. It ends where the first of them does. */
function mergedPage(one: Listed, other: Listed, order: TaskOrder, limit: number): Listed {
  const compare = comparePositions(order);
  const [end = null] = [one, other].flatMap(({ next }) => (next ? [next] : [])).sort(compare);
  const rows = [...one.rows, ...other.rows]
    .map((row) => ({ row, position: positionOf(order, row) }))
    .filter(({ position }) => end === null || compare(position, end) <= 0)
    .sort((a, b) => compare(a.position, b.position));
  const page = rows.slice(0, limit);
  return {
    rows: page.map(({ row }) => row),
    next: rows.length > limit ? (page.at(-1)?.position ?? null) : end,
  };
}

/** True if conditions must be checked that have no index in the segment's order. */
const isOutOfOrder = ({ sources, conditions }: Segment) =>
  conditions.length > 0 &&
  (sources[0]?.orderedBy !== null || conditions.some(({ served }) => served?.kind === 'times'));

/** A filter with at most this share of the effort is read whole: sorting its tasks reads each of their rows. */
const FEW = 1 / 10;

/** The entries of a condition that few tasks meet; undefined if there is none. */
async function fewOf(
  session: Session,
  filter: TaskFilter,
  conditions: readonly Condition[],
): Promise<TaskRange | undefined> {
  const sources = [
    ...(conditions.some(({ served }) => served?.kind === 'values') ? sourcesOf(filter, conditions) : []),
    ...(filter.statuses ? [wholeList(filter, true)] : []),
    ...conditions.flatMap((condition) => timedSource(filter, condition) ?? []),
  ];
  for (const source of sources) {
    const range = { source, desc: true, after: source.bounds.end, upTo: source.bounds.start };
    if ((await nthOf(session, range, Math.ceil(session.pageEffort * FEW) + 1)) === undefined) return range;
  }
  return undefined;
}

/** A page of tasks that have been read whole; `end` is where the list continues after them. */
async function pageOfFew(
  session: Session,
  found: readonly Sorted[],
  order: TaskOrder,
  limit: number,
  after: TaskPosition | undefined,
  end: TaskPosition | null,
): Promise<Listed> {
  const compare = comparePositions(order);
  const positions = found
    .map(({ value, number }) => positionWith(order, value, number))
    .filter((position) => after === undefined || compare(position, after) > 0)
    .sort(compare);
  const page = positions.slice(0, limit);
  const { rows, cut } = await byNumbers(
    session,
    page.map(([, number]) => number),
  );
  const last = cut ? page[rows.length - 1] : positions.length > limit ? page.at(-1) : end;
  return { rows, next: last ?? null };
}

async function walk(
  session: Session,
  segments: readonly Segment[],
  order: TaskOrder,
  limit: number,
  after: TaskPosition | undefined,
): Promise<Listed> {
  const rows: TaskView[] = [];
  const effort = { left: session.pageEffort };
  for (const segment of segments) {
    const { conditions, upTo, valueAt } = segment;
    let place = after === undefined ? segment.after : segment.from(after);
    if (place === null) continue;
    for (const entries of stepsOf(segment, limit, effort)) {
      const range = await furthest(session, segment, place, entries);
      const others = conditions.filter((condition) => condition !== range.source.condition);
      // One row beyond the page shows that more exist.
      const found = await tasksOf(session, range, others, limit + 1 - rows.length);
      rows.push(...found.rows);
      if (found.cut) return { rows, next: positionOf(order, rows.at(-1) as TaskView) };
      if (rows.length > limit)
        return { rows: rows.slice(0, limit), next: positionOf(order, rows[limit - 1] as TaskView) };
      if (range.upTo === upTo) {
        place = null;
        break;
      }
      place = range.upTo as Place;
    }
    if (place) return { rows, next: [valueAt(place), place.number] };
  }
  return { rows, next: null };
}

/** Index entries in the first range per task of the page: enough for most filters. */
const FIRST = 8;
/** The growth factor of ranges, up to the longest. */
const GROWTH = 4;
const LONGEST = 1_000;

/** The number of leading index entries in each range, until the effort is spent; at least one range. */
function* stepsOf(
  { sources, conditions }: Segment,
  limit: number,
  effort: { left: number },
): Generator<number> {
  // Nothing to check: every entry of the source is in the list.
  if (conditions.every((condition) => condition === sources[0]?.condition)) return yield Infinity;
  const perEntry = sources.length + conditions.reduce((sum, { cost }) => sum + cost, 0);
  const perRange = 2 * sources.reduce((sum, { partitions }) => sum + partitions.length, 0);
  let longest = FIRST * limit;
  do {
    const entries = Math.max(1, Math.min(longest, Math.floor(effort.left / perEntry)));
    yield entries;
    effort.left -= entries * perEntry + perRange;
    longest = Math.min(longest * GROWTH, LONGEST);
  } while (effort.left > 0);
}

/** The range of the source whose next entries reach furthest along the list. */
async function furthest(
  session: Session,
  { sources, desc, upTo }: Segment,
  after: Place,
  entries: number,
): Promise<TaskRange> {
  const rangeOf = async (source: Source): Promise<TaskRange> => {
    const whole = { source, desc, after, upTo };
    const reached = entries === Infinity ? undefined : await nthOf(session, whole, entries);
    return reached ? { ...whole, upTo: reached } : whole;
  };
  const [first, ...others] = sources as [Source, ...Source[]];
  let best = await rangeOf(first);
  for (const source of others) {
    if (best.upTo === upTo) break;
    const range = await rangeOf(source);
    const [reached, known] = [range.upTo?.number, best.upTo?.number as number];
    if (range.upTo === upTo || (desc ? (reached as number) < known : (reached as number) > known))
      best = range;
  }
  return best;
}
