import {
  countsOf,
  MAX_COUNT,
  type StatusCounts,
  TASK_STATUSES,
  type TaskFilter,
  type TaskStatus,
} from '@tandem/core';
import type { Session } from '../../session.ts';
import { leavingMembers } from '../removals/store.ts';
import { type Condition, conditionsOf, inStatus, withStatuses } from './conditions.ts';
import { countIn, nthOf, type TaskRange } from './range.ts';
import { type Source, sourcesOf, timedSource } from './sources.ts';
import { withWords } from './with-words.ts';

/** A count of all statuses may read this many pages' worth of index entries: about 30 ms. */
const PAGES = 3;
/** Entries that are read of each status, whatever others took. */
const MIN_ENTRIES = 100;

type Counts = Partial<Record<TaskStatus, number>>;

/**
 * Numbers of tasks by status. One filter is counted in its index, up to `MAX_COUNT`. Several are checked on the entries
 * of the shortest index until the effort is spent; the counts are minimums then (docs/decisions/0167-ranks.md).
 */
export async function taskCounts(session: Session, wanted: TaskFilter): Promise<StatusCounts> {
  const filter = withStatuses(wanted);
  const leaving = filter.assigneeIds === undefined ? [] : await leavingMembers(session);
  const known: Counts = {};
  if (filter.words) {
    const conditions = conditionsOf(filter, leaving);
    const { found, isComplete } = await withWords(session, filter, conditions, null, 0, undefined);
    for (const { status } of found) if (status) known[status] = (known[status] ?? 0) + 1;
    return { byStatus: countsOf(known), exact: isComplete };
  }
  const effort = { left: PAGES * session.pageEffort };
  let exact = true;
  for (const status of filter.statuses ?? TASK_STATUSES) {
    const counted = await countOf(session, { ...filter, statuses: [status] }, leaving, effort);
    known[status] = counted.matching;
    exact &&= counted.isExact;
  }
  return { byStatus: countsOf(known), exact };
}

async function countOf(
  session: Session,
  filter: TaskFilter,
  leaving: readonly string[],
  effort: { left: number },
): Promise<{ readonly matching: number; readonly isExact: boolean }> {
  const conditions = conditionsOf(filter, leaving);
  const sources = [
    ...conditions.flatMap((condition) => timedSource(filter, condition) ?? []),
    ...sourcesOf(filter, conditions),
  ];
  if (sources.some(({ partitions }) => partitions.length === 0)) return { matching: 0, isExact: true };
  const perEntry = 1 + conditions.reduce((sum, { cost }) => sum + cost, 0);
  const affordable = Math.max(MIN_ENTRIES, Math.floor(effort.left / perEntry));
  const source = await shortest(session, sources, affordable);
  const others: readonly Condition[] = [
    ...conditions.filter((condition) => condition !== source.condition),
    ...(source.partitions[0]?.status === null ? [inStatus(filter.statuses ?? [])] : []),
  ];
  const limit = others.length === 0 ? MAX_COUNT + 1 : affordable;
  const { entries, matching } = await countIn(session, wholeOf(source), others, limit);
  effort.left -= entries * (others.length === 0 ? 1 : perEntry);
  return { matching, isExact: entries < limit || matching > MAX_COUNT };
}

/** The first source that has at most this many entries, otherwise the first. */
async function shortest(session: Session, sources: readonly Source[], entries: number): Promise<Source> {
  const [first, ...others] = sources as [Source, ...Source[]];
  if (others.length === 0) return first;
  for (const source of sources)
    if ((await nthOf(session, wholeOf(source), entries)) === undefined) return source;
  return first;
}

const wholeOf = (source: Source): TaskRange => ({
  source,
  desc: true,
  after: source.bounds.end,
  upTo: source.orderedBy === null ? undefined : source.bounds.start,
});
