import type { TaskStatus } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import type { Truncated } from '../../connection.ts';
import { either, JOIN_IN_ORDER, NO_LIMIT } from '../../dialect.ts';
import { queriesByShape, query } from '../../query.ts';
import type { Session } from '../../session.ts';
import type { Condition, Value } from './conditions.ts';
import type { Partition, Place, Source } from './sources.ts';
import { TASK_JOINS, TASK_VIEW, type TaskView, taskView } from './view.ts';

/*
 * The statements of the task list. A source is a UNION of its partitions, each read from its index in list order.
 * SQLite merges them lazily; on PostgreSQL each partition is limited to the rows of the page. INDEXED BY, because
 * SQLite would otherwise scan all tasks in a range of numbers.
 */

export type Values = Record<string, Value>;

/** A range of a source: the entries after `after`, up to and including `upTo`. */
export interface TaskRange {
  readonly source: Source;
  readonly desc: boolean;
  readonly after: Place;
  /** Undefined means to the end. */
  readonly upTo: Place | undefined;
}

/** The place of the nth entry of a range; undefined if it has fewer. */
export async function nthOf(session: Session, range: TaskRange, n: number): Promise<Place | undefined> {
  const given = { ...valuesOf(session, range), skipped: n - 1 };
  return await nths(shapeOf(range), () =>
    query((p: Values) => {
      const max = { text: '? + 1', of: () => p.skipped };
      const partitions = merged(range, p, 'UNION ALL', [], max);
      return sql<Place>`${partitions} ORDER BY ${inOrder(range)} LIMIT 1 OFFSET ${p.skipped}`;
    }),
  ).get(session.connection, given);
}
const nths = queriesByShape<Values, Place>();

/** The tasks in a range that meet the conditions, in order. Long rows are cut off: see `Truncated`. */
export async function tasksOf(
  session: Session,
  range: TaskRange,
  conditions: readonly Condition[],
  limit: number,
): Promise<Truncated<TaskView>> {
  const given = { ...valuesOf(session, range), ...parametersOf(conditions), limit };
  return await lists(shapeOf(range, conditions), () =>
    query((p: Values & { readonly limit: number }) => {
      // Conditions may reject rows, so the limit cannot move into the partitions; the range is short then.
      const max = conditions.length === 0 ? { text: '?', of: () => p.limit } : undefined;
      const order = inOrder(range);
      return sql<TaskView>`
        SELECT ${TASK_VIEW}
        FROM (
          SELECT scanned.key AS key, scanned.number AS number
          FROM (${merged(range, p, unionOf(range), STATE, max)} ORDER BY ${order} ${NO_LIMIT}) scanned
          WHERE true ${checksOf(conditions, p)}
          ORDER BY ${order} LIMIT ${p.limit}) page
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = page.number ${TASK_JOINS}
        ORDER BY ${inOrder(range, 'page.')}`;
    }, taskView),
  ).few(session.connection, given);
}
const lists = queriesByShape<Values & { readonly limit: number }, TaskView>();

/** A task with the value by which a list is sorted. */
export interface Sorted {
  readonly number: number;
  readonly value: number | string | null;
  /** Only of tasks that are found by their words. */
  readonly status?: TaskStatus;
}

/** All tasks in a short range that meet the conditions, with the column by which a list is sorted; unordered. */
export async function sortedOf(
  session: Session,
  range: TaskRange,
  conditions: readonly Condition[],
  column: string,
): Promise<Sorted[]> {
  const given = { ...valuesOf(session, range), ...parametersOf(conditions) };
  return await sorted(`${column} ${shapeOf(range, conditions)}`, () =>
    query(
      (p: Values) => sql<Sorted>`
        SELECT t.number AS number, ${sql.ref(`t.${column}`)} AS value
        FROM (${merged(range, p, unionOf(range), STATE)} ORDER BY ${inOrder(range)} ${NO_LIMIT}) scanned
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = scanned.number
        WHERE true ${checksOf(conditions, p)}`,
    ),
  ).all(session.connection, given);
}
const sorted = queriesByShape<Values, Sorted>();

interface Counted {
  /** Entries that were read. */
  readonly entries: number;
  readonly matching: number;
}

/** Numbers of entries in a range, up to a limit, and of those that meet the conditions. */
export async function countIn(
  session: Session,
  range: TaskRange,
  conditions: readonly Condition[],
  limit: number,
): Promise<Counted> {
  const given = { ...valuesOf(session, range), ...parametersOf(conditions), limit };
  const row = await counts(shapeOf(range, conditions), () =>
    query((p: Values) => {
      const max = { text: '?', of: () => p.limit };
      return sql<Counted>`
        SELECT count(*) AS entries, count(*) FILTER (WHERE true ${checksOf(conditions, p)}) AS matching
        FROM (${merged(range, p, unionOf(range), STATE, max)} ORDER BY ${inOrder(range)} LIMIT ${p.limit}) scanned`;
    }),
  ).get(session.connection, given);
  return row as Counted;
}
const counts = queriesByShape<Values, Counted>();

/** Columns that checks of conditions need. */
const STATE = ['archived', 'status'];

export const checksOf = (conditions: readonly Condition[], p: Values) =>
  sql.join(
    conditions.map(({ check }, i) => sql`AND ${check((name) => p[`${name}${i}`])}`),
    sql` `,
  );

