import type { TaskFilter, TaskStatus, TimeRange } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { indexedBy, NOT_LEADING, textIn, textsOf } from '../../dialect.ts';
import { WS } from '../../query.ts';
import { isReady } from '../ready/condition.ts';

export type Value = string | number | null;

/** An index that serves a condition: the columns are this column, archived, status and number. */
export interface FilterIndex {
  readonly name: string;
  readonly table: 'tasks' | 'task_tags' | 'task_labels' | 'task_metadata';
  readonly column: string;
  readonly index: string;
}

/** A parameter of the condition, by name. */
type Parameters = (name: string) => unknown;

/** A condition that the tasks of a list must meet, besides status and archived, which every source serves. */
export interface Condition {
  /** Identifies the SQL of the check. */
  readonly shape: string;
  /** Index entries that one check reads. */
  readonly cost: number;
  readonly parameters: Readonly<Record<string, Value>>;
  /** SQL for one task: the row `scanned` with its number, archived and status. */
  readonly check: (parameters: Parameters) => RawBuilder<unknown>;
  /** The index entries that meet the condition; null if no index serves it. */
  readonly served:
    | {
        /** Ordered by number. */
        readonly kind: 'values';
        readonly by: FilterIndex;
        /** Any of them matches; null, the first if it is there, means none. */
        readonly values: readonly Value[];
        /** Removed members that open tasks still name; those tasks count as unassigned. */
        readonly leaving: readonly string[];
      }
    | {
        /** Ordered by time, then number, within archived and status. */
        readonly kind: 'times';
        readonly column: 'created_at' | 'updated_at' | 'due_date' | 'completed_at';
        readonly range: TimeRange;
        /** Only tasks in these statuses have the time. */
        readonly only?: readonly TaskStatus[];
        /** The index does not contain the status. */
        readonly ofAnyStatus?: boolean;
      }
    | null;
}

const ROW = sql`y.workspace_id = ${WS} AND y.number = scanned.number`;

/** A condition on columns of the task's row `y`, without an index. */
export const ofRow = (shape: string, where: RawBuilder<unknown>): Condition => ({
  shape,
  cost: 2,
  parameters: {},
  check: () => sql`EXISTS (SELECT 1 FROM tasks y WHERE ${ROW} AND ${where})`,
  served: null,
});

/** Up to this many values are each looked up in the index; beyond that, the task's own values are compared. */
const FEW = 5;

/** A condition checked in its own index: reading the row would be slow, as its columns lie behind the description. */
function indexed(by: FilterIndex, wanted: readonly Value[]): Condition {
  const values = noneFirst(wanted);
  const { name, table, index, column } = by;
  // An index has none and values apart from each other.
  const few = values.length <= FEW && noneShape(values) !== 'none or';
  const y = sql.ref(`y.${column}`);
  return {
    shape: `${name} ${noneShape(values)} ${few ? 'by value' : 'by task'}`,
    cost: few ? values.length : 1,
    parameters: amongParameters(values),
    check: (p) =>
      few
        ? sql`EXISTS (
            SELECT 1 FROM ${sql.table(table)} y ${indexedBy(index)}
            WHERE ${ROW} AND y.archived = scanned.archived AND y.status = scanned.status
              AND ${isAmong(y, values, p)})`
        : sql`EXISTS (SELECT 1 FROM ${sql.table(table)} y 
            WHERE ${ROW} AND ${isAmong(sql`${NOT_LEADING}${y}`, values, p)})`,
    served: { kind: 'values', by, values, leaving: [] },
  };
}

/** Distinct values, null first. */
const noneFirst = (wanted: readonly Value[]): readonly Value[] => {
  const values = new Set(wanted);
  return values.delete(null) ? [null, ...values] : [...values];
};

const noneShape = (values: readonly Value[]): string =>
  values[0] !== null ? 'of' : values.length === 1 ? 'none' : 'none or';

const amongParameters = (values: readonly Value[]) => ({
  among: JSON.stringify(values.filter((value) => value !== null)),
});

/** Whether a column has one of the values, of which null is the first. */
function isAmong(column: RawBuilder<unknown>, values: readonly Value[], p: Parameters): RawBuilder<unknown> {
  if (values[0] !== null) return sql`${column} IN ${textsOf(p('among'))}`;
  return values.length === 1
    ? sql`${column} IS NULL`
    : sql`(${column} IS NULL OR ${column} IN ${textsOf(p('among'))})`;
}

/** SQLite's name for the primary key of a table WITHOUT ROWID. */
const primaryKeyOf = (table: string) => `sqlite_autoindex_${table}_1`;

