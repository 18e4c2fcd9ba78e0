import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

type Status = 'backlog' | 'todo' | 'in_progress' | 'waiting' | 'done' | 'canceled';
type Mover = 'human' | 'agent' | 'agent with completion' | 'service';

const STATUSES: Status[] = ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled'];
const MOVERS: Mover[] = ['human', 'agent', 'agent with completion', 'service'];

const INVALID = '422 INVALID_TRANSITION';
const NO_COMPLETION = '403 AGENT_COMPLETION_DISABLED';
const HUMANS_ONLY = '403 HUMANS_ONLY';

/** The interface's table of task statuses, retyped: what is not named here is refused with 422. */
const MOVES: Record<Status, Partial<Record<Status, Partial<Record<Mover, string>>>>> = {
  backlog: { todo: {}, in_progress: {}, canceled: {} },
  todo: { backlog: {}, in_progress: {}, waiting: {}, canceled: {} },
  in_progress: { backlog: {}, todo: {}, waiting: {}, done: { agent: NO_COMPLETION }, canceled: {} },
  waiting: { backlog: {}, todo: {}, in_progress: {}, done: { agent: NO_COMPLETION }, canceled: {} },
  done: {
    todo: { agent: HUMANS_ONLY, 'agent with completion': HUMANS_ONLY, service: HUMANS_ONLY },
  },
  canceled: {
    backlog: { agent: HUMANS_ONLY, 'agent with completion': HUMANS_ONLY, service: HUMANS_ONLY },
  },
};

const expectedOutcome = (from: Status, to: Status, mover: Mover): string => {
  const row = MOVES[from][to];
  return row === undefined ? INVALID : (row[mover] ?? '200');
};

/** Where this mover may go from here, in the order of the statuses. */
const expectedChoices = (from: Status, mover: Mover): Status[] =>
  STATUSES.filter((to) => expectedOutcome(from, to, mover) === '200');

let w: World;
beforeEach(async () => {
  w = await world();
});

const holderOf = (mover: Mover): Holder =>
  mover === 'human' ? w.person : mover === 'service' ? w.service : w.agent;

async function taskIn(status: Status): Promise<number> {
  return (await w.admin.creates('/tasks', { title: `A task in ${status}`, status })).taskNumber;
}

const move = (by: Holder, task: number, to: string, reason?: string) =>
  by.post(`/tasks/${task}/transition`, { to, ...(reason && { reason }) });

async function blockedTask(status: Status = 'todo'): Promise<{ task: number; blocker: number }> {
  const task = await taskIn(status);
  const blocker = await taskIn('todo');
  await w.admin.creates(`/tasks/${blocker}/relations`, { type: 'blocks', taskNumber: task });
  return { task, blocker };
}

const isBlocked = async (task: number): Promise<boolean> => (await w.admin.reads(`/tasks/${task}`)).blocked;

describe('the table of moves', () => {
  const everyMove = MOVERS.flatMap((mover) =>
    STATUSES.flatMap((from) => STATUSES.map((to): [Mover, Status, Status] => [mover, from, to])),
  );

  test.each(everyMove)('%s: %s to %s', async (mover, from, to) => {
    if (mover === 'agent with completion')
      await w.admin.does('patch', '/workspace', { agentCompletion: true });
    const task = await taskIn(from);
    const answer = await move(holderOf(mover), task, to);
    const expected = expectedOutcome(from, to, mover);

    expect(outcome(answer)).toBe(expected);
    const after = await w.admin.reads(`/tasks/${task}`);
    if (expected === '200') {
      expect(answer.body).toMatchObject({ status: to, relations: [] });
      expect(after.status).toBe(to);
      expect(after.completedAt).toBe(to === 'done' ? '2026-03-01T09:00:00.000Z' : null);
    } else {
      expect(after.status).toBe(from);
      expect(answer.body.error.validTransitions).toEqual(expectedChoices(from, mover));
    }
  });
});

