import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { Budget } from '../budget.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const get = (number: number) => w.tandem.tasks.get(w.admin, number);
const setBudget = (number: number, budget: Budget | null, by: Caller = w.admin) =>
  w.tandem.tasks.update(by, number, { budget });
const claim = async (by: Caller, number: number) => {
  const { lease } = await w.tandem.claims.claim(by, number, {});
  return lease.token;
};
const beat = (by: Caller, number: number, token: string, cost: number) =>
  w.tandem.claims.heartbeat(by, number, { token, usage: { cost } });
/** Task 1 with a budget of 100, delegated by scout, and a child per agent. */
const delegated = async (agents: readonly Caller[]) => {
  await w.tandem.tasks.create(w.admin, { title: 'Lead', assignedTo: 'scout', budget: { cost: 100 } });
  const token = await claim(w.agent, 1);
  const tasks = agents.map(({ name }) => ({ title: name, assignedTo: name }));
  await w.tandem.tasks.split(w.agent, 1, { token, tasks, then: 'wait' });
};

test.each([
  ['six limits', { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, 'budget'],
  ['a blank name', { ' ': 1 }, 'budget'],
  ['a limit of 0', { cost: 0 }, 'budget.cost'],
] as const)('refuses %s at its field', async (_, budget, field) => {
  await w.tandem.tasks.create(w.admin, { title: 'A' });
  const refused = await refusal(() => setBudget(1, budget));
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['VALIDATION_ERROR', [field]]);
});

test('an agent sets the budget of its own task until someone claims it', async () => {
  await w.tandem.tasks.create(w.agent, { title: 'A', budget: { cost: 1 } });
  await w.tandem.tasks.create(w.admin, { title: 'B' });
  expect(await outcome(() => setBudget(1, { cost: 2 }, w.agent))).toBe('ok');
  expect(await outcome(() => setBudget(2, { cost: 2 }, w.agent))).toBe('HUMANS_ONLY');
  const by = { ...w.agent, claimToken: await claim(w.agent, 1) };
  expect(await outcome(() => setBudget(1, { cost: 3 }, by))).toBe('HUMANS_ONLY');
});

test('an agent does not set the budget of its own task once anything in its tree was used', async () => {
  await w.tandem.tasks.create(w.agent, { title: 'Lead', budget: { cost: 10 } });
  await w.tandem.tasks.create(w.agent, { title: 'Part', parentTaskNumber: 1 });
  const otto = await w.newAgent('otto');
  const token = await claim(otto, 2);
  await beat(otto, 2, token, 5);
  expect(await outcome(() => setBudget(1, { cost: 20 }, w.agent))).toBe('HUMANS_ONLY');
  await beat(otto, 2, token, 20);
  expect(await outcome(() => setBudget(1, null, w.agent))).toBe('HUMANS_ONLY');
  expect((await get(1)).overBudget).toBe(true);
});

test('an agent takes no task out of a tree that has a budget, but moves it inside', async () => {
  await delegated([w.agent, w.agent]);
  await w.tandem.tasks.create(w.admin, { title: 'Other', budget: { cost: 1 } });
  const setParent = (number: number, parentTaskNumber: number | null, by: Caller) => () =>
    w.tandem.tasks.update(by, number, { parentTaskNumber });
  for (const parent of [null, 4]) expect(await outcome(setParent(2, parent, w.agent))).toBe('HUMANS_ONLY');
  const detach = { to: 'canceled', children: 'detach' } as const;
  expect(await outcome(() => w.tandem.tasks.transition(w.agent, 1, detach))).toBe('HUMANS_ONLY');
  expect(await outcome(() => w.tandem.tasks.archive(w.agent, 1, { children: 'detach' }))).toBe('HUMANS_ONLY');
  expect(await outcome(setParent(2, 3, w.agent))).toBe('ok');
  expect(await outcome(setParent(2, null, w.admin))).toBe('ok');
});

