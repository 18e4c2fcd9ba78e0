import { type RawBuilder, sql } from 'kysely';
import type { Truncated } from '../../connection.ts';
import { either, JOIN_IN_ORDER, NO_LIMIT } from '../../dialect.ts';
import { queriesByShape, query } from '../../query.ts';
import type { Session } from '../../session.ts';
import type { Condition, Value } from './conditions.ts';
import type { Partition, Source } from './sources.ts';
import { TASK_JOINS, TASK_VIEW, type TaskView, taskView } from './view.ts';

/*
 * The statements of the task list. A source is a UNION of its partitions, each read from its index in list order.
 * SQLite merges them lazily; on PostgreSQL each partition is limited to the rows of the page. INDEXED BY, because
 * SQLite would otherwise scan all tasks in a range of numbers.
 */

type Values = Record<string, Value>;

/** The number of the nth entry of a source below a number; undefined if it has fewer. */
export async function nthBelow(
  session: Session,
  source: Source,
  before: number,
  n: number,
): Promise<number | undefined> {
  const given = { ...valuesOf(session, source), before, skipped: n - 1 };
  return (
    await nths(shapeOf(source), () =>
      query((p: Values) => {
        const partitions = merged(
          source,
          p,
          'UNION ALL',
          'f.number AS number',
          [['number < ?', () => p.before]],
          {
            text: '? + 1',
            of: () => p.skipped,
          },
        );
        return sql<{ number: number }>`${partitions} ORDER BY number DESC LIMIT 1 OFFSET ${p.skipped}`;
      }),
    ).get(session.connection, given)
  )?.number;
}
const nths = queriesByShape<Values, { number: number }>();

/** A range of a source: numbers below `before`, down to `from`. */
export interface TaskRange {
  readonly source: Source;
  readonly before: number;
  readonly from: number;
}

/** The tasks in a range that meet the conditions, newest first. Long rows are cut off: see `Truncated`. */
export async function tasksOf(
  session: Session,
  { source, before, from }: TaskRange,
  conditions: readonly Condition[],
  limit: number,
): Promise<Truncated<TaskView>> {
  const given: Values & { limit: number } = { ...valuesOf(session, source), before, from, limit };
  for (const [i, { parameters }] of conditions.entries())
    for (const name in parameters) given[`${name}${i}`] = parameters[name] as Value;
  const shape = [shapeOf(source), ...conditions.map((condition) => condition.shape)];
  return await lists(shape.join(), () =>
    query((p: Values & { readonly limit: number }) => {
      const columns = 'f.number AS number, f.archived AS archived, f.status AS status';
      const bounds: readonly Term[] = [
        ['number < ?', () => p.before],
        ['number >= ?', () => p.from],
      ];
      // Conditions may reject rows, so the limit cannot move into the partitions; the range is short then.
      const max = conditions.length === 0 ? { text: '?', of: () => p.limit } : undefined;
      const partitions = merged(source, p, 'UNION', columns, bounds, max);
      const checks = conditions.map(({ check }, i) => sql`AND ${check((name) => p[`${name}${i}`])}`);
      return sql<TaskView>`
        SELECT ${TASK_VIEW}
        FROM (
          SELECT scanned.number AS number
          FROM (${partitions} ORDER BY number DESC ${NO_LIMIT}) scanned
          WHERE true ${sql.join(checks, sql` `)}
          ORDER BY number DESC LIMIT ${p.limit}) page
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = page.number ${TASK_JOINS}
        ORDER BY page.number DESC`;
    }, taskView),
  ).few(session.connection, given);
}
const lists = queriesByShape<Values & { readonly limit: number }, TaskView>();

function valuesOf(session: Session, { partitions }: Source): Values {
  const given: Values = { ws: session.workspaceId };
  partitions.forEach((partition, i) => {
    given[`value${i}`] = partition.value;
    given[`archived${i}`] = partition.archived;
    given[`status${i}`] = partition.status;
  });
  return given;
}

const shapeOf = ({ name, partitions }: Source) =>
  [name, partitions.length, partitions.filter(({ value }) => value === null).length].join(' ');

/**
 * The partitions of a source as one SELECT, within bounds of the number. Plain text with a `?` for each value: a source
 * may have hundreds of partitions, and compiling a template for each would take longer than the query.
 */
function merged(
  { table, index, column, partitions }: Source,
  p: Values,
  operator: 'UNION' | 'UNION ALL',
  columns: string,
  bounds: readonly Term[],
  max?: { readonly text: string; readonly of: () => Value | undefined },
): RawBuilder<unknown> {
  const ofAnyStatus = partitions[0]?.status === null;
  const termsOf = ({ value }: Partition): readonly Term[] => [
    ['workspace_id = ?', () => p.ws],
    ...(column === null ? [] : [valueTerm(column, value)]),
    ['archived = ?', (i) => p[`archived${i}`]],
    ...(ofAnyStatus ? [] : [['status = ?', (i) => p[`status${i}`]] as Term]),
    ...bounds,
  ];
  const valueTerm = (name: string, value: Value): Term =>
    value === null ? [`${name} IS NULL`] : [`${name} = ?`, (i) => p[`value${i}`]];
  const places = partitions.map((partition, i) => {
    const terms = termsOf(partition);
    const where = terms.map(([condition]) => `f.${condition}`).join(' AND ');
    // PostgreSQL does not infer that the column is NULL throughout, so it is added to the order, which the index then
    // serves.
    const order =
      column !== null && partition.value === null ? `f.${column} DESC, f.number DESC` : 'f.number DESC';
    return { where, order, values: terms.flatMap(([, of]) => (of ? [of(i)] : [])) };
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
  const from = `SELECT ${columns} FROM ${table} f`;
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
/** A condition with its value for a partition. */
type Term = readonly [condition: string, of?: (place: number) => Value | undefined];
