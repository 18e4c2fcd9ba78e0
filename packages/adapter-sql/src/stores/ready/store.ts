import type { Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { indexedBy, JOIN_IN_ORDER, NOT_LEADING, thenBy } from '../../dialect.ts';
import { query } from '../../query.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import type { Session } from '../../session.ts';
import { readingTasks } from '../tasks/store.ts';
import { TASK_JOINS, TASK_VIEW, type TaskView, taskView } from '../tasks/view.ts';
import { nextReady } from './scan.ts';

/** Maximum tasks woken in one unit of work. */
const AT_ONCE = 100;

const insertDecline = insertInto('task_declines');
const forgive = deleteFrom('task_declines', ['workspace_id', 'number']);

const DECLINED = query(
  (p: { ws: string; number: number; agentId: string }) => sql`
    SELECT 1 FROM task_declines
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND agent_id = ${p.agentId}`,
);
const RESTED = query(
  (p: { ws: string; now: number; atMost: number }) => sql<{ number: number }>`
    SELECT number FROM tasks ${indexedBy('tasks_resting')}
    WHERE status = 'todo' AND not_before IS NOT NULL AND not_before <= ${p.now} AND ${NOT_LEADING}workspace_id = ${p.ws}
    ORDER BY not_before${thenBy('number')} LIMIT ${p.atMost}`,
);
const WAKE = query(
  (p: { ws: string; number: number }) => sql`
    UPDATE tasks SET not_before = NULL WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);
const FREED = query(
  (p: { ws: string; number: number }) => sql<TaskView>`
    SELECT ${TASK_VIEW} FROM relations r
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = r.workspace_id AND t.number = r.to_number ${TASK_JOINS}
    WHERE r.workspace_id = ${p.ws} AND r.from_number = ${p.number} AND r.kind = 'blocks'
      AND (t.status = 'todo' OR t.open_children > 0) AND t.archived = 0 AND t.open_blockers <= 1`,
  taskView,
);
const BY_NUMBER = query(
  (p: { ws: string; number: number }) => sql<TaskView>`
    SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS} WHERE t.workspace_id = ${p.ws} AND t.number = ${p.number}`,
  taskView,
);

export function readyStore(session: Session): Stores['ready'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const tasks = readingTasks(session.reportBadRow);
  const taskOf = async (number: number) =>
    tasks.all(await BY_NUMBER.all(on, { ws: ws(), number }))[0] ?? null;

  return {
    next: async (agentId, filter, after) => nextReady(session, agentId, filter, after, taskOf),
    wake: async (now) => {
      const rested = await RESTED.all(on, { ws: ws(), now, atMost: AT_ONCE });
      for (const { number } of rested) WAKE.run(on, { ws: ws(), number });
      const woken = await Promise.all(rested.map(({ number }) => taskOf(number)));
      return woken.flatMap((task) => task ?? []);
    },
    freedBy: async (number) =>
      andThen(FREED.all(on, { ws: ws(), number }), (rows) =>
        tasks.all(rows).map((task) => ({ ...task, blocked: false })),
      ),
    decline: async (number, agentId) => {
      if (await DECLINED.get(on, { ws: ws(), number, agentId })) return;
      insertDecline(on, { workspace_id: ws(), number, agent_id: agentId });
    },
    forgive: async (number) => forgive(on, { workspace_id: ws(), number }),
  };
}
