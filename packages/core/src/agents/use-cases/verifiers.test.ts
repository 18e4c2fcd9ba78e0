import { type CallerName, newAgent, outcome, refusal, type World, world } from '../../../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const make = (verifier = true, by: CallerName = 'admin') =>
  w.tandem.agents.update(w[by], w.agent.id, { verifier });
const create = (assignedTo?: string) => w.tandem.tasks.create(w.admin, { title: 'A task', assignedTo });
const next = () => w.tandem.claims.next(w.agent, {});

test("a new agent is no verifier, and knows the person behind its creator's key", async () => {
  const agent = { displayName: 'Fox', emoji: '*', model: 'm' };
  const byPerson = await w.tandem.agents.create(w.member, { ...agent, name: 'a' });
  const byService = await w.tandem.agents.create(w.service, { ...agent, name: 'b' });
  const byLentKey = await w.tandem.agents.create(w.actingAsMember, { ...agent, name: 'c' });
  expect(byPerson).toMatchObject({ verifier: false, madeBy: w.member.id });
  expect([byService.madeBy, byLentKey.madeBy]).toEqual([w.service.inboxId, w.admin.id]);
});

// biome-ignore format: a table
test.each<[CallerName, string]>([
  ['admin',          'ok'],
  ['member',         'FORBIDDEN'],
  ['actingAsMember', 'FORBIDDEN'],
  ['agent',          'FORBIDDEN'],
  ['actingAsAgent',  'FORBIDDEN'],
  ['service',        'FORBIDDEN'],
  ['runtime',        'FORBIDDEN'],
])('%s makes an agent a verifier and unmakes it: %s', async (who, expected) => {
  expect(await outcome(() => make(true, who))).toBe(expected);
  await make();
  expect(await outcome(() => make(true, who))).toBe('ok');
  expect(await outcome(() => make(false, who))).toBe(expected);
});

// biome-ignore format: a table
test.each<[CallerName, string]>([
  ['admin',          'ok'],
  ['member',         'FORBIDDEN'],
  ['actingAsMember', 'FORBIDDEN'],
  ['service',        'FORBIDDEN'],
  ['runtime',        'FORBIDDEN'],
])('%s registers a verifier: %s', async (who, expected) => {
  const fox = { ...newAgent('fox'), verifier: true };
  expect(await outcome(() => w.tandem.agents.create(w[who], fox))).toBe(expected);
  const [agent] = (await w.tandem.agents.list(w.admin, {})).items;
  expect(agent?.verifier).toBe(expected === 'ok');
});

test("an admin's key that expires makes no verifier", async () => {
  const key = { name: 'short', kind: 'person', scopes: ['full'], expiresAt: w.time.now() + 60_000 } as const;
  const { secret } = await w.tandem.keys.create(w.admin, key);
  const admin = await w.tandem.authenticate(secret);
  expect(await outcome(() => w.tandem.agents.update(admin, w.agent.id, { verifier: true }))).toBe(
    'FORBIDDEN',
  );
});

test('a verifier is handed no task, can claim none and is no assignee', async () => {
  await make();
  await create();
  expect(await next()).toBeNull();
  expect(await outcome(() => w.tandem.claims.claim(w.agent, 1, {}))).toBe('FORBIDDEN');
  expect((await refusal(() => create('scout'))).fields).toHaveProperty('assignedTo');
  const assign = () => w.tandem.tasks.update(w.admin, 1, { assignedTo: 'scout' });
  expect((await refusal(assign)).fields).toHaveProperty('assignedTo');
  await make(false);
  expect(await next()).toMatchObject({ task: { taskNumber: 1 } });
});

test('an agent that holds tasks cannot become a verifier', async () => {
  await create();
  const held = await next();
  const refused = await refusal(make);
  expect([refused.code, refused.details.claims]).toMatchObject(['CLAIM_LIMIT', [{ taskNumber: 1 }]]);
  await w.tandem.claims.release(w.agent, 1, { token: held?.lease.token });
  expect((await make()).verifier).toBe(true);
});

test('an agent that becomes a verifier is unassigned from its open tasks, with an event for each', async () => {
  await create('scout');
  await w.tandem.tasks.create(w.admin, { title: 'Started', assignedTo: 'scout', status: 'in_progress' });
  await w.tandem.tasks.create(w.admin, { title: 'Archived', assignedTo: 'scout' });
  await w.tandem.tasks.archive(w.admin, 3);
  await w.tandem.tasks.create(w.admin, { title: 'Canceled', assignedTo: 'scout' });
  await w.tandem.tasks.transition(w.admin, 4, { to: 'canceled' });
  await make();
  const assignees = await Promise.all(
    [1, 2, 3, 4].map(async (number) => (await w.tandem.tasks.get(w.admin, number)).assignee?.name ?? null),
  );
  expect(assignees).toEqual([null, null, null, 'scout']);
  await w.tandem.tasks.transition(w.admin, 4, { to: 'backlog' });
  expect((await w.tandem.tasks.get(w.admin, 4)).assignee).toBeNull();
  const unassigned = { field: 'assignedTo', oldValue: 'scout', newValue: null };
  const { items } = await w.tandem.tasks.activity(w.admin, 1, {});
  expect(items[0]).toMatchObject({ field: unassigned.field, oldValue: 'scout', newValue: null });
});

test('an expired claim of an agent that becomes a verifier ends, and its task is unassigned in todo', async () => {
  await create('scout');
  await next();
  w.time.advance(3_600_000);
  await make();
  const task = await w.tandem.tasks.get(w.admin, 1);
  expect([task.status, task.assignee, task.claim]).toEqual(['todo', null, null]);
});

test('an agent with more than 250 open tasks cannot become a verifier', async () => {
  for (let i = 0; i <= 250; i++) await create('scout');
  expect(await outcome(() => make())).toBe('LIMIT_REACHED');
  await w.tandem.tasks.update(w.admin, 1, { assignedTo: null });
  expect((await make()).verifier).toBe(true);
});

test('a returned result of an agent that has become a verifier does not assign it', async () => {
  await create();
  const held = await next();
  const token = held?.lease.token;
  await w.tandem.results.post(w.agent, 1, { token, outcome: 'succeeded', summary: 'Done' });
  await make();
  await w.tandem.results.review(w.member, 1, { verdict: 'returned', comment: 'Not yet' });
  expect((await w.tandem.tasks.get(w.admin, 1)).assignee).toBeNull();
});
