import { type NextReady, PRIORITIES, type Priority, type ReadyFilter, type Task } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../connection.ts';
import { allNull, flag, indexedBy, JOIN_IN_ORDER, textsAs } from '../../dialect.ts';
import { query } from '../../query.ts';
import type { Session } from '../../session.ts';
import { DUE, isReady, LAST_DUE } from './condition.ts';
import type { ReadyQueue } from './skip-cache.ts';
import { END, type ReadyPosition, START } from './skip-range.ts';

/** Tasks scanned in one unit of work, including those that are excluded or unwanted. */
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

const READY = sql.raw(isReady('t'));
type Claimer = Pick<Values, 'ws' | 'agentId'>;

/** Excludes tasks that the agent may not have. */
const OFFERED = (p: Claimer) => sql`NOT EXISTS (
  SELECT 1 FROM task_declines d
  WHERE d.workspace_id = ${p.ws} AND d.number = t.number AND d.agent_id = ${p.agentId})`;
const LABELED = (p: Values) => sql`EXISTS (
  SELECT 1 FROM ${textsAs('j', p.labelIds)} ${JOIN_IN_ORDER} task_labels l ON l.workspace_id = ${p.ws}
    AND l.label_id = j.value AND l.archived = 0 AND l.status = 'todo' AND l.number = t.number)`;

/**
 * Queries one priority at a time, so that the rest of the order comes from the index. The tasks of one due date have a
 * branch of their own: with both bounds in one condition SQLite would use only the first and scan all tasks with that
 * due date.
 */
