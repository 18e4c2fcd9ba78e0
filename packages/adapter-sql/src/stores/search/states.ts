import type { SearchType } from '@tandem/core';
import { CLOSED_ANYWHERE, TASK_STATUSES } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { either, indexedBy, JOIN_IN_ORDER } from '../../dialect.ts';
import { query } from '../../query.ts';
import type { Session } from '../../session.ts';

/** The data that decides if and where a match is listed. */
export interface State {
  /** The task's number, or the ordinal of another entity. */
  readonly number: number;
  readonly status: string;
  readonly type: SearchType;
  readonly id: string;
  /** The number by which it is sorted. */
  readonly at: number;
}

export interface Among {
  readonly types: readonly SearchType[];
  readonly archived: boolean;
}

const statuses = (of: readonly string[]) => sql.join(of.map((each) => sql.lit(each)));
const ALL = statuses(TASK_STATUSES);
const OPEN = statuses(TASK_STATUSES.filter((status) => !CLOSED_ANYWHERE.includes(status)));
const CLOSED = statuses(TASK_STATUSES.filter((status) => CLOSED_ANYWHERE.includes(status)));

/** The numbers of a JSON list as a table `given` with one column, `value`; join in this order. */
export const givenNumbers = (json: unknown): RawBuilder<unknown> =>
  either({
    sqlite: sql`json_each(${json}) given`,
    postgres: sql`(SELECT CAST(each AS BIGINT) AS value FROM json_array_elements_text(CAST(${json} AS json)) each) given`,
  });

interface Range {
  readonly ws: string;
  readonly from: number;
  readonly to: number;
}
const archivedIn = (archived: boolean) => (archived ? sql`(0, 1)` : sql`(0)`);
const inRange = (archived: boolean, of: RawBuilder<unknown>, p: Range) => sql`
  FROM tasks ${indexedBy('tasks_by_status')}
  WHERE workspace_id = ${p.ws} AND archived IN ${archivedIn(archived)} AND status IN (${of})
    AND number BETWEEN ${p.from} AND ${p.to}`;

interface Row {
  number: number;
  status: string;
}
const rowOf = ([number, status]: readonly unknown[]): Row => ({
  number: number as number,
  status: status as string,
});
const perFlag = <Q>(make: (archived: boolean) => Q) => ({ with: make(true), without: make(false) });

const IN_RANGE = perFlag((archived) =>
  query((p: Range) => sql<Row>`SELECT number, status ${inRange(archived, ALL, p)}`, rowOf),
);
const BY_NUMBER = perFlag((archived) =>
  query(
    (p: { ws: string; numbers: string }) => sql<Row>`
      SELECT t.number, t.status FROM ${givenNumbers(p.numbers)}
      ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = given.value
        AND t.archived IN ${archivedIn(archived)}`,
    rowOf,
  ),
);
const ANY = perFlag((archived) => ({
  open: query((p: Range) => sql`SELECT 1 ${inRange(archived, OPEN, p)} LIMIT 1`),
  closed: query((p: Range) => sql`SELECT 1 ${inRange(archived, CLOSED, p)} LIMIT 1`),
}));

/** Up to this many tasks are looked up one by one. Beyond that, an index range scan is cheaper. */
const FEW = 64;

/** The states of these tasks, without those that the filter excludes. */
export async function statesOfTasks(
  { connection: on, workspaceId: ws }: Session,
  numbers: readonly number[],
  { archived }: Among,
): Promise<State[]> {
  const which = archived ? 'with' : 'without';
  if (numbers.length <= FEW) {
    return (await BY_NUMBER[which].all(on, { ws, numbers: JSON.stringify(numbers) })).map(taskState);
  }
  let [from, to] = [Number.MAX_SAFE_INTEGER, 0];
  for (const number of numbers) {
    if (number < from) from = number;
    if (number > to) to = number;
  }
  const wanted = new Set(numbers);
  const rows = await IN_RANGE[which].all(on, { ws, from, to });
  return rows.filter(({ number }) => wanted.has(number)).map(taskState);
}

const taskState = ({ number, status }: Row): State => ({ number, status, type: 'task', id: '', at: number });

/** True if a range of task numbers contains an open, or closed, task. */
export const hasAny = async (
  { connection: on, workspaceId: ws }: Session,
  kind: 'open' | 'closed',
  from: number,
  to: number,
  { archived }: Among,
): Promise<boolean> =>
  (await ANY[archived ? 'with' : 'without'][kind].get(on, { ws, from, to })) !== undefined;

interface PlacedRow {
  ordinal: number;
  type: SearchType;
  id: string;
  number: number;
  status: string;
  archived: number;
}
const PLACED = query((p: { ws: string; ordinals: string }) => {
  const of = (table: string, type: string, archived: RawBuilder<unknown>) => sql`
    SELECT s.ordinal, s.type, s.id, s.number, x.status, ${archived} AS archived FROM ${givenNumbers(p.ordinals)}
    ${JOIN_IN_ORDER} search_placed s ON s.workspace_id = ${p.ws} AND s.ordinal = given.value
      AND s.type = ${sql.lit(type)}
    ${JOIN_IN_ORDER} ${sql.table(table)} x ON x.workspace_id = s.workspace_id AND x.id = s.id`;
  return sql<PlacedRow>`
    ${of('projects', 'project', sql`x.archived`)}
    UNION ALL ${of('initiatives', 'initiative', sql`x.removed * 2`)}
    UNION ALL ${of('goals', 'goal', sql`x.archived`)}`;
});

/** The states of these entities other than tasks, by ordinal, without those that the filter excludes. */
export async function statesOfPlaced(
  { connection: on, workspaceId: ws }: Session,
  ordinals: readonly number[],
  { archived, types }: Among,
): Promise<State[]> {
  const rows = await PLACED.all(on, { ws, ordinals: JSON.stringify(ordinals) });
  return rows
    .filter((row) => types.includes(row.type) && row.archived <= (archived ? 1 : 0))
    .map(({ ordinal, status, type, id, number }) => ({ number: ordinal, status, type, id, at: number }));
}
