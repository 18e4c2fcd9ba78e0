import { TASK_STATUSES, type TaskFilter } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { queriesByShape, query } from './query.ts';
import type { Session } from './session.ts';
import type { Few } from './sqlite.ts';
import { TASK_JOINS, TASK_VIEW, type TaskView } from './task-view.ts';

/**
 * The task list, at a cost that does not grow with the workspace.
 *
 * One of the filters leads: its index holds its value, then archived, status and number. Each value ×
 * archived × status is an arm, read from one place of that index in the order of the list; the arms are
 * merged, which SQLite does as it goes, so that only about a page of rows is touched. The other filters
 * are checked on those rows; the `+` before their columns keeps SQLite from leading with them.
 */
export function taskList(
  session: Session,
  filter: TaskFilter,
  limit: number,
  after: number | undefined,
): Few<TaskView> {
  const { lead, values, rest } = plan(session, filter);
  const archived = filter.archived ? [0, 1] : [0];
  const statuses = lead.byStatus ? (filter.statuses ?? TASK_STATUSES) : (filter.statuses ?? [null]);
  const arms = values.flatMap((value) =>
    archived.flatMap((flag) => statuses.map((status) => ({ value, archived: flag, status }))),
  );

  const given: Values = { ws: session.workspaceId, before: after ?? Number.MAX_SAFE_INTEGER, limit };
  arms.forEach((arm, i) => {
    given[`value${i}`] = arm.value;
    given[`archived${i}`] = arm.archived;
    given[`status${i}`] = arm.status;
  });
  rest.forEach((condition, i) => {
    condition.values.forEach((value, j) => {
      given[`rest${i}_${j}`] = value;
    });
  });

  const withStatus = statuses[0] !== null;
  const shape = [
    lead.name,
    values[0] === null,
    arms.length,
    withStatus,
    ...rest.map(
      (condition) => `${condition.facet.name}:${condition.values.length}:${condition.values[0] === null}`,
    ),
  ].join();
  return shapes(shape, () =>
    query((p: Values) => statement(lead, arms.length, values[0] === null, withStatus, rest, p)),
  ).few(session.connection, given);
}

type Value = string | number | null;
type Values = Record<string, Value>;

const shapes = queriesByShape<Values, TaskView>();

/** A filter, and the index that can lead with it. */
interface Facet {
  readonly name: string;
  /** The table and column that the leading index is on. */
  readonly table: 'tasks' | 'task_tags' | 'task_labels';
  readonly column: string | null;
  /** Whether the index has the status after archived, so that each status is an arm of its own. */
  readonly byStatus: boolean;
  /** The values wanted, [null] for «has none», or undefined when the filter is not used. */
  readonly of: (filter: TaskFilter) => readonly Value[] | undefined;
}

const one = (value: string | undefined) => (value === undefined ? undefined : [value]);

/** In the order of preference, where they match alike. */
// biome-ignore format: a table
const FACETS: readonly Facet[] = [
  { name: 'label',    table: 'task_labels', column: 'label_id',    byStatus: true, of: (f) => one(f.labelId) },
  { name: 'tags',     table: 'task_tags',   column: 'tag',         byStatus: true, of: (f) => f.tags },
  { name: 'assignee', table: 'tasks',       column: 'assignee_id', byStatus: true, of: (f) => f.assigneeIds === 'unassigned' ? [null] : f.assigneeIds },
  { name: 'project',  table: 'tasks',       column: 'project_id',  byStatus: true, of: (f) => one(f.projectId) },
  { name: 'creator',  table: 'tasks',       column: 'creator_id',  byStatus: true, of: (f) => f.creatorIds },
  { name: 'effort',   table: 'tasks',       column: 'effort',      byStatus: true, of: (f) => f.efforts },
  { name: 'priority', table: 'tasks',       column: 'priority',    byStatus: true, of: (f) => f.priorities },
];
/** No filter but perhaps the status: the plain order of the list, or the status's own index. */
const PLAIN: Facet = { name: 'plain', table: 'tasks', column: null, byStatus: false, of: () => [0] };

interface Condition {
  readonly facet: Facet;
  readonly values: readonly Value[];
}

/** SQLite merges at most 500 arms; more would cost more than they save. */
const MOST_ARMS = 400;

