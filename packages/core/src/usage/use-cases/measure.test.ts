import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { DataPoint, MeasuredName } from '../measured.ts';
import type { UsageGroup } from '../store.ts';
import type { Usage } from '../usage.ts';
import { MAX_DATA_POINTS } from './measure.ts';

const DAY = 24 * 60 * 60_000;

let w: World;
let clock: number;
beforeEach(async () => {
  w = await world();
  clock = 0;
  await w.tandem.agents.update(w.admin, w.agent.id, { maxClaims: 9 });
});

const delta = (name: MeasuredName, value: number): DataPoint => ({
  name,
  series: name,
  temporality: 'delta',
  start: String(clock),
  time: String(++clock),
  value,
});
const measure = (...points: DataPoint[]) => w.tandem.usage.measure(w.agent, { points });
const sums = async (groupBy: UsageGroup, filter: { agentId?: string; from?: number; to?: number } = {}) =>
  (await w.tandem.usage.sums(w.admin, { groupBy, ...filter })).items;
const agent = () => ({ id: w.agent.id, name: 'scout' });

/** A run of a new task, with its heartbeats. */
async function run(more: object = {}) {
  const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'Dig', ...more });
  const { lease } = await w.tandem.claims.claim(w.agent, taskNumber, { leaseSeconds: 3_600 });
  const beat = (usage?: Usage) =>
    w.tandem.claims.heartbeat(w.agent, taskNumber, { token: lease.token, usage });
  return { taskNumber, beat };
}

test('the larger of reported and measured usage counts, by name', async () => {
  const { taskNumber, beat } = await run();
  await beat({ costUsd: 1, tokens: 50 });
  await measure(delta('costUsd', 0.4), delta('inputTokens', 900));
  expect((await sums('task'))[0]?.usage).toEqual({ costUsd: 1, tokens: 50, inputTokens: 900 });
  await measure(delta('costUsd', 0.8));
  const usage = { costUsd: 1.2, tokens: 50, inputTokens: 900 };
  expect((await sums('task'))[0]?.usage).toEqual(usage);
  expect(await sums('attempt')).toEqual([
    {
      taskNumber,
      attempt: 1,
      agent: agent(),
      usage,
      usageSources: {
        reported: { costUsd: 1, tokens: 50 },
        measured: { costUsd: 1.2, inputTokens: 900 },
      },
    },
  ]);
  await beat({ costUsd: 1.25 });
  expect(await sums('attempt')).toMatchObject([{ usage: { costUsd: 1.25 }, usageSources: null }]);
});

test('a point that arrives twice counts once, in one report and in two', async () => {
  await run();
  const point = delta('outputTokens', 5);
  await measure(point, point);
  await measure(point, delta('outputTokens', 2));
  expect(await sums('agent')).toEqual([{ agent: agent(), usage: { outputTokens: 7 } }]);
});

test('totals without a start count in the order of their times, and a late one never counts again', async () => {
  await run();
  const total = (time: number, value: number): DataPoint => ({
    ...delta('costUsd', value),
    temporality: 'cumulative',
    start: '0',
    time: String(time),
  });
  // 10, then 20 more, then 4 after a new start.
  for (const point of [
    total(50, 10),
    total(60, 30),
    total(70, 4),
    total(60, 30),
    total(50, 10),
    total(70, 4),
  ])
    await measure(point);
  expect((await sums('agent'))[0]?.usage).toEqual({ costUsd: 34 });
});

test('a point is forgotten a day after it was last seen', async () => {
  await run();
  const point = delta('outputTokens', 5);
  await measure(point);
  for (const passed of [DAY - 1, DAY - 1, DAY + 1]) {
    w.time.set(passed);
    await w.tandem.usage.tidy();
    await measure(point);
  }
  expect((await sums('agent'))[0]?.usage).toEqual({ outputTokens: 10 });
});

