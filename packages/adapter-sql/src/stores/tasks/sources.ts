import { isOpen, TASK_STATUSES, type TaskFilter, type TaskStatus } from '@tandem/core';
import type { Condition, FilterIndex, Value } from './conditions.ts';

/** One partition of an index, in list order; a null status matches any. */
export interface Partition {
  readonly value: Value;
  readonly archived: number;
  readonly status: string | null;
}

/** A source of a list: partitions of one index, merged in list order. */
export interface Source {
  readonly name: string;
  readonly table: FilterIndex['table'];
  readonly index: string;
  readonly column: string | null;
  readonly partitions: readonly Partition[];
  /** The column by which the index is ordered before the number; null for none. */
  readonly orderedBy: string | null;
  /** All its entries lie after `start` and before or at `end`, or the reverse. */
  readonly bounds: Bounds;
  /** The filter that it serves; every source also serves status and archived. */
  readonly condition: Condition | undefined;
}

/** The position of an index entry in its list: the value by which the source is ordered, if any, and the number. */
export interface Place {
  readonly key: number | string;
  readonly number: number;
}

interface Bounds {
  readonly start: Place;
  readonly end: Place;
}
const LAST = Number.MAX_SAFE_INTEGER;

/** The bounds of sources that are ordered by number. */
export const BY_NUMBER: Bounds = { start: { key: 0, number: 0 }, end: { key: 0, number: LAST } };

/** SQLite merges at most 500 SELECTs, and each takes time to prepare. */
const MAX_PARTITIONS = 400;

/**
 * The sources of a filtered list: the index of each condition, fewest partitions first, within the limit on partitions.
 * Never empty: the whole list is the fallback.
 */
export function sourcesOf(filter: TaskFilter, conditions: readonly Condition[]): readonly Source[] {
  let left = MAX_PARTITIONS;
  const able = conditions
    .flatMap((condition) => (condition.served?.kind === 'values' ? [{ ...condition.served, condition }] : []))
    .sort((a, b) => a.values.length - b.values.length)
    .map((served) => sourceOf(filter, served))
    .filter(({ partitions }) => {
      const fits = partitions.length <= left;
      if (fits) left -= partitions.length;
      return fits;
    });
  return able.length > 0 ? able : [wholeList(filter, conditions.length > 0)];
}

type Served = Extract<Condition['served'], { kind: 'values' }> & { readonly condition: Condition };

function sourceOf(filter: TaskFilter, { by, values, leaving, condition }: Served): Source {
  const { name, table, index, column } = by;
  const statuses = filter.statuses ?? TASK_STATUSES;
  const unassigned = values[0] === null;
  const placesOf = (value: Value): readonly TaskStatus[] =>
    leaving.includes(String(value))
      ? statuses.filter((status) => (isOpen(status) ? unassigned : values.includes(value)))
      : statuses;
  const partitions = [...new Set([...values, ...(unassigned ? leaving : [])])].flatMap((value) =>
    partitionsOf(filter, value, placesOf(value)),
  );
  return { name, table, index, column, partitions, orderedBy: null, bounds: BY_NUMBER, condition };
}

/** The source of a condition on a time; undefined if no index serves it. */
export function timedSource(filter: TaskFilter, condition: Condition): Source | undefined {
  if (condition.served?.kind !== 'times') return undefined;
  const { column, range, only, ofAnyStatus } = condition.served;
  const statuses = (filter.statuses ?? TASK_STATUSES).filter((status) => only?.includes(status) ?? true);
  const { since = Number.MIN_SAFE_INTEGER, before = LAST } = range;
  return {
    name: column,
    table: 'tasks',
    index: `tasks_by_${column}`,
    column: null,
    partitions: partitionsOf(filter, 0, ofAnyStatus ? [null] : statuses),
    orderedBy: column,
    // Numbers start at 1.
    bounds: { start: { key: since, number: 0 }, end: { key: before, number: 0 } },
    condition,
  };
}

/** The tasks with a stored rank. */
export const rankedSource = (filter: TaskFilter): Source => ({
  name: 'rank',
  table: 'tasks',
  index: 'tasks_by_rank',
  column: null,
  partitions: partitionsOf(filter, 0, filter.statuses ?? TASK_STATUSES),
  orderedBy: 'rank',
  // Ranks are digits and lower-case letters.
  bounds: { start: { key: '', number: 0 }, end: { key: '~', number: 0 } },
  condition: undefined,
});

/** All tasks, or those with the statuses. Checks of conditions need the status of each partition. */
export function wholeList(filter: TaskFilter, withConditions: boolean): Source {
  const plain = {
    table: 'tasks',
    column: null,
    orderedBy: null,
    bounds: BY_NUMBER,
    condition: undefined,
  } as const;
  const statuses = filter.statuses ?? (withConditions ? TASK_STATUSES : undefined);
  return statuses
    ? { ...plain, name: 'by status', index: 'tasks_by_status', partitions: partitionsOf(filter, 0, statuses) }
    : { ...plain, name: 'in order', index: 'tasks_in_order', partitions: partitionsOf(filter, 0, [null]) };
}

function partitionsOf(filter: TaskFilter, value: Value, statuses: readonly (string | null)[]): Partition[] {
  const archived = filter.archived ? [0, 1] : [0];
  return archived.flatMap((flag) => statuses.map((status) => ({ value, archived: flag, status })));
}
