import type { NextReady, Priority, ReadyFilter, Task } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { query } from '../engine/query.ts';
import type { Session } from '../engine/session.ts';

/** In the place of a due date that there is not: after all of them. */
export const LAST_DUE = Number.MAX_SAFE_INTEGER;

/** Tasks that are looked at in one unit of work; each that is kept from the agent, or is not wanted, counts. */
const EFFORT = 2_000;

interface Row {
  number: number;
  priority: string;
  due: number;
  fits: number;
}

interface Values {
  ws: string;
  agentId: string;
  projectId: string;
  priority: string;
  /** A JSON array. */
  labelIds: string;
  due: number;
  number: number;
  atMost: number;
}

const READY = sql`t.status = 'todo' AND t.archived = 0 AND t.open_blockers = 0 AND t.not_before IS NULL`;
const DUE = sql.raw(`COALESCE(t.due_date, ${LAST_DUE})`);
/** What is kept from the agent does not fit it. */
const OFFERED = (p: Values) => sql`NOT EXISTS (
  SELECT 1 FROM task_declines d
  WHERE d.workspace_id = t.workspace_id AND d.number = t.number AND d.agent_id = ${p.agentId})`;
const LABELED = (p: Values) => sql`EXISTS (
  SELECT 1 FROM json_each(${p.labelIds}) j CROSS JOIN task_labels l ON l.workspace_id = t.workspace_id
    AND l.label_id = j.value AND l.archived = 0 AND l.status = 'todo' AND l.number = t.number)`;

/** One priority at a time, so that the rest of the order follows from the index alone. */
const tasksOf = (index: string, whose: (p: Values) => RawBuilder<unknown>, labeled: boolean) =>
  query(
    (p: Values) => sql<Row>`
      SELECT t.number, t.priority, ${DUE} AS due, ${OFFERED(p)} ${labeled ? sql`AND ${LABELED(p)}` : sql``} AS fits
      FROM tasks t INDEXED BY ${sql.raw(index)}
      WHERE t.workspace_id = ${p.ws} AND ${whose(p)} AND ${READY} AND t.priority = ${p.priority}
        AND ${DUE} >= ${p.due} AND (${DUE} > ${p.due} OR t.number > ${p.number})
      ORDER BY ${DUE}, t.number LIMIT ${p.atMost}`,
  );

const PROJECT = (p: Values) => sql`t.project_id = ${p.projectId}`;
/** Whose tasks come one after another; those of a project by its own index. */
const PHASES = (['back', 'own', 'free'] as const).map((phase) => {
  const whose = (p: Values) =>
    phase === 'free' ? sql`t.assignee_id IS NULL` : sql`t.assignee_id = ${p.agentId}`;
  const back = (p: Values) => sql`t.back_to = ${p.agentId} AND t.back_to IS NOT NULL`;
  const queries = (labeled: boolean) =>
    phase === 'back'
      ? {
          any: tasksOf('tasks_back', back, labeled),
          ofProject: tasksOf('tasks_back', (p) => sql`${back(p)} AND ${PROJECT(p)}`, labeled),
        }
      : {
          any: tasksOf('tasks_ready', whose, labeled),
          ofProject: tasksOf(
            'tasks_ready_of_project',
            (p) => sql`${PROJECT(p)} AND ${whose(p)} AND t.project_id IS NOT NULL`,
            labeled,
          ),
        };
  return { plain: queries(false), labeled: queries(true) };
});

const PRIORITIES: readonly Priority[] = ['p0', 'p1', 'p2', 'p3'];

/** Goes through the tasks that are ready for the agent, in the order in which it takes them. */
export function nextReady(
  session: Session,
  agentId: string,
  { projectId, labelIds, priorities }: ReadyFilter,
  after: string | null,
  byNumber: (number: number) => Task | null,
): NextReady {
  const wanted = PRIORITIES.filter((priority) => priorities?.includes(priority) ?? true);
  const from = after === null ? null : (JSON.parse(after) as [place: number, due: number, number: number]);
  let left = EFFORT;
  for (let place = from?.[0] ?? 0; place < PHASES.length * wanted.length; place++) {
    const phase = PHASES[Math.floor(place / wanted.length)] as (typeof PHASES)[number];
    const { any, ofProject } = labelIds === undefined ? phase.plain : phase.labeled;
    const tasks = projectId === undefined ? any : ofProject;
    let at: readonly [due: number, number: number] =
      place === from?.[0] ? [from[1], from[2]] : [Number.MIN_SAFE_INTEGER, 0];
    // Mostly the first fits; where it does not, the next look is at more of them.
    for (let atMost = 1; ; atMost = Math.min(10 * atMost, 500)) {
      const rows = tasks.all(session.connection, {
        ws: session.workspaceId,
        agentId,
        projectId: projectId ?? '',
        priority: wanted[place % wanted.length] as string,
        labelIds: JSON.stringify(labelIds ?? []),
        due: at[0],
        number: at[1],
        atMost,
      });
      for (const { number, fits } of rows) {
        const task = fits === 1 ? byNumber(number) : null;
        if (task) return { task, after: null };
      }
      const last = rows.at(-1);
      if (!last || rows.length < atMost) break;
      at = [last.due, last.number];
      left -= rows.length;
      if (left <= 0) return { task: null, after: JSON.stringify([place, ...at]) };
    }
  }
  return { task: null, after: null };
}
