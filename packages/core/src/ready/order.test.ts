import { aTask } from '../../testing/contract/rows.ts';
import { NO_WORK, type Task } from '../tasks/task.ts';
import { readyOrder } from './order.ts';

const own = { id: 'scout', name: 'scout' };
const inOrder = (tasks: readonly Task[]) =>
  [...tasks].sort(readyOrder('scout')).map(({ taskNumber }) => taskNumber);

test.each<[string, Task[]]>([
  [
    'tasks returned to the agent come first, then its own, then unassigned ones',
    [
      aTask(1, { work: { ...NO_WORK, backTo: 'scout' }, priority: 'p3' }),
      aTask(2, { assignee: own, priority: 'p2' }),
      aTask(3, { priority: 'p0' }),
    ],
  ],
  [
    'a task returned to another agent counts as unassigned',
    [aTask(2, { priority: 'p0' }), aTask(3, { work: { ...NO_WORK, backTo: 'otto' } })],
  ],
  ['p0 comes before p3', [aTask(2, { priority: 'p0' }), aTask(1, { priority: 'p3' })]],
  [
    'an earlier due date comes first, and none comes last',
    [aTask(3, { dueDate: 1 }), aTask(2, { dueDate: 2 }), aTask(1)],
  ],
  ['lower numbers come first otherwise', [aTask(1), aTask(2), aTask(10)]],
])('%s', (_rule, tasks) => {
  const expected = tasks.map(({ taskNumber }) => taskNumber);
  expect(inOrder(tasks.toReversed())).toEqual(expected);
  expect(inOrder(tasks)).toEqual(expected);
});
