import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { Briefing } from '../../steps/briefing.ts';
import type { NewChild } from '../split.ts';
import type { NewTask } from '../task.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (input: Partial<NewTask> = {}, by: Caller = w.admin) =>
  w.tandem.tasks.create(by, { title: 'A task', ...input });
const get = (number: number) => w.tandem.tasks.get(w.admin, number);
const move = (
  number: number,
  to: 'todo' | 'done' | 'canceled' | 'backlog' | 'in_progress' | 'waiting',
  more = {},
) => w.tandem.tasks.transition(w.admin, number, { to, ...more });
const finish = async (number: number) => {
  await move(number, 'in_progress');
  return move(number, 'done');
};
const setParent = (number: number, parentTaskNumber: number | null, by: Caller = w.admin) =>
  w.tandem.tasks.update(by, number, { parentTaskNumber });
/** Task 1 with the children 2 and 3. */
const family = async () => {
  for (const parentTaskNumber of [undefined, 1, 1]) await create({ parentTaskNumber });
};
const claimNext = async (by = w.agent): Promise<Briefing> => {
  const briefing = await w.tandem.claims.next(by, {});
  if (!briefing) throw new Error('Nothing is ready');
  return briefing;
};
const split = (
  briefing: Briefing,
  tasks: readonly NewChild[],
  then: 'wait' | 'continue' = 'wait',
  by = w.agent,
) => w.tandem.tasks.split(by, briefing.task.taskNumber, { token: briefing.lease.token, tasks, then });
/** Task 1, delegated by the agent, with two children. */
const delegated = async (count = 2) => {
  await create({ assignedTo: 'scout' });
  return split(
    await claimNext(),
    Array.from({ length: count }, (_, i) => ({ title: `Part ${i}` })),
  );
};
const wakes = async () =>
  (await w.tandem.events.after(w.workspaceId, undefined, 1_000)).items.filter(
    ({ event }) => event.type === 'task.woken',
  ).length;