describe('who counts as what', () => {
  test('a runtime key moves tasks as a service: done it may, reopen it may not', async () => {
    expect(outcome(await move(w.runtime, await taskIn('in_progress'), 'done'))).toBe('200');
    expect(outcome(await move(w.runtime, await taskIn('done'), 'todo'))).toBe(HUMANS_ONLY);
  });

  test('a key that acts as a person moves as that person: it reopens', async () => {
    expect(outcome(await move(w.actingAsPerson, await taskIn('done'), 'todo'))).toBe('200');
  });

  test('a key that acts as an agent moves as that agent: it stops at waiting', async () => {
    const task = await taskIn('in_progress');
    expect(outcome(await move(w.actingAsAgent, task, 'done'))).toBe(NO_COMPLETION);
    expect(outcome(await move(w.actingAsAgent, task, 'waiting'))).toBe('200');
  });

  test('an admin enables agent completion, and takes it back, in force with the next request', async () => {
    await w.admin.does('patch', '/workspace', { agentCompletion: true });
    expect(outcome(await move(w.agent, await taskIn('waiting'), 'done'))).toBe('200');
    await w.admin.does('patch', '/workspace', { agentCompletion: false });
    expect(outcome(await move(w.agent, await taskIn('waiting'), 'done'))).toBe(NO_COMPLETION);
  });

  test('agent completion in one workspace changes nothing in another', async () => {
    await w.other.admin.does('patch', '/workspace', { agentCompletion: true });
    expect(outcome(await move(w.agent, await taskIn('waiting'), 'done'))).toBe(NO_COMPLETION);
  });
});

describe('the order of judgement', () => {
  test('a target outside the row is 422 before anybody asks who moves or what blocks', async () => {
    const { task } = await blockedTask('done');
    expect(outcome(await move(w.agent, task, 'in_progress'))).toBe(INVALID);
    const { task: todo } = await blockedTask('todo');
    expect(outcome(await move(w.agent, todo, 'done'))).toBe(INVALID);
  });

  test('who may move comes before what blocks: a blocked task in waiting refuses the agent done with 403', async () => {
    const { task } = await blockedTask('waiting');
    expect(outcome(await move(w.agent, task, 'done'))).toBe(NO_COMPLETION);
  });

  test('a task that is not there is 404, whatever the target', async () => {
    expect(outcome(await move(w.admin, 99, 'todo'))).toBe('404 NOT_FOUND');
  });
});

