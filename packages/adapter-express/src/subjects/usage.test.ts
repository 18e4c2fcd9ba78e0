import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
let projectId: string;
let taskNumber: number;
let token: string;

beforeEach(async () => {
  w = await world();
  projectId = (await w.admin.creates('/projects', { title: 'Garden' })).id;
  taskNumber = (await w.admin.creates('/tasks', { title: 'Dig', projectId })).taskNumber;
  token = (await w.agent.does('post', `/tasks/${taskNumber}/claim`)).lease.token;
});

const beat = (usage: Body) => w.agent.post(`/tasks/${taskNumber}/claim/heartbeat`, { token, usage });
const sums = async (query: Body) => (await w.admin.reads('/usage', query)).data;

test('usage is grouped by agent, project, task and day', async () => {
  await beat({ tokens: 100, dollars: 0.1 });
  await beat({ tokens: 250, dollars: 0.3 });
  const usage = { tokens: 250, dollars: 0.3 };
  const agent = { id: w.agent.id, name: 'scout' };
  expect(await w.admin.reads('/usage')).toEqual({ data: [{ agent, usage }], cursor: null, hasMore: false });
  expect(await sums({ groupBy: 'agent' })).toEqual([{ agent, usage }]);
  expect(await sums({ groupBy: 'project' })).toEqual([
    { project: { id: projectId, title: 'Garden' }, usage },
  ]);
  expect(await sums({ groupBy: 'task' })).toEqual([{ taskNumber, usage }]);
  const day = new Date(w.clock.now()).toISOString().slice(0, 10);
  expect(await sums({ groupBy: 'day' })).toEqual([{ day, usage }]);
});

test('a cursor for usage is only valid for its grouping and days', async () => {
  for (const name of ['fox', 'elk']) {
    const { id } = await w.admin.creates('/agents', { name, displayName: name, emoji: '🦌', model: 'm' });
    const { taskNumber: number } = await w.admin.creates('/tasks', { title: name });
    const { lease } = await w.runtime.does('post', `/tasks/${number}/claim`, { agentId: id });
    await w.runtime.does('post', `/tasks/${number}/claim/heartbeat`, { token: lease.token, usage: { n: 1 } });
  }
  await beat({ n: 1 });
  const { data, cursor, hasMore } = await w.admin.reads('/usage', { limit: 2 });
  expect([data.map(({ agent }: Body) => agent.name), hasMore]).toEqual([['elk', 'fox'], true]);
  const rest = await w.admin.reads('/usage', { cursor });
  expect(rest.data.map(({ agent }: Body) => agent.name)).toEqual(['scout']);
  expect(outcome(await w.admin.get('/usage', { cursor, groupBy: 'task' }))).toBe('400 INVALID_CURSOR');
  expect(outcome(await w.admin.get('/usage', { cursor, from: 1 }))).toBe('400 INVALID_CURSOR');
});

test.each([
  [{ groupBy: 'month' }, 'groupBy'],
  [{ from: 'soon' }, 'from'],
  [{ to: '1.5' }, 'to'],
  [{ from: 2, to: 1 }, 'to'],
])('the usage query %j is refused at its parameter', async (query, field) => {
  const answer = await w.admin.get('/usage', query);
  expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
  expect(Object.keys(answer.body.error.fields)).toEqual([field]);
});

test('a date and its milliseconds select the same usage', async () => {
  const [byDate, byMs] = [
    await w.admin.reads('/usage', { from: '2026-03-01' }),
    await w.admin.reads('/usage', { from: 1_772_323_200_000 }),
  ];
  expect(byDate).toEqual(byMs);
});

test('people set usage limits, and a claim over the limit gets the usage and its end', async () => {
  const limits = { usage: { tokens: { perDay: 100 } } };
  expect(outcome(await w.agent.patch(`/agents/${w.agent.id}`, { limits }))).toBe('403 HUMANS_ONLY');
  expect((await w.admin.does('patch', `/agents/${w.agent.id}`, { limits })).limits).toEqual(limits);
  const { body } = await beat({ tokens: 120 });
  expect(body).toMatchObject({ directive: 'stop', reason: 'limit' });
  const refused = await w.agent.post('/tasks/claim', {});
  expect(outcome(refused)).toBe('409 USAGE_LIMIT');
  const endsAt = `${new Date(w.clock.now() + 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
  expect(refused.body.error.limit).toEqual({ name: 'tokens', used: 120, perDay: 100, endsAt });
});