describe('parents', () => {
  test('a sub-task takes the project of its parent, unless it says otherwise', async () => {
    const { id: projectId } = await w.tandem.projects.create(w.admin, { title: 'Garden' });
    await create({ projectId });
    expect((await create({ parentTaskNumber: 1 })).project?.id).toBe(projectId);
    expect((await create({ parentTaskNumber: 1, projectId: null })).project).toBeNull();
  });

  test('an unknown parent is 400 at its field', async () => {
    const refused = await refusal(() => create({ parentTaskNumber: 7 }));
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual([
      'VALIDATION_ERROR',
      ['parentTaskNumber'],
    ]);
    await create();
    expect(await outcome(() => setParent(1, 7))).toBe('VALIDATION_ERROR');
  });

  test.each(['done', 'canceled', 'archived'] as const)(
    'a parent that is %s takes no sub-tasks',
    async (state) => {
      await create();
      await create();
      if (state === 'archived') await w.tandem.tasks.archive(w.admin, 1);
      else await (state === 'done' ? finish(1) : move(1, state));
      expect(await outcome(() => create({ parentTaskNumber: 1 }))).toBe('PARENT_CLOSED');
      expect(await outcome(() => setParent(2, 1))).toBe('PARENT_CLOSED');
    },
  );

  test('a tree has at most 5 levels below its root, also after a move', async () => {
    for (let number = 0; number <= 5; number++) await create({ parentTaskNumber: number || undefined });
    expect(await outcome(() => create({ parentTaskNumber: 6 }))).toBe('LIMIT_REACHED');
    await create();
    await create({ parentTaskNumber: 7 });
    expect(await outcome(() => setParent(7, 5))).toBe('LIMIT_REACHED');
    expect(await outcome(() => setParent(7, 4))).toBe('ok');
  });

  test('a task has at most 200 direct sub-tasks, closed and archived ones included', async () => {
    await create();
    const parts = (count: number) => Array.from({ length: count }, () => ({ title: 'Part' }));
    for (const count of [100, 100]) await w.tandem.tasks.split(w.admin, 1, { tasks: parts(count) });
    await move(2, 'canceled');
    await w.tandem.tasks.archive(w.admin, 3);
    expect(await outcome(() => create({ parentTaskNumber: 1 }))).toBe('LIMIT_REACHED');
    await setParent(3, null);
    expect(await outcome(() => w.tandem.tasks.split(w.admin, 1, { tasks: parts(2) }))).toBe('LIMIT_REACHED');
    expect(await outcome(() => create({ parentTaskNumber: 1 }))).toBe('ok');
  });

  test('parents and blockers together form no cycle', async () => {
    await family();
    await create({ parentTaskNumber: 2 });
    await create();
    await create({ parentTaskNumber: 5 });
    const block = (task: number, taskNumber: number) => () =>
      w.tandem.relations.relate(w.admin, task, { type: 'blocked_by', taskNumber });
    for (const [task, parent] of [
      [1, 1],
      [1, 2],
      [1, 4],
    ] as const)
      expect(await outcome(() => setParent(task, parent))).toBe('CYCLE_DETECTED');
    expect(await outcome(block(1, 4))).toBe('CYCLE_DETECTED');
    expect(await outcome(block(4, 1))).toBe('CYCLE_DETECTED');
    expect(await outcome(block(2, 3))).toBe('ok');
    // Two trees crosswise: each waits for a part of the other.
    expect(await outcome(block(1, 6))).toBe('ok');
    expect(await outcome(block(5, 3))).toBe('CYCLE_DETECTED');
    // A parent that would close the cycle.
    expect(await outcome(() => setParent(6, 3))).toBe('CYCLE_DETECTED');
  });

  test('an agent needs the token of a claimed parent to add to it', async () => {
    await create({ assignedTo: 'scout' });
    const { lease } = await claimNext();
    const other = await w.newAgent('otto');
    expect(await outcome(() => create({ parentTaskNumber: 1 }, other))).toBe('TASK_CLAIMED');
    const withToken = { ...w.agent, claimToken: `unknown, ${lease.token}` };
    expect(await outcome(() => create({ parentTaskNumber: 1 }, withToken))).toBe('ok');
    await create();
    expect(await outcome(() => setParent(3, 1, other))).toBe('TASK_CLAIMED');
    expect(await outcome(() => setParent(3, 1, withToken))).toBe('ok');
    const withMany = { ...w.agent, claimToken: ','.repeat(100) };
    expect(await outcome(() => setParent(3, null, withMany))).toBe('VALIDATION_ERROR');
  });

  test('the token of a claim covers sub-tasks that nobody has claimed, and no others', async () => {
    await create({ assignedTo: 'scout' });
    const briefing = await claimNext();
    await split(briefing, [{ title: 'Free' }, { title: 'Held' }], 'continue');
    const other = await w.newAgent('otto');
    await w.tandem.claims.claim(other, 3, {});
    const by = { ...w.agent, claimToken: briefing.lease.token };
    const rename = (number: number) => () => w.tandem.tasks.update(by, number, { title: 'B' });
    expect(await outcome(rename(2))).toBe('ok');
    expect(await outcome(rename(3))).toBe('TASK_CLAIMED');
    expect((await get(3)).title).toBe('Held');
  });

  test('an agent puts an unclaimed task below the one that it holds, with the token of that one', async () => {
    await create({ assignedTo: 'scout' });
    await create();
    const { lease } = await claimNext();
    const by = { ...w.agent, claimToken: lease.token };
    expect(await outcome(() => setParent(2, 1, w.agent))).toBe('TASK_CLAIMED');
    expect(await outcome(() => setParent(2, 1, by))).toBe('ok');
    await w.tandem.claims.release(w.agent, 1, { token: lease.token });
    await create();
    expect(await outcome(() => w.tandem.tasks.update(by, 3, { title: 'B' }))).toBe('LEASE_LOST');
  });
});