test('an agent deletes no task with sub-tasks in a tree that has a budget', async () => {
  await delegated([w.agent]);
  await w.tandem.tasks.transition(w.admin, 2, { to: 'canceled' });
  await w.tandem.tasks.archive(w.admin, 1);
  expect(await outcome(() => w.tandem.tasks.delete(w.agent, 1))).toBe('HUMANS_ONLY');
  expect((await get(2)).parent?.taskNumber).toBe(1);
});

test('a claimed task that moves into a stopped tree loses its claim', async () => {
  await delegated([w.agent]);
  await beat(w.agent, 2, await claim(w.agent, 2), 100);
  const otto = await w.newAgent('otto');
  await w.tandem.tasks.create(w.admin, { title: 'Late' });
  const token = await claim(otto, 3);
  await w.tandem.tasks.update(w.admin, 3, { parentTaskNumber: 1 });
  const refused = await refusal(() => beat(otto, 3, token, 1));
  expect([refused.code, refused.details]).toEqual(['LEASE_LOST', { reason: 'over_budget', status: 'todo' }]);
  expect(await get(3)).toMatchObject({ status: 'todo', claim: null, held: true });
  const { items } = await w.tandem.events.after(w.workspaceId, undefined, 1_000);
  expect(items.filter(({ event }) => event.type === 'task.over_budget')).toHaveLength(1);
});

test('a single read shows the usage of the task and of its tree', async () => {
  await delegated([w.agent]);
  const token = await claim(w.agent, 2);
  await beat(w.agent, 2, token, 7);
  expect((await get(1)).usage).toEqual({ own: {}, tree: { cost: 7 } });
  expect((await get(2)).usage).toEqual({ own: { cost: 7 }, tree: { cost: 7 } });
  await w.tandem.tasks.update(w.admin, 2, { parentTaskNumber: null });
  expect((await get(1)).usage.tree).toEqual({});
});

test('usage of a deleted sub-task stays in the tree', async () => {
  await delegated([w.agent]);
  await beat(w.agent, 2, await claim(w.agent, 2), 7);
  await w.tandem.tasks.archive(w.admin, 2);
  await w.tandem.tasks.delete(w.admin, 2);
  expect((await get(1)).usage).toEqual({ own: { cost: 7 }, tree: { cost: 7 } });
});

test('the report that reaches the limit counts, ends all claims in the tree and asks for a person', async () => {
  const otto = await w.newAgent('otto');
  await delegated([w.agent, otto]);
  const tokens = [await claim(w.agent, 2), await claim(otto, 3)] as const;
  expect(await beat(w.agent, 2, tokens[0], 60)).toMatchObject({ directive: 'continue' });
  expect(await beat(otto, 3, tokens[1], 45)).toMatchObject({ directive: 'stop', reason: 'limit' });
  expect((await get(1)).usage.tree).toEqual({ cost: 105 });
  for (const [by, number, token] of [
    [w.agent, 2, tokens[0]],
    [otto, 3, tokens[1]],
  ] as const) {
    const refused = await refusal(() => beat(by, number, token, 200));
    expect([refused.code, refused.details]).toEqual([
      'LEASE_LOST',
      { reason: 'over_budget', status: 'todo' },
    ]);
    expect(await get(number)).toMatchObject({
      status: 'todo',
      assignee: { name: by.name },
      work: { failures: 0 },
    });
    expect(await outcome(() => claim(by, number))).toBe('OVER_BUDGET');
    expect(await w.tandem.claims.next(by, {})).toBeNull();
  }
  expect(await get(1)).toMatchObject({
    status: 'waiting',
    waitingFor: { kind: 'attention' },
    overBudget: true,
  });
  expect((await w.tandem.inbox.list(w.admin, { kind: 'attention' })).total).toBe(1);
});