export const parametersOf = (conditions: readonly Condition[]): Values =>
  Object.fromEntries(
    conditions.flatMap(({ parameters }, i) =>
      Object.entries(parameters).map(([name, value]) => [`${name}${i}`, value]),
    ),
  );

function valuesOf(session: Session, { source, after, upTo }: TaskRange): Values {
  const given: Values = { ws: session.workspaceId, afterKey: after.key, after: after.number };
  if (upTo) Object.assign(given, { upToKey: upTo.key, upTo: upTo.number });
  source.partitions.forEach((partition, i) => {
    given[`value${i}`] = partition.value;
    given[`archived${i}`] = partition.archived;
    given[`status${i}`] = partition.status;
  });
  return given;
}

const shapeOf = ({ source, desc, upTo }: TaskRange, conditions: readonly Condition[] = []) =>
  [
    `${source.name} ${source.partitions.length} ${desc} ${upTo !== undefined}`,
    source.partitions.filter(({ value }) => value === null).length,
    ...conditions.map(({ shape }) => shape),
  ].join();

/** Only rows of tags and labels can be in several partitions. */
const unionOf = ({ source }: TaskRange) => (source.orderedBy === null ? 'UNION' : 'UNION ALL');

const inOrder = ({ source, desc }: TaskRange, row = '') => {
  const direction = desc ? 'DESC' : 'ASC';
  return sql.raw(
    source.orderedBy === null
      ? `${row}number ${direction}`
      : `${row}key ${direction}, ${row}number ${direction}`,
  );
};

/** A condition with its values for a partition. */
type Term = readonly [condition: string, ...of: readonly ((partition: number) => Value | undefined)[]];

/** The bounds of a range. */
function boundsOf({ source, desc, upTo }: TaskRange, p: Values): readonly Term[] {
  const [beyond, within] = desc ? ['<', '>='] : ['>', '<='];
  const by = source.orderedBy;
  if (by === null) {
    const end: Term = [`f.number ${within} ?`, () => p.upTo];
    return [[`f.number ${beyond} ?`, () => p.after], ...(upTo ? [end] : [])];
  }
  const end: Term = [`(f.${by}, f.number) ${within} (?, ?)`, () => p.upToKey, () => p.upTo];
  return [
    // For partial indexes.
    [`f.${by} IS NOT NULL`],
    [`(f.${by}, f.number) ${beyond} (?, ?)`, () => p.afterKey, () => p.after],
    ...(upTo ? [end] : []),
  ];
}

/**
 * The partitions of a source as one SELECT, within a range. Plain text with a `?` for each value: a source may have
 * hundreds of partitions, and compiling a template for each would take longer than the query.
 */
function merged(
  range: TaskRange,
  p: Values,
  operator: 'UNION' | 'UNION ALL',
  more: readonly string[],
  max?: { readonly text: string; readonly of: () => Value | undefined },
): RawBuilder<unknown> {
  const { table, index, column, partitions, orderedBy } = range.source;
  const bounds = boundsOf(range, p);
  const ofAnyStatus = partitions[0]?.status === null;
  const termsOf = ({ value }: Partition): readonly Term[] => [
    ['f.workspace_id = ?', () => p.ws],
    ...(column === null ? [] : [valueTerm(column, value)]),
    ['f.archived = ?', (i) => p[`archived${i}`]],
    ...(ofAnyStatus ? [] : [['f.status = ?', (i) => p[`status${i}`]] as Term]),
    ...bounds,
  ];
  const valueTerm = (name: string, value: Value): Term =>
    value === null ? [`f.${name} IS NULL`] : [`f.${name} = ?`, (i) => p[`value${i}`]];
  const direction = range.desc ? 'DESC' : 'ASC';
  const places = partitions.map((partition, i) => {
    const terms = termsOf(partition);
    const where = terms.map(([condition]) => condition).join(' AND ');
    // PostgreSQL does not infer that the column is NULL throughout, so it is added to the order, which the index then
    // serves.
    const first = column !== null && partition.value === null ? column : orderedBy;
    const order = `${first === null ? '' : `f.${first} ${direction}, `}f.number ${direction}`;
    return { where, order, values: terms.flatMap(([, ...of]) => of.map((each) => each(i))) };
  });
  const union = (
    place: (where: string, order: string) => string,
    last: readonly (Value | undefined)[] = [],
  ) => {
    const between = places
      .map(({ where, order }) => place(where, order))
      .join(` ${operator} `)
      .split('?');
    const values = places.flatMap((each) => [...each.values, ...last]);
    return sql(Object.assign(between, { raw: between }), ...values);
  };
  const key = orderedBy === null ? '0' : `f.${orderedBy}`;
  const columns = [`${key} AS key`, 'f.number AS number', ...more.map((name) => `f.${name} AS ${name}`)];
  const from = `SELECT ${columns.join(', ')} FROM ${table} f`;
  return either({
    sqlite: union((where) => `${from} INDEXED BY ${index} WHERE ${where}`),
    postgres: max
      ? union(
          (where, order) =>
            `SELECT * FROM (${from} WHERE ${where} ORDER BY ${order} LIMIT ${max.text}) place`,
          [max.of()],
        )
      : union((where) => `${from} WHERE ${where}`),
  });
}