describe('closing', () => {
  test('a task with open sub-tasks becomes done for nobody, and the refusal names them', async () => {
    await family();
    await move(1, 'in_progress');
    const refused = await refusal(() => move(1, 'done'));
    expect([refused.code, refused.details]).toEqual([
      'CHILDREN_OPEN',
      {
        children: [
          { taskNumber: 2, title: 'A task', status: 'todo' },
          { taskNumber: 3, title: 'A task', status: 'todo' },
        ],
      },
    ]);
    const post = () =>
      w.tandem.results.post(w.admin, 1, { outcome: 'succeeded', summary: 'Done', to: 'done' });
    expect(await outcome(post)).toBe('CHILDREN_OPEN');
    await w.tandem.results.post(w.member, 1, { outcome: 'succeeded', summary: 'Done' });
    expect(await outcome(() => w.tandem.results.review(w.admin, 1, { verdict: 'accepted' }))).toBe(
      'CHILDREN_OPEN',
    );
    expect((await refusal(() => move(1, 'waiting'))).details.validTransitions).not.toContain('done');
    await finish(2);
    await move(3, 'canceled');
    expect(await outcome(() => move(1, 'done'))).toBe('ok');
  });

  test('an agent that may not complete tasks gets 403 first', async () => {
    await create({ assignedTo: 'scout' });
    const briefing = await claimNext();
    await split(briefing, [{ title: 'Part' }], 'continue');
    const by = { ...w.agent, claimToken: briefing.lease.token };
    const complete = () => w.tandem.tasks.transition(by, 1, { to: 'done' });
    expect(await outcome(complete)).toBe('AGENT_COMPLETION_DISABLED');
  });

  test('canceling cancels everything below, or detaches the open sub-tasks', async () => {
    await family();
    await create({ parentTaskNumber: 2 });
    await finish(3);
    expect(await outcome(() => move(1, 'canceled'))).toBe('CHILDREN_OPEN');
    expect(await outcome(() => move(1, 'waiting', { children: 'cancel' }))).toBe('VALIDATION_ERROR');
    const canceled = await move(1, 'canceled', { children: 'cancel' });
    expect(canceled.children).toEqual({ total: 2, open: 0, done: 1, canceled: 1 });
    expect((await get(4)).status).toBe('canceled');
    await create();
    await create({ parentTaskNumber: 5 });
    await move(5, 'canceled', { children: 'detach' });
    expect(await get(6)).toMatchObject({ status: 'todo', parent: null });
  });

  test('one sub-task that the caller may not cancel keeps all of them open', async () => {
    await create({ assignedTo: 'scout' });
    const briefing = await claimNext();
    await split(briefing, [{ title: 'Free' }, { title: 'Held' }], 'continue');
    await w.tandem.claims.claim(await w.newAgent('otto'), 3, {});
    const by = { ...w.agent, claimToken: briefing.lease.token };
    const cancel = () => w.tandem.tasks.transition(by, 1, { to: 'canceled', children: 'cancel' });
    expect(await outcome(cancel)).toBe('TASK_CLAIMED');
    expect([(await get(1)).status, (await get(2)).status]).toEqual(['in_progress', 'todo']);
  });

  test.each([
    ['cancels', (by: Caller) => w.tandem.tasks.transition(by, 1, { to: 'canceled', children: 'detach' })],
    ['archives', (by: Caller) => w.tandem.tasks.archive(by, 1, { children: 'detach' })],
  ] as const)('an agent that %s a task detaches no sub-task that another agent holds', async (_, close) => {
    await create({ assignedTo: 'scout' });
    const briefing = await claimNext();
    await split(briefing, [{ title: 'Free' }, { title: 'Held' }], 'continue');
    await w.tandem.claims.claim(await w.newAgent('otto'), 3, {});
    const by = { ...w.agent, claimToken: briefing.lease.token };
    expect(await outcome(() => close(by))).toBe('TASK_CLAIMED');
    expect([(await get(1)).status, (await get(2)).parent?.taskNumber]).toEqual(['in_progress', 1]);
  });

  test.each([
    ['cancels', (by: Caller) => w.tandem.tasks.transition(by, 1, { to: 'canceled', children: 'cancel' })],
    ['archives', (by: Caller) => w.tandem.tasks.archive(by, 1, { children: 'cancel' })],
  ] as const)('an agent %s the task that it holds with everything below it', async (_, close) => {
    await w.tandem.agents.update(w.admin, w.agent.id, { maxClaims: 2 });
    await create({ assignedTo: 'scout' });
    const briefing = await claimNext();
    await split(briefing, [{ title: 'Free' }, { title: 'Its own' }], 'continue');
    const own = await w.tandem.claims.claim(w.agent, 3, {});
    await w.tandem.tasks.split(w.agent, 3, { token: own.lease.token, tasks: [{ title: 'Deeper' }] });
    await close({ ...w.agent, claimToken: `${briefing.lease.token}, ${own.lease.token}` });
    for (const number of [2, 3, 4]) expect((await get(number)).status).toBe('canceled');
  });

  test('archiving asks what happens to open sub-tasks; deleting detaches all', async () => {
    await family();
    expect(await outcome(() => w.tandem.tasks.archive(w.admin, 1))).toBe('CHILDREN_OPEN');
    await w.tandem.tasks.archive(w.admin, 1, { children: 'cancel' });
    expect(await get(2)).toMatchObject({ status: 'canceled', archived: false, parent: { taskNumber: 1 } });
    await w.tandem.tasks.delete(w.admin, 1);
    expect((await get(2)).parent).toBeNull();
  });

  test('a sub-task of a done task is neither reopened nor unarchived while open', async () => {
    await family();
    await finish(2);
    await w.tandem.tasks.archive(w.admin, 3);
    await finish(1);
    expect(await outcome(() => move(2, 'todo'))).toBe('PARENT_DONE');
    expect(await outcome(() => w.tandem.tasks.unarchive(w.admin, 3))).toBe('PARENT_DONE');
    await move(1, 'todo');
    expect(await outcome(() => move(2, 'todo'))).toBe('ok');
    await move(2, 'canceled');
    await move(1, 'canceled');
    expect(await outcome(() => move(2, 'backlog'))).toBe('ok');
  });
});