function plan(
  session: Session,
  filter: TaskFilter,
): { lead: Facet; values: readonly Value[]; rest: readonly Condition[] } {
  const used = FACETS.flatMap((facet): Condition[] => {
    const values = facet.of(filter);
    return values ? [{ facet, values: [...new Set(values)] }] : [];
  });
  const armsOfAValue = (filter.statuses ?? TASK_STATUSES).length * (filter.archived ? 2 : 1);
  const able = used.filter(({ values }) => values.length * armsOfAValue <= MOST_ARMS);
  const lead = able.length > 1 ? fewest(session, able) : able[0];
  const rest = used.filter((condition) => condition !== lead);
  return lead ? { lead: lead.facet, values: lead.values, rest } : { lead: PLAIN, values: [0], rest };
}

/** Entries counted before a filter is taken to match many. */
const MANY = 500;

/** Of several filters the one that matches fewest; of those that match many, the first. */
function fewest(session: Session, conditions: readonly Condition[]): Condition | undefined {
  let best: { condition: Condition; matches: number } | undefined;
  for (const condition of conditions) {
    const matches = matchesOf(session, condition);
    if (!best || matches < best.matches) best = { condition, matches };
  }
  return best?.condition;
}

const counts = queriesByShape<Values, { n: number }>();

/** How many tasks a filter matches, counted up to MANY in its index. */
function matchesOf(session: Session, { facet, values }: Condition): number {
  const given: Values = { ws: session.workspaceId };
  values.forEach((value, k) => {
    given[`rest0_${k}`] = value;
  });
  const isNull = values[0] === null;
  const make = () =>
    query((p: Values) => {
      const column = sql.ref(facet.column as string);
      const among = isNull
        ? sql`IS NULL`
        : sql`IN (${sql.join(values.map((_, k) => sql`${p[`rest0_${k}`]}`))})`;
      return sql<{ n: number }>`
        SELECT count(*) AS n FROM (
          SELECT 1 FROM ${sql.table(facet.table)} WHERE workspace_id = ${p.ws} AND ${column} ${among}
          LIMIT ${sql.lit(MANY)})`;
    });
  return counts([facet.name, values.length, isNull].join(), make).get(session.connection, given)?.n ?? 0;
}

function statement(
  lead: Facet,
  arms: number,
  isNull: boolean,
  withStatus: boolean,
  rest: readonly Condition[],
  p: Values,
): RawBuilder<TaskView> {
  const parts = Array.from({ length: arms }, (_, i) => arm(lead, i, isNull, withStatus, rest, p));
  return sql<TaskView>`
    SELECT ${TASK_VIEW}
    FROM (${sql.join(parts, sql` UNION `)} ORDER BY number DESC LIMIT ${p.limit}) page
    CROSS JOIN tasks t ON t.workspace_id = ${p.ws} AND t.number = page.number ${TASK_JOINS}
    ORDER BY page.number DESC`;
}

function arm(
  lead: Facet,
  i: number,
  isNull: boolean,
  withStatus: boolean,
  rest: readonly Condition[],
  p: Values,
): RawBuilder<unknown> {
  const f = (column: string) => sql.ref(`f.${column}`);
  const value = isNull ? sql`IS NULL` : sql`= ${p[`value${i}`]}`;
  const task =
    rest.length > 0 && lead.table !== 'tasks'
      ? sql`CROSS JOIN tasks x ON x.workspace_id = f.workspace_id AND x.number = f.number`
      : sql``;
  const checks = rest.map((condition, j) => check(condition, j, lead.table === 'tasks' ? 'f' : 'x', p));
  return sql`
    SELECT f.number AS number FROM ${sql.table(lead.table)} f ${task}
    WHERE f.workspace_id = ${p.ws} AND f.archived = ${p[`archived${i}`]}
      ${lead.column === null ? sql`` : sql`AND ${f(lead.column)} ${value}`}
      ${withStatus ? sql`AND f.status = ${p[`status${i}`]}` : sql``}
      AND f.number < ${p.before} ${sql.join(checks, sql` `)}`;
}

/** A filter that does not lead, checked on a row. */
function check({ facet, values }: Condition, j: number, row: 'f' | 'x', p: Values): RawBuilder<unknown> {
  const among = sql`IN (${sql.join(values.map((_, k) => sql`${p[`rest${j}_${k}`]}`))})`;
  if (facet.table !== 'tasks') {
    const link = facet.column as string;
    return sql`AND EXISTS (
      SELECT 1 FROM ${sql.table(facet.table)} y
      WHERE y.workspace_id = ${sql.ref(`${row}.workspace_id`)} AND y.number = ${sql.ref(`${row}.number`)}
        AND +${sql.ref(`y.${link}`)} ${among})`;
  }
  const column = sql.ref(`${row}.${facet.column as string}`);
  return values[0] === null ? sql`AND +${column} IS NULL` : sql`AND +${column} ${among}`;
}
