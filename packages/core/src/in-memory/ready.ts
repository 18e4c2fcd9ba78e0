import { readyOrder } from '../ready/order.ts';
import { isReady, readyTask, wants } from '../ready/ready.ts';
import type { ReadyStore } from '../ready/store.ts';
import type { Task } from '../tasks/task.ts';
import type { Tables } from './tables.ts';

export const restsNoLonger = ({ status, work }: Task, now: number): boolean =>
  status === 'todo' && work.notBefore !== null && work.notBefore <= now;

const AT_ONCE = 100;

export function readyStore(tables: Tables, view: (task: Task) => Task): ReadyStore {
  const { tasks, relations, declines } = tables;
  return {
    next: async (agentId, filter, after) => {
      const inOrder = tasks
        .filter((row) => row.work.notBefore === null && !declines.get(row.taskNumber)?.includes(agentId))
        .map(view)
        .filter((row) => isReady(row, 0) && wants(agentId, filter, readyTask(row)))
        .sort(readyOrder(agentId));
      // Starts over if the task at the position is no longer ready.
      const place = inOrder.findIndex(({ taskNumber }) => String(taskNumber) === after);
      const task = inOrder[place + 1] ?? null;
      return { task, after: task && String(task.taskNumber) };
    },
    wake: async (now) => {
      const rested = tasks.filter((row) => restsNoLonger(row, now)).slice(0, AT_ONCE);
      return rested.map((row) => {
        const awake = { ...row, work: { ...row.work, notBefore: null } };
        tasks.put(row.taskNumber, awake);
        return view(awake);
      });
    },
    freedBy: async (taskNumber) =>
      relations
        .filter(({ kind, from }) => kind === 'blocks' && from === taskNumber)
        .map(({ to }) => view(tasks.get(to) as Task))
        .filter((task) => !task.archived && (task.status === 'todo' || task.children.open > 0))
        .filter((task) => blockersOf(tables, task) === 1)
        .map((task) => ({ ...task, blocked: false })),
    decline: async (taskNumber, agentId) => {
      const before = declines.get(taskNumber) ?? [];
      if (!before.includes(agentId)) declines.put(taskNumber, [...before, agentId]);
    },
    forgive: async (taskNumber) => declines.delete(taskNumber),
  };
}

const blockersOf = ({ relations, tasks }: Tables, { taskNumber }: Task): number =>
  relations.filter(
    ({ kind, from, to }) =>
      kind === 'blocks' &&
      to === taskNumber &&
      !['done', 'canceled'].includes(tasks.get(from)?.status ?? 'done'),
  ).length;