describe('readiness', () => {
  const claim = (number: number) => () => w.tandem.claims.claim(w.agent, number, {});

  test('a task with open sub-tasks is not handed out', async () => {
    await family();
    expect(await outcome(claim(1))).toBe('CHILDREN_OPEN');
    expect((await claimNext()).task.taskNumber).toBe(2);
  });

  test('a task below one that is not ready is held, and the refusal names what is in the way', async () => {
    await family();
    await create();
    await w.tandem.relations.relate(w.admin, 1, { type: 'blocked_by', taskNumber: 4 });
    const refused = await refusal(claim(2));
    expect([refused.code, refused.details]).toMatchObject([
      'ANCESTOR_BLOCKED',
      { blockers: [{ taskNumber: 4 }] },
    ]);
    expect((await get(2)).blocked).toBe(false);
    await move(1, 'backlog');
    await finish(4);
    expect((await refusal(claim(2))).details).toMatchObject({ blockers: [{ taskNumber: 1 }] });
    await move(1, 'todo');
    expect(await outcome(claim(2))).toBe('ok');
  });

  test('a waiting claimer gets a sub-task as soon as the task above it is unblocked', async () => {
    await family();
    await move(1, 'backlog');
    const waiting = w.tandem.claims.next(w.agent, { wait: 20 });
    await w.held(1);
    await move(1, 'todo');
    expect((await waiting)?.task.taskNumber).toBe(2);
  });

  test('a waiting claimer gets a task when its last sub-task closes', async () => {
    await family();
    await move(2, 'canceled');
    await move(3, 'waiting');
    const waiting = w.tandem.claims.next(w.agent, { wait: 20 });
    await w.held(1);
    await move(3, 'canceled');
    expect((await waiting)?.task.taskNumber).toBe(1);
  });
});