describe('an unresolved blocker', () => {
  test.each<[string, Status]>([
    ['an agent', 'backlog'],
    ['an agent', 'todo'],
    ['an agent', 'waiting'],
    ['a service', 'backlog'],
    ['a service', 'todo'],
    ['a service', 'waiting'],
  ])('keeps %s from moving a task from %s to in_progress: 422 TASK_BLOCKED', async (who, from) => {
    const { task } = await blockedTask(from);
    expect(outcome(await move(who === 'an agent' ? w.agent : w.service, task, 'in_progress'))).toBe(
      '422 TASK_BLOCKED',
    );
    expect((await w.admin.reads(`/tasks/${task}`)).status).toBe(from);
  });

  test('the refusal lists the open blockers and no resolved ones', async () => {
    const { task, blocker } = await blockedTask();
    const done = await taskIn('done');
    const assigned = await w.admin.creates('/tasks', {
      title: 'Write the plan',
      status: 'waiting',
      assignedTo: 'bob',
    });
    for (const number of [done, assigned.taskNumber]) {
      await w.admin.creates(`/tasks/${task}/relations`, { type: 'blocked_by', taskNumber: number });
    }
    const { body } = await move(w.agent, task, 'in_progress');
    expect(body.error.blockers).toStrictEqual([
      { taskNumber: blocker, title: 'A task in todo', status: 'todo', assignedTo: null },
      { taskNumber: assigned.taskNumber, title: 'Write the plan', status: 'waiting', assignedTo: 'bob' },
    ]);
  });

  test('does not gate humans, by their own key or one that acts as them', async () => {
    expect(outcome(await move(w.person, (await blockedTask()).task, 'in_progress'))).toBe('200');
    expect(outcome(await move(w.actingAsPerson, (await blockedTask()).task, 'in_progress'))).toBe('200');
  });

  test.each<[Status, Status]>([
    ['todo', 'backlog'],
    ['todo', 'waiting'],
    ['todo', 'canceled'],
    ['in_progress', 'waiting'],
  ])(
    'affects only the move to in_progress: an agent moves a blocked task from %s to %s',
    async (from, to) => {
      expect(outcome(await move(w.agent, (await blockedTask(from)).task, to))).toBe('200');
    },
  );

  test('agent completion does not lift it', async () => {
    await w.admin.does('patch', '/workspace', { agentCompletion: true });
    expect(outcome(await move(w.agent, (await blockedTask()).task, 'in_progress'))).toBe('422 TASK_BLOCKED');
  });

  test.each<[Status, boolean]>([
    ['backlog', true],
    ['todo', true],
    ['in_progress', true],
    ['waiting', true],
    ['done', false],
    ['canceled', false],
  ])('a blocker in %s blocks: %s', async (status, blocks) => {
    const task = await taskIn('todo');
    await w.admin.creates(`/tasks/${task}/relations`, {
      type: 'blocked_by',
      taskNumber: await taskIn(status),
    });
    expect(await isBlocked(task)).toBe(blocks);
    expect(outcome(await move(w.agent, task, 'in_progress'))).toBe(blocks ? '422 TASK_BLOCKED' : '200');
  });

  test('an archived blocker that is not finished still blocks', async () => {
    const { task, blocker } = await blockedTask();
    await w.admin.does('post', `/tasks/${blocker}/archive`);
    expect(await isBlocked(task)).toBe(true);
    expect(outcome(await move(w.agent, task, 'in_progress'))).toBe('422 TASK_BLOCKED');
  });

  test('finishing the blocker frees the task, and reopening it blocks the task again', async () => {
    const { task, blocker } = await blockedTask();
    await move(w.admin, blocker, 'canceled');
    expect(await isBlocked(task)).toBe(false);
    await move(w.admin, blocker, 'backlog');
    expect(await isBlocked(task)).toBe(true);
  });

  test('removing the relation, or deleting the blocker, frees the task', async () => {
    const first = await blockedTask();
    const [relation] = (await w.admin.reads(`/tasks/${first.task}`)).relations;
    await w.admin.delete(`/tasks/${first.task}/relations/${relation.id}`);
    expect(await isBlocked(first.task)).toBe(false);

    const second = await blockedTask();
    await w.admin.does('post', `/tasks/${second.blocker}/archive`);
    await w.admin.delete(`/tasks/${second.blocker}`);
    expect(await isBlocked(second.task)).toBe(false);
    expect(outcome(await move(w.agent, second.task, 'in_progress'))).toBe('200');
  });

  test('only relations of blocking block: related and duplicate_of do not', async () => {
    const task = await taskIn('todo');
    for (const type of ['related', 'duplicate_of']) {
      await w.admin.creates(`/tasks/${task}/relations`, { type, taskNumber: await taskIn('todo') });
    }
    expect(await isBlocked(task)).toBe(false);
    expect(outcome(await move(w.agent, task, 'in_progress'))).toBe('200');
  });

  test('the task that blocks is not blocked by it', async () => {
    const { blocker } = await blockedTask();
    expect(await isBlocked(blocker)).toBe(false);
  });
});