// biome-ignore format: a table
const INDEXES = {
  external: { name: 'external', table: 'tasks',       column: 'external_id', index: 'tasks_by_external_id' },
  metadata: { name: 'metadata', table: 'task_metadata', column: 'entry',     index: primaryKeyOf('task_metadata') },
  label:    { name: 'label',    table: 'task_labels', column: 'label_id',    index: primaryKeyOf('task_labels') },
  tags:     { name: 'tags',     table: 'task_tags',   column: 'tag',         index: primaryKeyOf('task_tags') },
  assignee: { name: 'assignee', table: 'tasks',       column: 'assignee_id', index: 'tasks_by_assignee' },
  project:  { name: 'project',  table: 'tasks',       column: 'project_id',  index: 'tasks_by_project' },
  creator:  { name: 'creator',  table: 'tasks',       column: 'creator_id',  index: 'tasks_by_creator' },
  effort:   { name: 'effort',   table: 'tasks',       column: 'effort',      index: 'tasks_by_effort' },
  parent:   { name: 'parent',   table: 'tasks',       column: 'parent_number', index: 'tasks_by_parent' },
  priority: { name: 'priority', table: 'tasks',       column: 'priority',    index: 'tasks_by_priority' },
} as const satisfies Record<string, FilterIndex>;

/** The assignee as shown: an open task of a removed member counts as unassigned. */
function assignedTo(wanted: readonly Value[], leaving: readonly string[]): Condition {
  const condition = indexed(INDEXES.assignee, wanted);
  if (leaving.length === 0) return condition;
  const values = noneFirst(wanted);
  return {
    ...condition,
    shape: `assignee, leaving ${noneShape(values)}`,
    parameters: { ...condition.parameters, leaving: JSON.stringify(leaving) },
    check: (p) => {
      const shown = sql`CASE WHEN y.status IN ('done', 'canceled') OR y.assignee_id NOT IN ${textsOf(p('leaving'))}
        THEN y.assignee_id END`;
      return sql`EXISTS (SELECT 1 FROM tasks y WHERE ${ROW} AND ${isAmong(shown, values, p)})`;
    },
    served: { kind: 'values', by: INDEXES.assignee, values, leaving },
  };
}

/** An entry of metadata in `task_metadata`. */
export const metadataEntry = (key: string, value: string): string => `${key}=${value}`;

const LIVING_CLAIM = sql`EXISTS (
  SELECT 1 FROM claims y ${indexedBy('claims_living')} WHERE ${ROW} AND y.ended_at IS NULL)`;

/** A condition on a time, which an index has in order. */
const timed = (
  column: 'created_at' | 'updated_at' | 'due_date' | 'completed_at',
  range: TimeRange,
  served: Condition['served'],
): Condition => ({
  ...ofRow('', sql``),
  shape: `${column} ${range.since !== undefined} ${range.before !== undefined}`,
  parameters: { since: range.since ?? null, before: range.before ?? null },
  check: (
    p,
  ) => sql`EXISTS (SELECT 1 FROM tasks y WHERE ${ROW} AND ${NOT_LEADING}${sql.ref(`y.${column}`)} IS NOT NULL
    ${range.since === undefined ? sql`` : sql`AND ${NOT_LEADING}${sql.ref(`y.${column}`)} >= ${p('since')}`}
    ${range.before === undefined ? sql`` : sql`AND ${NOT_LEADING}${sql.ref(`y.${column}`)} < ${p('before')}`})`,
  served,
});

/** The index of projects has only tasks with one. */
const noProjectOr = (values: readonly Value[]): Condition => ({
  ...ofRow(`project ${noneShape(values)}`, sql``),
  parameters: amongParameters(values),
  check: (p) => sql`EXISTS (SELECT 1 FROM tasks y WHERE ${ROW} AND ${isAmong(sql`y.project_id`, values, p)})`,
});

const NO_DUE_DATE = ofRow('no due date', sql`y.due_date IS NULL`);

/** Tasks without a stored rank: the index has only the others. */
export const UNRANKED: Condition = {
  shape: 'unranked',
  cost: 1,
  parameters: {},
  check: () => sql`NOT EXISTS (
    SELECT 1 FROM tasks y ${indexedBy('tasks_with_rank')} WHERE ${ROW} AND y.rank IS NOT NULL)`,
  served: null,
};

/** A status, where the source does not imply it. */
export const inStatus = (statuses: readonly TaskStatus[]): Condition => ({
  ...ofRow('status', sql``),
  parameters: { statuses: JSON.stringify(statuses) },
  check: (p) => sql`scanned.status IN ${textsOf(p('statuses'))}`,
});

