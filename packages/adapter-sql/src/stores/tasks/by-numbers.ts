import { sql } from 'kysely';
import type { Truncated } from '../../connection.ts';
import { either, JOIN_IN_ORDER } from '../../dialect.ts';
import { query } from '../../query.ts';
import type { Session } from '../../session.ts';
import { TASK_JOINS, TASK_VIEW, type TaskView, taskView } from './view.ts';

const BY_NUMBERS = query(
  (p: { ws: string; numbers: string; limit: number }) => sql<TaskView>`
    SELECT ${TASK_VIEW} FROM ${either({
      sqlite: sql`json_each(${p.numbers}) given`,
      postgres: sql`(
        SELECT CAST(each AS BIGINT) AS value, key
        FROM json_array_elements_text(CAST(${p.numbers} AS json)) WITH ORDINALITY a (each, key)) given`,
    })}
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = given.value ${TASK_JOINS}
    ${either({ sqlite: sql``, postgres: sql`ORDER BY given.key` })} LIMIT ${p.limit}`,
  taskView,
);

/** The tasks with these numbers, in this order. Long rows are cut off: see `Truncated`. */
export const byNumbers = async (
  session: Session,
  numbers: readonly number[],
): Promise<Truncated<TaskView>> =>
  numbers.length === 0
    ? { rows: [], cut: false }
    : await BY_NUMBERS.few(session.connection, {
        ws: session.workspaceId,
        numbers: JSON.stringify(numbers),
        limit: numbers.length,
      });