describe('what a transition does', () => {
  test('answers the task with its relations', async () => {
    const { task, blocker } = await blockedTask();
    const { body } = await move(w.admin, task, 'waiting');
    expect(body).toEqual(await w.admin.reads(`/tasks/${task}`));
    expect(body.relations).toHaveLength(1);
    expect(body.relations[0].task.taskNumber).toBe(blocker);
  });

  test('takes a reason, and works by id as by number', async () => {
    const { id } = await w.admin.creates('/tasks', { title: 'A' });
    const answer = await w.agent.post(`/tasks/${id}/transition`, {
      to: 'waiting',
      reason: 'I need a person',
    });
    expect(answer.body).toMatchObject({ id, status: 'waiting' });
  });

  test('to done sets completedAt to the moment of the move, which is also updatedAt', async () => {
    const task = await taskIn('in_progress');
    w.clock.advance(1_234);
    const { body } = await move(w.admin, task, 'done');
    expect(body.completedAt).toBe('2026-03-01T09:00:01.234Z');
    expect(body.updatedAt).toBe('2026-03-01T09:00:01.234Z');
    expect(body.createdAt).toBe('2026-03-01T09:00:00.000Z');
  });

  test('reopening clears completedAt', async () => {
    const task = await taskIn('done');
    expect((await w.admin.reads(`/tasks/${task}`)).completedAt).not.toBeNull();
    expect((await move(w.admin, task, 'todo')).body.completedAt).toBeNull();
  });

  test('writes an entry into the activity of the task, with who moved it, from where and to where', async () => {
    const { id, taskNumber } = await w.admin.creates('/tasks', { title: 'Ship it' });
    await move(w.agent, taskNumber, 'waiting', 'need a person');
    const [entry] = (await w.admin.reads(`/tasks/${taskNumber}/activity`)).data as Body[];
    expect(entry).toMatchObject({
      actorName: 'scout',
      actorType: 'agent',
      actorKeyOwner: null,
      entityType: 'task',
      entityId: id,
      entityTitle: 'Ship it',
      action: 'transitioned',
      field: 'status',
      oldValue: 'todo',
      newValue: 'waiting',
    });
  });

  test('the record of what an acting key does keeps whose key it was', async () => {
    const task = await taskIn('todo');
    await move(w.actingAsAgent, task, 'waiting');
    const [entry] = (await w.admin.reads(`/tasks/${task}/activity`)).data;
    expect(entry).toMatchObject({ actorName: 'scout', actorType: 'agent', actorKeyOwner: 'ada' });
  });

  test('a refused one writes nothing into the activity', async () => {
    const task = await taskIn('todo');
    await move(w.agent, task, 'done');
    const { data } = await w.admin.reads(`/tasks/${task}/activity`);
    expect(data.map((entry: Body) => entry.action)).toEqual(['created']);
  });

  test('needs a target: without to, or with one that is no status, 400 at fields.to', async () => {
    const task = await taskIn('todo');
    for (const body of [{}, { to: 'finished' }, { to: null }, { to: ['todo'] }]) {
      const answer = await w.admin.post(`/tasks/${task}/transition`, body);
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['to']);
    }
  });

  test('the message of a refusal names where the caller may move the task', async () => {
    const task = await taskIn('in_progress');
    const { body } = await move(w.agent, task, 'done');
    expect(body.error.message).toContain('backlog, todo, waiting, canceled');
  });
});

describe('creating in a status', () => {
  test.each(STATUSES)('a human creates a task in %s', async (status) => {
    const task = await w.person.creates('/tasks', { title: 'A', status });
    expect(task.status).toBe(status);
    expect(task.completedAt).toBe(status === 'done' ? '2026-03-01T09:00:00.000Z' : null);
  });

  test.each(STATUSES)('a service creates a task in %s', async (status) => {
    expect((await w.service.creates('/tasks', { title: 'A', status })).status).toBe(status);
  });

  test('an agent without completion creates no task as done: 403, and no number is used up', async () => {
    expect(outcome(await w.agent.post('/tasks', { title: 'A', status: 'done' }))).toBe(NO_COMPLETION);
    expect((await w.agent.creates('/tasks', { title: 'B' })).taskNumber).toBe(1);
  });

  test('an agent with completion creates a task as done, with completedAt', async () => {
    await w.admin.does('patch', '/workspace', { agentCompletion: true });
    const task = await w.agent.creates('/tasks', { title: 'A', status: 'done' });
    expect(task.completedAt).toBe('2026-03-01T09:00:00.000Z');
  });
});
