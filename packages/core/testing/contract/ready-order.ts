import type { Storage, Task } from '../../src/index.ts';
import { readyOrder } from '../../src/ready/order.ts';
import { isReady, type ReadyFilter, readyTask, wants } from '../../src/ready/ready.ts';
import { NO_WORK } from '../../src/tasks/task.ts';
import { aLabel, anAgent, aProject, aTask } from './rows.ts';

const COUNT = 60;
const AGENTS = ['scout', 'otto'].map((id) => ({ id, name: id }));
const FILTERS: readonly ReadyFilter[] = [
  {},
  { projectId: 'p' },
  { labelIds: ['bug'] },
  { priorities: ['p1', 'p3'] },
  { projectId: 'p', labelIds: ['bug', 'ui'], priorities: ['p0', 'p2'] },
];

/** The contract of every Storage for the next ready task: generated tasks come in the order of the policy. */
export function readyOrders(open: () => Storage): void {
  test.each([1, 2, 3])(
    'tasks generated from seed %d are offered in the order of readyOrder',
    async (seed) => {
      const storage = open();
      const tasks = tasksOf(seed);
      await storage.write('w', async (stores) => {
        for (const { id } of AGENTS) await stores.members.insert(anAgent(id));
        await stores.projects.insert(aProject('p'));
        for (const id of ['bug', 'ui']) await stores.labels.insert(aLabel(id));
        for (const task of tasks) await stores.tasks.insert(task);
      });
      for (const { id } of AGENTS) {
        for (const filter of FILTERS) {
          const expected = tasks
            .filter((task) => isReady(task, 0) && wants(id, filter, readyTask(task)))
            .sort(readyOrder(id))
            .map(({ taskNumber }) => taskNumber);
          expect([id, filter, await offered(storage, id, filter, 'taken')]).toEqual([id, filter, expected]);
          const refused = new Set(await offered(storage, id, filter, 'refused'));
          expect([id, filter, [...refused]]).toEqual([id, filter, expected]);
        }
      }
    },
  );
}

const UNDO = new Error('undo');

/** The numbers of all tasks that the agent is offered, one after the other; refused ones stay ready. Nothing is kept. */
async function offered(
  storage: Storage,
  agentId: string,
  filter: ReadyFilter,
  passed: 'taken' | 'refused',
): Promise<readonly number[]> {
  const numbers: number[] = [];
  const all = storage.write('w', async (stores) => {
    numbers.length = 0;
    for (let after: string | null = null; ; ) {
      const next = await stores.ready.next(agentId, filter, after);
      if (next.task) {
        numbers.push(next.task.taskNumber);
        if (passed === 'taken') await stores.tasks.update({ ...next.task, status: 'canceled' }, next.task);
      } else if (next.after === null) throw UNDO;
      after = next.after;
    }
  });
  await expect(all).rejects.toBe(UNDO);
  return numbers;
}

/** Tasks with random fields, of which about three in four are ready. The same seed gives the same tasks. */
function tasksOf(seed: number): readonly Task[] {
  let state = seed;
  // mulberry32
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  return Array.from({ length: COUNT }, (_, index) =>
    aTask(index + 1, {
      status: pick('todo', 'todo', 'todo', 'todo', 'todo', 'todo', 'backlog', 'in_progress'),
      archived: pick(false, false, false, false, false, false, false, true),
      priority: pick('p0', 'p1', 'p2', 'p3'),
      dueDate: pick(null, 0, 1, 1_800_000_000_000, 4_000_000_000_000),
      assignee: pick(null, null, ...AGENTS),
      project: pick(null, { id: 'p', title: 'p' }),
      labels: pick([], [aLabel('bug')], [aLabel('bug'), aLabel('ui')], [aLabel('ui')]),
      work: { ...NO_WORK, backTo: pick(null, null, null, 'scout', 'otto') },
    }),
  );
}
