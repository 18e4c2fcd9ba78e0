import { MAX_DEPTH, type Moment, plusUsage, type Stores, type Task, totalUsage } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { either, indexedBy, integer, JOIN_IN_ORDER } from '../../dialect.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { numbers } from '../usage/sums.ts';
import { readingTasks } from './store.ts';
import { TASK_JOINS, TASK_VIEW, type TaskView, taskView } from './view.ts';

const CHILDREN = query(
  (p: { ws: string; number: number }) => sql<TaskView>`
    SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS}
    WHERE t.workspace_id = ${p.ws} AND t.parent_number = ${p.number} AND t.archived < 2`,
  taskView,
);

const OPEN_CHILDREN = query(
  (p: { ws: string; number: number }) => sql<{ number: number }>`
    SELECT number FROM tasks ${indexedBy('tasks_by_parent')}
    WHERE workspace_id = ${p.ws} AND parent_number = ${p.number} AND archived = 0
      AND status NOT IN ('done', 'canceled')`,
);

/** The condition is `followsChildren` of the core. */
const FOLLOWING = query(
  (p: { ws: string; number: number }) => sql<TaskView>`
    SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS}
    WHERE t.workspace_id = ${p.ws} AND t.number = ${p.number} AND t.archived < 2
      AND (t.status = 'waiting' OR t.status = 'todo' AND (t.open_children = 0 OR t.woken_by IS NOT NULL))`,
  taskView,
);

/** Limited by distance, because damaged data could have a cycle. */
const ANCESTORS = query(
  (p: { ws: string; number: number }) => sql<TaskView>`
    WITH RECURSIVE above (number, distance) AS (
      SELECT parent_number, 1 FROM tasks
      WHERE workspace_id = ${p.ws} AND number = ${p.number} AND parent_number IS NOT NULL
      UNION ALL
      SELECT t.parent_number, a.distance + 1 FROM above a
      ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = a.number
      WHERE t.parent_number IS NOT NULL AND a.distance < ${sql.lit(MAX_DEPTH)}
    )
    SELECT ${TASK_VIEW} FROM above a
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = a.number ${TASK_JOINS}`,
  taskView,
);

const BELOW = (p: { ws: string; number: number }) => sql`
  WITH RECURSIVE below (number, depth) AS (
    SELECT ${integer(p.number)}, 0
    UNION ALL
    SELECT c.number, b.depth + 1 FROM below b
    ${JOIN_IN_ORDER} tasks c ON c.workspace_id = ${p.ws} AND c.parent_number = b.number AND c.archived < 2
    WHERE b.depth < ${sql.lit(MAX_DEPTH)}
  )`;

const CLAIMED = query(
  (p: { ws: string; number: number }) => sql<TaskView>`
    ${BELOW(p)}
    SELECT ${TASK_VIEW} FROM below b
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = b.number ${TASK_JOINS}
    WHERE t.status = 'in_progress'`,
  taskView,
);

type UsageRow = Pick<Schema['tasks'], 'workspace_id' | 'number' | 'usage'>;

const USAGES = query(
  (p: { ws: string; number: number }) => sql<UsageRow>`
    ${BELOW(p)}
    SELECT t.workspace_id, t.number, t.usage FROM below b
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = b.number
    WHERE t.usage IS NOT NULL`,
);

const USAGE_OF = query(
  (p: { ws: string; number: number }) => sql<UsageRow>`
    SELECT workspace_id, number, usage FROM tasks
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND usage IS NOT NULL`,
);

