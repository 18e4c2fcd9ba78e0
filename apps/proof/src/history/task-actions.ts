import type { ClientContext } from './context.ts';
import type { Mover } from './record.ts';

let count = 0;
/** A unique text. */
export const unique = ({ name }: ClientContext): string => `${name}-${++count}`;

export const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

const MOVERS: readonly Mover[] = ['human', 'agent', 'service'];
const STATUSES = ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled'];

export async function create(context: ClientContext): Promise<void> {
  const title = unique(context);
  // Some are refused, and must leave no gap in the numbers.
  const labels = Math.random() < 0.2 ? ['unknown'] : [];
  const project = Math.random() < 0.5 ? { projectId: context.order.projectId } : {};
  const { status, body, started, ended } = await context.ask(context.order.keys.human, 'POST', 'tasks', {
    title,
    labels,
    ...project,
  });
  context.record({ kind: 'create', title, number: body.taskNumber ?? null, status, started, ended });
}

export const move = (context: ClientContext): Promise<void> =>
  moved(context, oneOf(context.order.shared), oneOf(STATUSES), oneOf(MOVERS));

async function moved(context: ClientContext, task: number, to: string, by: Mover): Promise<void> {
  const reason = unique(context);
  const path = `tasks/${task}/transition`;
  const { status, body, started, ended } = await context.ask(context.order.keys[by], 'POST', path, {
    to,
    reason,
  });
  const instead = status === 200 ? null : (body.error.validTransitions ?? null);
  context.record({ kind: 'move', task, to, by, reason, instead, status, started, ended });
}

export async function change(context: ClientContext): Promise<void> {
  const task = oneOf(context.order.shared);
  const field = oneOf(['title', 'description', 'tags']);
  const value = unique(context);
  const body = { [field]: field === 'tags' ? [value] : value };
  const { status, started, ended } = await context.ask(
    context.order.keys.human,
    'PATCH',
    `tasks/${task}`,
    body,
  );
  context.record({ kind: 'change', task, field, value, status, started, ended });
}

/** Joins every race: all clients of all processes make the same move at the same time. */
export async function race(context: ClientContext, over: () => boolean): Promise<void> {
  const { races, raceMs, startsAt } = context.order;
  for (const [i, task] of races.entries()) {
    const wait = startsAt + i * raceMs - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (over()) return;
    await moved(context, task, 'in_progress', oneOf(MOVERS));
  }
}