describe('splitting', () => {
  test('creates all entries with their blockers, or none', async () => {
    await create();
    const tasks = [
      { key: 'a', title: 'A' },
      { key: 'b', title: 'B', blockedBy: ['a'], priority: 'p0' as const },
      { title: 'C', blockedBy: ['a', 'b', 1] },
    ];
    expect(await outcome(() => w.tandem.tasks.split(w.admin, 1, { tasks }))).toBe('CYCLE_DETECTED');
    expect((await get(1)).children.total).toBe(0);
    const { children, task } = await w.tandem.tasks.split(w.admin, 1, {
      tasks: tasks.map(({ blockedBy, ...entry }) => ({
        ...entry,
        blockedBy: blockedBy?.filter((each) => typeof each === 'string'),
      })),
    });
    expect(children.map(({ title, blocked, priority }) => [title, blocked, priority])).toEqual([
      ['A', false, 'p2'],
      ['B', true, 'p0'],
      ['C', true, 'p2'],
    ]);
    expect(task.children).toMatchObject({ total: 3, open: 3 });
    expect((await get(4)).relations.map(({ task: { taskNumber } }) => taskNumber)).toEqual([2, 3]);
  });

  test.each([
    ['an unknown key', [{ title: 'A', blockedBy: ['x'] }], 'tasks.0.blockedBy.0'],
    ['its own key', [{ key: 'a', title: 'A', blockedBy: ['a'] }], 'tasks.0.blockedBy.0'],
    ['an unknown number', [{ title: 'A', blockedBy: [9] }], 'tasks.0.blockedBy.0'],
    [
      'a cycle',
      [
        { title: 'free' },
        { key: 'a', title: 'A', blockedBy: ['b'] },
        { key: 'b', title: 'B', blockedBy: ['a'] },
      ],
      'tasks.1.blockedBy',
    ],
    [
      'a repeated key',
      [
        { key: 'a', title: 'A' },
        { key: 'a', title: 'B' },
      ],
      'tasks.1.key',
    ],
    ['an empty key', [{ key: '', title: 'A' }], 'tasks.0.key'],
    ['a key of 41 characters', [{ key: 'k'.repeat(41), title: 'A' }], 'tasks.0.key'],
    ['a blank title', [{ title: 'A' }, { title: ' ' }], 'tasks.1.title'],
    ['an unknown assignee', [{ title: 'A' }, { title: 'B', assignedTo: 'nobody' }], 'tasks.1.assignedTo'],
    ['no entry', [], 'tasks'],
    ['101 entries', Array.from({ length: 101 }, () => ({ title: 'A' })), 'tasks'],
  ] as const)('refuses %s at its field', async (_, tasks, field) => {
    await create();
    const refused = await refusal(() => w.tandem.tasks.split(w.admin, 1, { tasks }));
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['VALIDATION_ERROR', [field]]);
    expect((await get(1)).children.total).toBe(0);
  });

  test('intake lets in all entries or none', async () => {
    await w.tandem.workspace.update(w.admin, { agentIntake: 'backlog', agentIntakeLimit: 2 });
    await create({ assignedTo: 'scout' });
    const briefing = await claimNext();
    const parts = (count: number) => Array.from({ length: count }, () => ({ title: 'Part' }));
    expect(await outcome(() => split(briefing, parts(3), 'continue'))).toBe('INTAKE_LIMIT');
    expect((await get(1)).children.total).toBe(0);
    const { children } = await split(briefing, parts(2), 'continue');
    expect(children.map(({ status }) => status)).toEqual(['backlog', 'backlog']);
  });

  test('a wait needs the token of the claim', async () => {
    await create({ assignedTo: 'scout' });
    const wait = (by: Caller, token?: string) => () =>
      w.tandem.tasks.split(by, 1, { token, tasks: [{ title: 'Part' }], then: 'wait' });
    expect(await outcome(wait(w.admin))).toBe('LEASE_LOST');
    const { lease } = await claimNext();
    expect(await outcome(wait(w.admin))).toBe('TASK_CLAIMED');
    expect(await outcome(wait(w.agent))).toBe('TASK_CLAIMED');
    expect(await outcome(wait(w.agent, lease.token))).toBe('ok');
  });
});