test('raising the budget above what is used takes the tree up again, with the wait for its sub-tasks', async () => {
  await delegated([w.agent]);
  await beat(w.agent, 2, await claim(w.agent, 2), 100);
  await setBudget(1, { cost: 90 });
  expect(await outcome(() => claim(w.agent, 2))).toBe('OVER_BUDGET');
  await setBudget(1, { cost: 101 });
  expect(await get(1)).toMatchObject({ waitingFor: { kind: 'children' }, overBudget: false });
  expect((await w.tandem.inbox.list(w.admin, { kind: 'attention' })).total).toBe(0);
  expect((await w.tandem.claims.next(w.agent, {}))?.task.taskNumber).toBe(2);
});

test('a wait whose sub-tasks closed meanwhile ends when the budget is removed', async () => {
  await delegated([w.agent]);
  await beat(w.agent, 2, await claim(w.agent, 2), 100);
  await w.tandem.tasks.transition(w.admin, 2, { to: 'canceled' });
  expect((await get(1)).status).toBe('waiting');
  await setBudget(1, null);
  expect(await get(1)).toMatchObject({ status: 'todo', work: { wokenBy: 'children_closed' } });
});

test('a woken task stays woken, first in the queue of its agent, when its used up budget is removed', async () => {
  const otto = await w.newAgent('otto');
  await delegated([w.agent, otto]);
  await w.tandem.tasks.transition(w.admin, 2, { to: 'in_progress' });
  await w.tandem.results.post(w.admin, 2, { outcome: 'failed', summary: 'No', to: 'waiting' });
  const { backTo } = (await get(1)).work;
  await beat(otto, 3, await claim(otto, 3), 100);
  expect(await get(1)).toMatchObject({ status: 'waiting', overBudget: true });
  await setBudget(1, null);
  expect(await get(1)).toMatchObject({
    status: 'todo',
    work: { wokenBy: 'child_needs_attention', backTo },
  });
  expect((await w.tandem.claims.next(w.agent, {}))?.task.taskNumber).toBe(1);
});

test('a result that reaches the limit is kept and moves its task', async () => {
  await w.tandem.tasks.create(w.admin, { title: 'A', budget: { cost: 5 } });
  const token = await claim(w.agent, 1);
  await w.tandem.results.post(w.agent, 1, {
    token,
    outcome: 'succeeded',
    summary: 'Done',
    usage: { cost: 9 },
  });
  expect(await get(1)).toMatchObject({
    waitingFor: { kind: 'review' },
    overBudget: true,
    usage: { own: { cost: 9 } },
  });
});

test('a task in the backlog stays there and is marked', async () => {
  await delegated([w.agent]);
  const token = await claim(w.agent, 2);
  await w.tandem.tasks.transition(w.admin, 1, { to: 'backlog' });
  await beat(w.agent, 2, token, 100);
  expect(await get(1)).toMatchObject({ status: 'backlog', overBudget: true });
  await w.tandem.tasks.transition(w.admin, 1, { to: 'todo' });
  expect(await outcome(() => claim(w.agent, 2))).toBe('OVER_BUDGET');
});

test('a budget set below what is used stops the tree at once', async () => {
  await delegated([w.agent]);
  await setBudget(1, null);
  const token = await claim(w.agent, 2);
  await beat(w.agent, 2, token, 50);
  await setBudget(1, { cost: 40 });
  expect(await outcome(() => beat(w.agent, 2, token, 51))).toBe('LEASE_LOST');
});

test('ten racing agents use at most the budget and one report each', async () => {
  const agents: Caller[] = [];
  for (let i = 0; i < 10; i++) agents.push(await w.newAgent(`racer${i}`));
  await delegated(agents);
  const race = async (by: Caller, i: number) => {
    const token = await claim(by, i + 2);
    for (let cost = 3; ; cost += 3) {
      const refused = await beat(by, i + 2, token, cost).then(
        () => null,
        (error: unknown) => error,
      );
      if (refused) return;
    }
  };
  await Promise.all(agents.map(race));
  const { cost = 0 } = (await get(1)).usage.tree;
  expect(cost).toBeGreaterThanOrEqual(100);
  expect(cost).toBeLessThan(100 + 10 * 3);
});
