import type { Desk } from './desk.ts';
import type { Mover } from './record.ts';

let count = 0;
/** A text that nobody else makes. */
export const unique = ({ name }: Desk): string => `${name}-${++count}`;

export const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

const MOVERS: readonly Mover[] = ['human', 'agent', 'service'];
const STATUSES = ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled'];

export async function create(desk: Desk): Promise<void> {
  const title = unique(desk);
  // Some are refused, and must leave no gap.
  const labels = Math.random() < 0.2 ? ['unknown'] : [];
  const project = Math.random() < 0.5 ? { projectId: desk.order.projectId } : {};
  const { status, body, started, ended } = await desk.ask(desk.order.keys.human, 'POST', 'tasks', {
    title,
    labels,
    ...project,
  });
  desk.record({ kind: 'create', title, number: body.taskNumber ?? null, status, started, ended });
}

export const move = (desk: Desk): Promise<void> =>
  moved(desk, oneOf(desk.order.shared), oneOf(STATUSES), oneOf(MOVERS));

async function moved(desk: Desk, task: number, to: string, by: Mover): Promise<void> {
  const reason = unique(desk);
  const path = `tasks/${task}/transition`;
  const { status, body, started, ended } = await desk.ask(desk.order.keys[by], 'POST', path, { to, reason });
  const instead = status === 200 ? null : (body.error.validTransitions ?? null);
  desk.record({ kind: 'move', task, to, by, reason, instead, status, started, ended });
}

export async function change(desk: Desk): Promise<void> {
  const task = oneOf(desk.order.shared);
  const field = oneOf(['title', 'description', 'tags']);
  const value = unique(desk);
  const body = { [field]: field === 'tags' ? [value] : value };
  const { status, started, ended } = await desk.ask(desk.order.keys.human, 'PATCH', `tasks/${task}`, body);
  desk.record({ kind: 'change', task, field, value, status, started, ended });
}

/** Takes part in every race: all clients of all processes make the same move at the same time. */
export async function race(desk: Desk, over: () => boolean): Promise<void> {
  const { races, raceMs, startsAt } = desk.order;
  for (const [i, task] of races.entries()) {
    const wait = startsAt + i * raceMs - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (over()) return;
    await moved(desk, task, 'in_progress', oneOf(MOVERS));
  }
}