describe('waiting and waking', () => {
  test('a wait ends the claim, frees the agent and shows the progress', async () => {
    const { task } = await delegated();
    expect(task).toMatchObject({
      status: 'waiting',
      claim: null,
      assignee: { name: 'scout' },
      waitingFor: { kind: 'children', who: null, what: '0 of 2 closed' },
    });
    expect((await claimNext()).task.taskNumber).toBe(2);
    await move(3, 'canceled');
    expect((await get(1)).waitingFor?.what).toBe('1 of 2 closed');
  });

  test('the parent is woken once when its last sub-task closes, first in the queue of its agent', async () => {
    await create({ assignedTo: 'scout', priority: 'p3' });
    await split(await claimNext(), [{ title: 'One' }, { title: 'Two' }]);
    await create({ assignedTo: 'scout', priority: 'p0' });
    await finish(2);
    expect(await wakes()).toBe(0);
    await finish(3);
    expect(await wakes()).toBe(1);
    const { task, wokenBy, children } = await claimNext();
    expect([task.taskNumber, wokenBy]).toEqual([1, 'children_closed']);
    expect(children).toEqual([
      { taskNumber: 2, title: 'One', status: 'done', result: null },
      { taskNumber: 3, title: 'Two', status: 'done', result: null },
    ]);
  });

  test('each sub-task that needs attention wakes the parent once, also one from before the wait', async () => {
    await delegated();
    const fail = async (number: number) => {
      await move(number, 'in_progress');
      await w.tandem.results.post(w.admin, number, { outcome: 'failed', summary: 'No paint', to: 'waiting' });
    };
    await fail(2);
    const briefing = await claimNext();
    expect(briefing).toMatchObject({
      task: { taskNumber: 1 },
      wokenBy: 'child_needs_attention',
      children: [
        { taskNumber: 2, status: 'waiting', result: { outcome: 'failed', summary: 'No paint' } },
        {},
      ],
    });
    await fail(3);
    expect(await wakes()).toBe(1);
    expect((await split(briefing, [])).task.status).toBe('todo');
    expect(await wakes()).toBe(2);
    const again = await claimNext();
    expect((await split(again, [])).task.status).toBe('waiting');
    await move(2, 'todo');
    await fail(2);
    expect(await wakes()).toBe(3);
  });

  test('a first failure that is retried wakes nobody, the third does', async () => {
    await delegated(1);
    for (const failures of [1, 2, 3]) {
      const { lease, task } = await w.tandem.claims.claim(w.agent, 2, {});
      const result = { outcome: 'failed', summary: 'No', token: lease.token } as const;
      await w.tandem.results.post(w.agent, task.taskNumber, result);
      expect(await wakes()).toBe(failures === 3 ? 1 : 0);
      w.time.advance(60 * 60_000);
    }
  });

  test.each([
    ['archived', () => w.tandem.tasks.archive(w.admin, 2)],
    ['detached', () => setParent(2, null)],
    ['canceled', () => move(2, 'canceled')],
  ] as const)('the parent is woken when its last open sub-task is %s', async (_, close) => {
    await delegated(1);
    await close();
    expect([(await get(1)).status, await wakes()]).toEqual(['todo', 1]);
  });

  test('the parent of a removed agent is woken unassigned', async () => {
    await delegated(1);
    await w.tandem.agents.delete(w.admin, w.agent.id);
    await move(2, 'canceled');
    expect(await get(1)).toMatchObject({ status: 'todo', assignee: null });
  });

  test.each(['cancel', 'detach'] as const)(
    'archiving a parent that waits wakes nobody (%s)',
    async (children) => {
      await delegated();
      await w.tandem.tasks.archive(w.admin, 1, { children });
      expect(await get(1)).toMatchObject({ status: 'todo', archived: true, work: { wokenBy: null } });
      expect(await wakes()).toBe(0);
    },
  );

  test('a person who moves the parent ends the wait', async () => {
    await delegated(1);
    await move(1, 'backlog');
    await move(2, 'canceled');
    expect([(await get(1)).status, await wakes()]).toEqual(['backlog', 0]);
  });

  test('a woken parent stays ready with open sub-tasks after a release and an expiry, until a person moves it', async () => {
    await delegated();
    await move(2, 'in_progress');
    await w.tandem.results.post(w.admin, 2, { outcome: 'failed', summary: 'No', to: 'waiting' });
    const { lease } = await claimNext();
    await w.tandem.claims.release(w.agent, 1, { token: lease.token });
    expect((await w.tandem.claims.claim(w.agent, 1, {})).wokenBy).toBe('child_needs_attention');
    w.time.advance(10 * 60_000);
    await w.tandem.claims.tidy();
    w.time.advance(10 * 60_000);
    expect((await w.tandem.claims.claim(w.agent, 1, {})).wokenBy).toBe('child_needs_attention');
    await move(1, 'todo');
    expect(await outcome(() => w.tandem.claims.claim(w.agent, 1, {}))).toBe('CHILDREN_OPEN');
  });

  test('a woken parent stays ready after a person stops its agent', async () => {
    await delegated();
    await move(2, 'in_progress');
    await w.tandem.results.post(w.admin, 2, { outcome: 'failed', summary: 'No', to: 'waiting' });
    await claimNext();
    await w.tandem.claims.stop(w.admin, w.agent.id);
    await w.tandem.agents.update(w.admin, w.agent.id, { paused: false });
    expect(await claimNext()).toMatchObject({ task: { taskNumber: 1 }, wokenBy: 'child_needs_attention' });
  });

  test('takeOver of its own claim is not held back by open sub-tasks', async () => {
    await create({ assignedTo: 'scout' });
    await split(await claimNext(), [{ title: 'Part' }], 'continue');
    expect(await outcome(() => w.tandem.claims.claim(w.agent, 1, { takeOver: true }))).toBe('ok');
  });

  test('the briefing of a sub-task has its parent and its siblings', async () => {
    await create({ assignedTo: 'scout', description: 'All of it', criteria: [{ text: 'It is done' }] });
    await split(await claimNext(), [{ title: 'One' }, { title: 'Two' }]);
    expect(await claimNext()).toMatchObject({
      parent: { taskNumber: 1, description: 'All of it', criteria: [{ text: 'It is done' }] },
      siblings: [{ taskNumber: 3, title: 'Two', status: 'todo' }],
      children: [],
      wokenBy: null,
    });
  });
});
