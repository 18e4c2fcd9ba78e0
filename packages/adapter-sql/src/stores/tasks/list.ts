import type { TaskFilter } from '@tandem/core';
import type { Session } from '../../session.ts';
import { leavingMembers } from '../removals/store.ts';
import { type Condition, conditionsOf, withStatuses } from './conditions.ts';
import { nthBelow, type TaskRange, tasksOf } from './range.ts';
import { type Source, sourcesOf } from './sources.ts';
import type { TaskView } from './view.ts';

/** A part of a list, and the number below which it continues; null at the end. */
export interface Listed {
  readonly rows: readonly TaskView[];
  readonly next: number | null;
}

/**
 * The task list, at a cost that does not grow with the workspace. One filter, with statuses, merges a few partitions of
 * its index. Several filters are intersected range by range: the filter whose next entries reach furthest down the list
 * is the sparsest there and leads; the others are checked on its entries. If they rarely intersect, a page ends early
 * after `session.pageEffort` index entries, and the next page continues from there.
 */
export async function taskList(
  session: Session,
  wanted: TaskFilter,
  limit: number,
  after: number | undefined,
): Promise<Listed> {
  const filter = withStatuses(wanted);
  if (filter.statuses?.length === 0) return { rows: [], next: null };
  const leaving = filter.assigneeIds === undefined ? [] : await leavingMembers(session);
  const conditions = conditionsOf(filter, leaving);
  const sources = sourcesOf(filter, conditions);
  if (sources.some(({ partitions }) => partitions.length === 0)) return { rows: [], next: null };
  const steps = stepsOf(sources, conditions, limit, session.pageEffort);
  const rows: TaskView[] = [];
  let before = after ?? Number.MAX_SAFE_INTEGER;
  for (const entries of steps) {
    const range = await furthest(session, sources, before, entries);
    const others = conditions.filter((condition) => condition !== range.source.condition);
    // One row beyond the page shows that more exist.
    const found = await tasksOf(session, range, others, limit + 1 - rows.length);
    rows.push(...found.rows);
    if (found.cut) return { rows, next: (rows.at(-1) as TaskView).number };
    if (rows.length > limit)
      return { rows: rows.slice(0, limit), next: (rows[limit - 1] as TaskView).number };
    if (range.from === 0) return { rows, next: null };
    before = range.from;
  }
  return { rows, next: before };
}

/** Index entries in the first range per task of the page: enough for most filters. */
const FIRST = 8;
/** The growth factor of ranges, up to the longest. */
const GROWTH = 4;
const LONGEST = 1_000;

/** The number of leading index entries in each range, until the effort is spent. */
function* stepsOf(
  sources: readonly Source[],
  conditions: readonly Condition[],
  limit: number,
  effort: number,
): Generator<number> {
  // Nothing to check: every entry of the source is in the list.
  if (conditions.every((condition) => condition === sources[0]?.condition)) return yield Infinity;
  const perEntry = sources.length + conditions.reduce((sum, { cost }) => sum + cost, 0);
  const perRange = 2 * sources.reduce((sum, { partitions }) => sum + partitions.length, 0);
  let left = effort;
  for (let longest = FIRST * limit; left > 0; longest = Math.min(longest * GROWTH, LONGEST)) {
    const entries = Math.max(1, Math.min(longest, Math.floor(left / perEntry)));
    yield entries;
    left -= entries * perEntry + perRange;
  }
}

/** The source whose next entries reach furthest down, and that number; 0 is the end of the list. */
async function furthest(
  session: Session,
  sources: readonly Source[],
  before: number,
  entries: number,
): Promise<TaskRange> {
  const [first, ...others] = sources as [Source, ...Source[]];
  const reach = async (source: Source) =>
    entries === Infinity ? 0 : ((await nthBelow(session, source, before, entries)) ?? 0);
  let best = { source: first, before, from: await reach(first) };
  for (const source of others) {
    if (best.from === 0) break;
    const from = await reach(source);
    if (from < best.from) best = { source, before, from };
  }
  return best;
}
