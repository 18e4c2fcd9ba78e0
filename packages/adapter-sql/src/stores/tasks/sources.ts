import { isOpen, TASK_STATUSES, type TaskFilter, type TaskStatus } from '@tandem/core';

export type Value = string | number | null;

/** A filter of the task list, and the index that serves it. */
export interface FilterIndex {
  readonly name: string;
  readonly table: 'tasks' | 'task_tags' | 'task_labels';
  readonly column: string;
  /** The index columns are this column, archived, status and number. */
  readonly index: string;
  /** The values wanted, [null] for "none", or undefined if the filter is unused. */
  readonly of: (filter: TaskFilter) => readonly Value[] | undefined;
}

/** A filter in use; any of the values matches. */
export interface Condition {
  readonly filterIndex: FilterIndex;
  readonly values: readonly Value[];
  /** Removed members that open tasks still name; those tasks count as unassigned. */
  readonly leaving?: readonly string[];
}

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
  /** The filter that it serves; every source also serves status and archived. */
  readonly condition: Condition | undefined;
}

const one = (value: string | undefined) => (value === undefined ? undefined : [value]);
/** SQLite's name for the primary key of a table WITHOUT ROWID. */
const primaryKeyOf = (table: string) => `sqlite_autoindex_${table}_1`;

/** In order of preference, if nothing else decides. */
// biome-ignore format: a table
const FILTER_INDEXES: readonly FilterIndex[] = [
  { name: 'label',    table: 'task_labels', column: 'label_id',    index: primaryKeyOf('task_labels'), of: (f) => one(f.labelId) },
  { name: 'tags',     table: 'task_tags',   column: 'tag',         index: primaryKeyOf('task_tags'),   of: (f) => f.tags },
  { name: 'assignee', table: 'tasks',       column: 'assignee_id', index: 'tasks_by_assignee', of: (f) => f.assigneeIds === 'unassigned' ? [null] : f.assigneeIds },
  { name: 'project',  table: 'tasks',       column: 'project_id',  index: 'tasks_by_project',  of: (f) => one(f.projectId) },
  { name: 'creator',  table: 'tasks',       column: 'creator_id',  index: 'tasks_by_creator',  of: (f) => f.creatorIds },
  { name: 'effort',   table: 'tasks',       column: 'effort',      index: 'tasks_by_effort',   of: (f) => f.efforts },
  { name: 'priority', table: 'tasks',       column: 'priority',    index: 'tasks_by_priority', of: (f) => f.priorities },
];

/** The filters in use, without status and archived, which every source serves. */
export function conditionsOf(filter: TaskFilter, leaving: readonly string[]): readonly Condition[] {
  return FILTER_INDEXES.flatMap((filterIndex): Condition[] => {
    const values = filterIndex.of(filter);
    if (!values) return [];
    const condition = { filterIndex, values: [...new Set(values)] };
    return [filterIndex.name === 'assignee' && leaving.length > 0 ? { ...condition, leaving } : condition];
  });
}

/** SQLite merges at most 500 SELECTs, and each takes time to prepare. */
const MAX_PARTITIONS = 400;

/**
 * The sources of a filtered list: the index of each condition, fewest partitions first, within the limit on partitions.
 * Never empty: the whole list is the fallback.
 */
export function sourcesOf(filter: TaskFilter, conditions: readonly Condition[]): readonly Source[] {
  let left = MAX_PARTITIONS;
  const able = [...conditions]
    .sort((a, b) => a.values.length - b.values.length)
    .map((condition) => sourceOf(filter, condition))
    .filter(({ partitions }) => {
      const fits = partitions.length <= left;
      if (fits) left -= partitions.length;
      return fits;
    });
  return able.length > 0 ? able : [wholeList(filter, conditions.length > 0)];
}

function sourceOf(filter: TaskFilter, condition: Condition): Source {
  const { name, table, index, column } = condition.filterIndex;
  const statuses = filter.statuses ?? TASK_STATUSES;
  const { values, leaving = [] } = condition;
  const unassigned = values[0] === null;
  const placesOf = (value: Value): readonly TaskStatus[] =>
    leaving.includes(String(value)) ? statuses.filter((status) => isOpen(status) === unassigned) : statuses;
  const partitions = [...values, ...(unassigned ? leaving : [])].flatMap((value) =>
    partitionsOf(filter, value, placesOf(value)),
  );
  return { name, table, index, column, partitions, condition };
}

/** All tasks, or those with the statuses. Checks of conditions need the status of each partition. */
function wholeList(filter: TaskFilter, withConditions: boolean): Source {
  const plain = { table: 'tasks', column: null, condition: undefined } as const;
  const statuses = filter.statuses ?? (withConditions ? TASK_STATUSES : undefined);
  return statuses
    ? { ...plain, name: 'by status', index: 'tasks_by_status', partitions: partitionsOf(filter, 0, statuses) }
    : { ...plain, name: 'in order', index: 'tasks_in_order', partitions: partitionsOf(filter, 0, [null]) };
}

function partitionsOf(filter: TaskFilter, value: Value, statuses: readonly (string | null)[]): Partition[] {
  const archived = filter.archived ? [0, 1] : [0];
  return archived.flatMap((flag) => statuses.map((status) => ({ value, archived: flag, status })));
}