test('usage of an agent without a claim, or with several, counts for the agent alone', async () => {
  await measure(delta('costUsd', 1));
  await run();
  await run();
  await measure(delta('costUsd', 2));
  expect(await sums('task')).toEqual([{ taskNumber: null, usage: { costUsd: 3 } }]);
  expect(await sums('agent')).toEqual([{ agent: agent(), usage: { costUsd: 3 } }]);
  expect((await sums('attempt')).map(({ usage }) => usage)).toEqual([{}, {}]);
});

test('measured usage reaches a budget: the claim ends, and the task waits for a person', async () => {
  const { taskNumber, beat } = await run({ budget: { costUsd: 1 } });
  await beat({ costUsd: 0.1 });
  await measure(delta('costUsd', 0.9));
  expect(await beat()).toMatchObject({ directive: 'continue' });
  await measure(delta('costUsd', 0.1));
  expect((await refusal(() => beat())).details).toEqual({ reason: 'over_budget', status: 'waiting' });
  expect(await w.tandem.tasks.get(w.admin, taskNumber)).toMatchObject({
    overBudget: true,
    waitingFor: { kind: 'attention' },
  });
});

test('measured usage reaches a limit: the next heartbeat asks the agent to stop', async () => {
  await w.tandem.agents.update(w.admin, w.agent.id, { limits: { usage: { inputTokens: { perDay: 10 } } } });
  const { beat } = await run();
  await measure(delta('inputTokens', 10));
  expect(await beat()).toMatchObject({ directive: 'stop', reason: 'limit' });
});

test('sums by one agent leave out the usage of others', async () => {
  const fox = await w.newAgent('fox');
  const { id: projectId } = await w.tandem.projects.create(w.admin, { title: 'Garden' });
  const { taskNumber } = await run({ projectId });
  await measure(delta('costUsd', 1));
  await w.tandem.usage.measure(fox, { points: [delta('costUsd', 4)] });
  const usage = { costUsd: 1 };
  const of = { agentId: w.agent.id };
  expect(await sums('agent', of)).toEqual([{ agent: agent(), usage }]);
  expect(await sums('project', of)).toEqual([{ project: { id: projectId, title: 'Garden' }, usage }]);
  expect(await sums('task', of)).toEqual([{ taskNumber, usage }]);
  expect(await sums('day', of)).toEqual([{ day: '2026-03-01', usage }]);
  expect(await sums('attempt', of)).toHaveLength(1);
  expect(await sums('attempt', { agentId: fox.id })).toEqual([]);
});

test('refuses invalid points and callers that are not agents', async () => {
  const point = delta('costUsd', 1);
  for (const wrong of [
    { value: -1 },
    { value: Number.NaN },
    { value: 1e16 },
    { time: 'x' },
    { start: '-1' },
  ]) {
    expect(await outcome(() => measure({ ...point, ...wrong }))).toBe('VALIDATION_ERROR');
  }
  expect(await outcome(() => measure(...Array<DataPoint>(MAX_DATA_POINTS + 1).fill(point)))).toBe(
    'VALIDATION_ERROR',
  );
  for (const by of [w.admin, w.service, w.runtime]) {
    expect(await outcome(() => w.tandem.usage.measure(by, { points: [point] }))).toBe('FORBIDDEN');
  }
});

test('a run key counts for its own claim among several, also after the claim has ended', async () => {
  await run();
  const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'Fill' });
  const { lease } = await w.tandem.claims.claim(w.agent, taskNumber, { runKey: true });
  const by = () => w.tandem.authenticateReporter(lease.runKey ?? undefined);
  await w.tandem.usage.measure(await by(), { points: [delta('costUsd', 1)] });
  await w.tandem.claims.release(w.agent, taskNumber, { token: lease.token });
  await w.tandem.usage.measure(await by(), { points: [delta('costUsd', 2)] });
  expect(await sums('task')).toEqual([{ taskNumber, usage: { costUsd: 3 } }]);
  expect((await sums('attempt'))[0]).toMatchObject({ taskNumber, usage: { costUsd: 3 } });
});