const tasksOf = (
  index: string,
  whose: (p: Values) => RawBuilder<unknown>,
  labeled: boolean,
  free = false,
) => {
  const tasks = (where: (p: Values) => RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    query(
      (p: Values) => sql<Row>`
        SELECT t.number, t.priority, ${DUE} AS due, ${flag(sql`${OFFERED(p)} ${labeled ? sql`AND ${LABELED(p)}` : sql``}`)} AS fits
        FROM tasks t ${indexedBy(index)}
        WHERE t.workspace_id = ${p.ws} AND ${whose(p)} AND ${READY} AND t.priority = ${p.priority} AND ${where(p)}
        ORDER BY ${free ? allNull('t.assignee_id') : sql``}${order} LIMIT ${p.atMost}`,
    );
  const sameDue = tasks((p) => sql`${DUE} = ${p.due} AND t.number > ${p.number}`, sql`t.number`);
  const later = tasks((p) => sql`${DUE} > ${p.due}`, sql`${DUE}, t.number`);
  return async (on: Connection, values: Values): Promise<readonly Row[]> => {
    const same = values.due === START[0] ? [] : await sameDue.all(on, values);
    const atMost = values.atMost - same.length;
    return atMost === 0 || values.due === LAST_DUE
      ? same
      : [...same, ...(await later.all(on, { ...values, atMost }))];
  };
};

/** Whose tasks each phase of a scan reads, in order; tasks of a project use an index of their own. */
const WHOSE = {
  back: (p: Claimer) => sql`
    t.back_to = ${p.agentId} AND t.back_to IS NOT NULL AND (t.assignee_id IS NULL OR t.assignee_id = ${p.agentId})`,
  own: (p: Claimer) => sql`t.assignee_id = ${p.agentId}`,
  free: () => sql`t.assignee_id IS NULL`,
};
const NAMES = ['back', 'own', 'free'] as const;

/**
 * The first ready task of each phase and priority. A claim usually takes one of them; otherwise it knows which to scan.
 */
const FIRSTS = query((p: Claimer) =>
  sql.join<Row & { phase: string }>(
    NAMES.flatMap((phase) =>
      PRIORITIES.map(
        (priority) => sql`
          SELECT * FROM (
            SELECT ${sql.lit(phase)} AS phase, t.priority, t.number, ${DUE} AS due, ${flag(OFFERED(p))} AS fits
            FROM tasks t ${indexedBy(phase === 'back' ? 'tasks_back' : 'tasks_ready')}
            WHERE t.workspace_id = ${p.ws} AND ${WHOSE[phase](p)} AND ${READY} AND t.priority = ${sql.lit(priority)}
            ORDER BY ${phase === 'free' ? allNull('t.assignee_id') : sql``}${DUE}, t.number LIMIT 1)
            ${sql.ref(`${phase}_${priority}`)}`,
      ),
    ),
    sql` UNION ALL `,
  ),
);

const PROJECT = (p: Values) => sql`t.project_id = ${p.projectId}`;
const PHASES = NAMES.map((phase) => {
  const whose = WHOSE[phase];
  const queries = (labeled: boolean) =>
    phase === 'back'
      ? {
          any: tasksOf('tasks_back', whose, labeled),
          ofProject: tasksOf('tasks_back', (p) => sql`${whose(p)} AND ${PROJECT(p)}`, labeled),
        }
      : {
          any: tasksOf('tasks_ready', whose, labeled, phase === 'free'),
          ofProject: tasksOf(
            'tasks_ready_of_project',
            (p) => sql`${PROJECT(p)} AND ${whose(p)} AND t.project_id IS NOT NULL`,
            labeled,
            phase === 'free',
          ),
        };
  return { name: phase, plain: queries(false), labeled: queries(true) };
});

/** Iterates over the agent's ready tasks in claim order, skipping ranges known to be empty. */
export async function nextReady(
  session: Session,
  agentId: string,
  { projectId, labelIds, priorities }: ReadyFilter,
  after: string | null,
  byNumber: (number: number) => Promise<Task | null>,
): Promise<NextReady> {
  const { connection, workspaceId, skipCache } = session;
  const wanted = PRIORITIES.filter((priority) => priorities?.includes(priority) ?? true);
  const from = after === null ? null : (JSON.parse(after) as [place: number, due: number, number: number]);
  const labels = JSON.stringify(labelIds?.toSorted() ?? []);
  const filter = `${projectId ?? ''} ${labelIds ? labels : ''}`;
  const isPlain = projectId === undefined && labelIds === undefined;
  let left = EFFORT;
  skipCache?.refresh(workspaceId);
  const all = await FIRSTS.all(connection, { ws: workspaceId, agentId });
  const firsts = new Map(all.map((row) => [`${row.phase} ${row.priority}`, row]));
  for (let place = from?.[0] ?? 0; place < PHASES.length * wanted.length; place++) {
    const phase = PHASES[Math.floor(place / wanted.length)] as (typeof PHASES)[number];
    const priority = wanted[place % wanted.length] as Priority;
    const first = firsts.get(`${phase.name} ${priority}`);
    if (!first) continue;
    const { any, ofProject } = labelIds === undefined ? phase.plain : phase.labeled;
    const tasks = projectId === undefined ? any : ofProject;
    const queue: ReadyQueue = { workspaceId, phase: phase.name, priority, agentId, wanted: filter };
    const start: ReadyPosition = place === from?.[0] ? [from[1], from[2]] : START;
    let at = start;
    let passed = 0;
    // Usually the first task fits. If not, the batches grow.
    for (let atMost = 1; at !== END; atMost = Math.min(10 * atMost, 500)) {
      const next = skipCache?.beyond(queue, at) ?? at;
      if (next !== at) atMost = 1;
      at = next;
      if (at === END) break;
      const values = { ws: workspaceId, agentId, projectId: projectId ?? '', priority, labelIds: labels };
      const rows =
        isPlain && at === START
          ? [first]
          : await tasks(connection, { ...values, due: at[0], number: at[1], atMost });
      for (const { number, due, fits } of rows) {
        const task = fits === 1 ? await byNumber(number) : null;
        if (task) {
          skipCache?.found(queue, { from: start, to: at }, passed);
          return { task, after: JSON.stringify([place, due, number]) };
        }
        at = [due, number];
        passed++;
      }
      if (rows.length < atMost) {
        at = END;
        break;
      }
      left -= rows.length;
      if (left <= 0) {
        skipCache?.found(queue, { from: start, to: at }, passed);
        return { task: null, after: JSON.stringify([place, ...at]) };
      }
    }
    skipCache?.found(queue, { from: start, to: END }, passed);
  }
  return { task: null, after: null };
}