const SET_USAGE = query(
  (p: { ws: string; number: number; usage: string }) => sql`
    UPDATE tasks SET usage = ${p.usage} WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

interface Counts {
  size: number;
  height: number;
  children: number;
}

const SUBTREE = query(
  (p: { ws: string; number: number }) => sql<Counts>`
    ${BELOW(p)}
    SELECT count(*) AS size, max(depth) AS height, count(CASE depth WHEN 1 THEN 1 END) AS children FROM below`,
);

interface Path {
  ws: string;
  number: number;
  ended: number;
  toNumber: number;
  toEnded: number;
  /** The task that counts as without a parent; 0 for none. */
  detached: number;
}

const childrenOf = ({ ws, detached }: Path, of: string) =>
  sql`SELECT c.number, 0 AS ended FROM tasks c
    WHERE c.workspace_id = ${ws} AND c.parent_number = ${sql.ref(`${of}.number`)} AND c.number <> ${detached}
      AND ${sql.ref(`${of}.ended`)} = 0`;
const parentOf = ({ ws, detached }: Path, of: string) =>
  sql`SELECT t.parent_number AS number, 1 AS ended FROM tasks t
    WHERE t.workspace_id = ${ws} AND t.number = ${sql.ref(`${of}.number`)} AND t.parent_number IS NOT NULL
      AND t.number <> ${detached} AND ${sql.ref(`${of}.ended`)} = 1`;
const blockedBy = ({ ws }: Path, of: string) =>
  sql`SELECT r.to_number AS number, 0 AS ended FROM relations r
    WHERE r.workspace_id = ${ws} AND r.from_number = ${sql.ref(`${of}.number`)} AND r.kind = 'blocks'
      AND ${sql.ref(`${of}.ended`)} = 1`;

/**
 * Follows parents and blockers lazily and stops at the first path; visits the start and the end of each task once.
 * SQLite takes several recursive terms, PostgreSQL one.
 */
const PRECEDES = query(
  (p: Path) => sql`
    WITH RECURSIVE ahead (number, ended) AS (
      SELECT ${integer(p.number)}, ${integer(p.ended)}
      UNION
      ${either({
        sqlite: sql`SELECT a.number, 1 FROM ahead a WHERE a.ended = 0
          UNION SELECT c.number, 0 FROM ahead a CROSS JOIN tasks c
            ON c.workspace_id = ${p.ws} AND c.parent_number = a.number
            WHERE a.ended = 0 AND c.number <> ${p.detached}
          UNION SELECT t.parent_number, 1 FROM ahead a CROSS JOIN tasks t
            ON t.workspace_id = ${p.ws} AND t.number = a.number AND t.parent_number IS NOT NULL
            WHERE a.ended = 1 AND t.number <> ${p.detached}
          UNION SELECT r.to_number, 0 FROM ahead a CROSS JOIN relations r
            ON r.workspace_id = ${p.ws} AND r.from_number = a.number AND r.kind = 'blocks' WHERE a.ended = 1`,
        postgres: sql`SELECT n.number, n.ended FROM ahead a CROSS JOIN LATERAL (
          SELECT a.number, 1::BIGINT AS ended WHERE a.ended = 0
          UNION ALL ${childrenOf(p, 'a')} UNION ALL ${parentOf(p, 'a')} UNION ALL ${blockedBy(p, 'a')}) n`,
      })}
    )
    SELECT number FROM ahead WHERE number = ${p.toNumber} AND ended = ${p.toEnded} LIMIT 1`,
);

/** Sorted from the parent to the root. */
function upwards(ancestors: readonly Task[]): readonly Task[] {
  const above = new Set(ancestors.map(({ parent }) => parent?.taskNumber));
  const byNumber = new Map(ancestors.map((task) => [task.taskNumber, task]));
  const sorted: Task[] = [];
  for (
    let next = ancestors.find(({ taskNumber }) => !above.has(taskNumber));
    next && sorted.length < ancestors.length;
    next = byNumber.get(next.parent?.taskNumber ?? 0)
  )
    sorted.push(next);
  return sorted;
}

const isEnd = ({ at }: Moment) => (at === 'end' ? 1 : 0);

export function subtaskStore(session: Session): Stores['subtasks'] {
  const { connection: on } = session;
  const at = (number: number) => ({ ws: session.workspaceId, number });
  const tasks = readingTasks(session.reportBadRow);
  const usages = reading(
    session.reportBadRow,
    'tasks',
    (row: UsageRow) => row.number,
    ({ number, usage }) => ({ number, usage: numbers(usage ?? '{}') }),
  );

  return {
    children: async (number) =>
      andThen(CHILDREN.all(on, at(number)), (rows) =>
        tasks.all(rows).toSorted((a, b) => a.taskNumber - b.taskNumber),
      ),
    openChildren: async (number) =>
      andThen(OPEN_CHILDREN.all(on, at(number)), (rows) =>
        rows.map((row) => row.number).sort((a, b) => a - b),
      ),
    following: async (number) => andThen(FOLLOWING.get(on, at(number)), tasks.one),
    ancestors: async (number) => andThen(ANCESTORS.all(on, at(number)), (rows) => upwards(tasks.all(rows))),
    subtree: async (number) => andThen(SUBTREE.get(on, at(number)), (row) => row as Counts),
    claimed: async (number) =>
      andThen(CLAIMED.all(on, at(number)), (rows) => tasks.all(rows).filter(({ claim }) => claim !== null)),
    addUsage: async (number, more) => {
      const [before] = usages.all(await USAGE_OF.all(on, at(number)));
      SET_USAGE.run(on, { ...at(number), usage: JSON.stringify(plusUsage(before?.usage ?? {}, more)) });
    },
    usageOf: async (number) =>
      andThen(USAGES.all(on, at(number)), (rows) => {
        const found = usages.all(rows);
        return {
          own: found.find((row) => row.number === number)?.usage ?? {},
          tree: totalUsage(found.map(({ usage }) => usage)),
        };
      }),
    precedes: async (first, second, detached = 0) => {
      const path = { ...at(first.taskNumber), ended: isEnd(first) };
      const to = { toNumber: second.taskNumber, toEnded: isEnd(second) };
      return andThen(PRECEDES.get(on, { ...path, ...to, detached }), (row) => row !== undefined);
    },
  };
}