/** The kind of what a task waits for; NULL while it does not wait. */
const WAITING_KIND = sql`CASE y.status WHEN 'waiting' THEN COALESCE(${textIn('y.waiting_for', 'kind')}, 'other') END`;
/** The index has only tasks with a parent. */
const WITH_PARENT = sql`EXISTS (
  SELECT 1 FROM tasks y ${indexedBy('tasks_with_parent')} WHERE ${ROW} AND y.parent_number IS NOT NULL)`;

type Rows = {
  readonly [Name in Exclude<keyof TaskFilter, 'words' | 'statuses' | 'archived'>]-?: (
    wanted: Exclude<TaskFilter[Name], undefined>,
    leaving: readonly string[],
  ) => Condition | readonly Condition[];
};

/** The conditions of each filter, in the order in which their indexes are preferred if nothing else decides. */
const CONDITIONS: Rows = {
  externalId: (key) => indexed(INDEXES.external, [key]),
  metadata: (wanted) =>
    Object.entries(wanted).map((entry) => indexed(INDEXES.metadata, [metadataEntry(...entry)])),
  labelIds: (ids) => indexed(INDEXES.label, ids),
  allLabelIds: (ids) => ids.map((id) => indexed(INDEXES.label, [id])),
  tags: (tags) => indexed(INDEXES.tags, tags),
  assigneeIds: assignedTo,
  projectIds: (ids) => (ids.includes(null) ? noProjectOr(noneFirst(ids)) : indexed(INDEXES.project, ids)),
  parent: (number) =>
    number === null
      ? { shape: 'root', cost: 1, parameters: {}, check: () => sql`NOT ${WITH_PARENT}`, served: null }
      : indexed(INDEXES.parent, [number]),
  creatorIds: (ids) => indexed(INDEXES.creator, ids),
  efforts: (efforts) => indexed(INDEXES.effort, efforts),
  priorities: (priorities) => indexed(INDEXES.priority, priorities),
  ready: (ready) => ofRow(`ready ${ready}`, sql`${sql.raw(ready ? '' : 'NOT ')}(${sql.raw(isReady('y'))})`),
  blocked: (blocked) =>
    ofRow(`blocked ${blocked}`, blocked ? sql`y.open_blockers > 0` : sql`y.open_blockers = 0`),
  waitingFor: (kinds) => ({
    ...ofRow('waiting for', sql``),
    parameters: { kinds: JSON.stringify(kinds) },
    check: (p) =>
      sql`EXISTS (SELECT 1 FROM tasks y WHERE ${ROW} AND ${WAITING_KIND} IN ${textsOf(p('kinds'))})`,
  }),
  created: (range) =>
    timed('created_at', range, { kind: 'times', column: 'created_at', range, ofAnyStatus: true }),
  updated: (range) => timed('updated_at', range, { kind: 'times', column: 'updated_at', range }),
  completed: (range) =>
    timed('completed_at', range, { kind: 'times', column: 'completed_at', range, only: ['done'] }),
  due: (range) =>
    range === null ? NO_DUE_DATE : timed('due_date', range, { kind: 'times', column: 'due_date', range }),
  hasClaim: (hasClaim) => ({
    shape: `claim ${hasClaim}`,
    cost: 1,
    parameters: {},
    check: () => (hasClaim ? LIVING_CLAIM : sql`NOT ${LIVING_CLAIM}`),
    served: null,
  }),
};

/** The conditions of a filter, besides words, status and archived. */
export const conditionsOf = (filter: TaskFilter, leaving: readonly string[]): readonly Condition[] =>
  (Object.keys(CONDITIONS) as (keyof Rows)[]).flatMap((name) => {
    const wanted = filter[name];
    const make = CONDITIONS[name] as (wanted: unknown, leaving: readonly string[]) => Condition[];
    return wanted === undefined ? [] : make(wanted, leaving);
  });

/** The filter with only the statuses in which a task can meet it. */
export function withStatuses(filter: TaskFilter): TaskFilter {
  const only: readonly TaskStatus[] = [
    ...(filter.ready === undefined ? [] : (['todo'] as const)),
    ...(filter.waitingFor ? (['waiting'] as const) : []),
    ...(filter.completed ? (['done'] as const) : []),
    ...(filter.hasClaim ? (['in_progress'] as const) : []),
  ];
  if (only.length === 0) return filter;
  const statuses = filter.statuses ?? [...new Set(only)];
  return { ...filter, statuses: statuses.filter((status) => only.every((each) => each === status)) };
}
