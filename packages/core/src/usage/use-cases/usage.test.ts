import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Usage } from '../usage.ts';

const DAY = 24 * 60 * 60_000;

let w: World;
let projectId: string;
beforeEach(async () => {
  w = await world();
  projectId = (await w.tandem.projects.create(w.admin, { title: 'Garden' })).id;
});

/** The agent's run of a new task, and its heartbeats. */
async function run(task: { projectId?: string } = {}, caller = w.agent) {
  const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'Dig', ...task });
  const { lease } = await w.tandem.claims.claim(caller, taskNumber, { leaseSeconds: 3_600 });
  return {
    taskNumber,
    report: (usage: Usage) => w.tandem.claims.heartbeat(caller, taskNumber, { token: lease.token, usage }),
    release: () => w.tandem.claims.release(caller, taskNumber, { token: lease.token }),
    token: lease.token,
  };
}

const sums = async (
  groupBy: 'agent' | 'project' | 'task' | 'day',
  days: { from?: number; to?: number } = {},
) => (await w.tandem.usage.sums(w.admin, { groupBy, ...days })).items;

/** A turn of the agent with a reply. */
async function reply(usage?: Usage) {
  const { agent } = w;
  await w.tandem.chats.start(w.admin, { agentId: agent.id, body: 'How much?' });
  const claim = await w.tandem.turns.claim(agent, agent.id, {});
  const answer = { token: claim?.lease.token ?? '', body: 'Much', usage };
  const send = () => w.tandem.turns.reply(agent, agent.id, claim?.turn.id ?? '', answer);
  await send();
  return send;
}

describe('usage', () => {
  test('usage of a claim is its last reported value, by agent, project, task and day', async () => {
    const { report, taskNumber } = await run({ projectId });
    await report({ tokens: 100, cost: 0.1 });
    await report({ tokens: 250, cost: 0.3 });
    const usage = { tokens: 250, cost: 0.3 };
    expect(await sums('agent')).toEqual([{ agent: { id: w.agent.id, name: 'scout' }, usage }]);
    expect(await sums('project')).toEqual([{ project: { id: projectId, title: 'Garden' }, usage }]);
    expect(await sums('task')).toEqual([{ taskNumber, usage }]);
    expect(await sums('day')).toEqual([{ day: '2026-03-01', usage }]);
  });

  test('numbers missing from a heartbeat stay as they were', async () => {
    const { report } = await run();
    await report({ tokens: 100 });
    await report({ cost: 0 });
    expect((await sums('day'))[0]?.usage).toEqual({ tokens: 100, cost: 0 });
  });

  test('usage of several claims adds up', async () => {
    const first = await run();
    await first.report({ tokens: 100 });
    await first.release();
    await w.tandem.claims
      .claim(w.agent, first.taskNumber, {})
      .then(({ lease }) =>
        w.tandem.claims.heartbeat(w.agent, first.taskNumber, { token: lease.token, usage: { tokens: 7 } }),
      );
    expect(await sums('task')).toEqual([{ taskNumber: first.taskNumber, usage: { tokens: 107 } }]);
  });

  test("usage counts on the day of its report, in the task's project at that time", async () => {
    const { report, taskNumber } = await run({ projectId });
    await report({ tokens: 100 });
    w.time.set(DAY);
    await w.tandem.tasks.update(w.admin, taskNumber, { projectId: null });
    await report({ tokens: 150 });
    expect(await sums('day')).toEqual([
      { day: '2026-03-02', usage: { tokens: 50 } },
      { day: '2026-03-01', usage: { tokens: 100 } },
    ]);
    expect(await sums('project')).toEqual([
      { project: { id: projectId, title: 'Garden' }, usage: { tokens: 100 } },
      { project: null, usage: { tokens: 50 } },
    ]);
  });

  test('usage only grows: a smaller number takes nothing back, and counting continues from the largest', async () => {
    const { report, taskNumber, token } = await run();
    await report({ tokens: 100 });
    for (const tokens of [30, 90, 110]) {
      await w.tandem.claims.heartbeat(w.agent, taskNumber, { token, usage: { tokens } });
    }
    expect((await sums('day')).map(({ usage }) => usage)).toEqual([{ tokens: 110 }]);
  });

  test('usage of a reply is added, without a task, and only once', async () => {
    const again = await reply({ tokens: 5 });
    await again();
    expect(await sums('agent')).toMatchObject([{ usage: { tokens: 5 } }]);
    expect(await sums('task')).toEqual([{ taskNumber: null, usage: { tokens: 5 } }]);
    const { report, taskNumber } = await run();
    await report({ tokens: 1 });
    expect(await sums('task')).toEqual([
      { taskNumber, usage: { tokens: 1 } },
      { taskNumber: null, usage: { tokens: 5 } },
    ]);
  });

  test('usage of an ended claim is not counted', async () => {
    const { report, release } = await run();
    await release();
    expect(await outcome(() => report({ tokens: 1 }))).toBe('LEASE_LOST');
    expect(await sums('day')).toEqual([]);
  });

  test('usage is returned for a range of days, both ends included', async () => {
    const { report } = await run();
    for (const tokens of [1, 3, 7]) {
      await report({ tokens });
      w.time.set(DAY);
    }
    const from = Date.parse('2026-03-02T23:00:00Z');
    expect((await sums('agent', { from, to: from }))[0]?.usage).toEqual({ tokens: 2 });
    expect((await sums('agent', { from }))[0]?.usage).toEqual({ tokens: 6 });
    expect((await sums('agent', { to: from }))[0]?.usage).toEqual({ tokens: 3 });
    expect((await sums('day', { from })).map(({ day }) => day)).toEqual(['2026-03-03', '2026-03-02']);
    const { fields } = await refusal(() => sums('day', { from, to: from - 1 }));
    expect(fields).toEqual({ to: ['must not be before from'] });
  });

  test('usage remains after removal of its agent, with the name, and of its project, without the title', async () => {
    const { report, taskNumber } = await run({ projectId });
    await report({ tokens: 1 });
    await w.tandem.projects.archive(w.admin, projectId);
    await w.tandem.projects.delete(w.admin, projectId);
    await w.tandem.agents.delete(w.admin, w.agent.id);
    await w.tandem.tasks.archive(w.admin, taskNumber);
    await w.tandem.tasks.delete(w.admin, taskNumber);
    await w.tandem.removals.clear();
    const usage = { tokens: 1 };
    expect(await sums('agent')).toEqual([{ agent: { id: w.agent.id, name: 'scout' }, usage }]);
    expect(await sums('project')).toEqual([{ project: { id: projectId, title: null }, usage }]);
    expect(await sums('task')).toEqual([{ taskNumber, usage }]);
  });

  test('usage of another workspace is not returned', async () => {
    await reply({ tokens: 5 });
    expect((await w.tandem.usage.sums(w.other.admin, { groupBy: 'agent' })).items).toEqual([]);
  });

  test.each([
    ['usage', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`m${n}`, n]))],
    ['usage', { ' ': 1 }],
    ['usage', { 'tokens ': 1 }],
    ['usage', { ['x'.repeat(101)]: 1 }],
    ['usage.tokens', { tokens: -1 }],
    ['usage.tokens', { tokens: Number.POSITIVE_INFINITY }],
    ['usage.tokens', { tokens: 1e16 }],
  ])('invalid usage names %s: %j', async (field, usage) => {
    const { report } = await run();
    expect(Object.keys((await refusal(() => report(usage))).fields ?? {})).toEqual([field]);
    expect(Object.keys((await refusal(() => reply(usage))).fields ?? {})).toEqual([field]);
    expect(await sums('day')).toEqual([]);
  });

  test('usage names can equal names of built-in properties', async () => {
    const { report } = await run();
    const usage = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3, "7": 4}');
    await report(usage);
    await report(usage);
    expect(Object.entries((await sums('day'))[0]?.usage ?? {})).toEqual(Object.entries(usage));
  });

  describe('usage has at most 100 names in a month', () => {
    const names = (n: number) => Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${n}-${i}`, 1]));
    const takeAllNames = async () => {
      const { report } = await run({}, await w.newAgent('hog'));
      for (let n = 0; n < 5; n++) await report(names(n));
      return report;
    };
    const ofScout = async () => (await sums('agent')).find(({ agent }) => agent?.name === 'scout')?.usage;

    test("usage names beyond 100 count as other, so that no agent blocks another one's reports", async () => {
      await takeAllNames();
      const { report } = await run();
      await report({ tokens: 5, dollars: 1, 'm0-0': 2 });
      await report({ tokens: 7, dollars: 1, 'm0-0': 2 });
      expect(await ofScout()).toStrictEqual({ 'm0-0': 2, other: 8 });
      await reply({ tokens: 4 });
      expect(await ofScout()).toStrictEqual({ 'm0-0': 2, other: 12 });
    });

    test("usage names of an agent's limits are still counted, and reach the limits", async () => {
      await takeAllNames();
      await w.tandem.agents.update(w.admin, w.agent.id, { limits: { usage: { tokens: { perDay: 10 } } } });
      const { report } = await run();
      await report({ tokens: 10, dollars: 1 });
      expect(await ofScout()).toStrictEqual({ tokens: 10, other: 1 });
      await w.tandem.tasks.create(w.admin, { title: 'More' });
      expect((await report({ tokens: 10 })).reason).toBe('limit');
    });

    test('usage of a claim continues under its names when a new month has capacity', async () => {
      await takeAllNames();
      const { report } = await run();
      await report({ tokens: 5 });
      w.time.set(31 * DAY);
      await report({ tokens: 7 });
      expect(await ofScout()).toStrictEqual({ other: 5, tokens: 2 });
    });

    test('usage of a claim has at most 100 names', async () => {
      const report = await takeAllNames();
      await report({ a: 1, b: 2 });
      await report({ a: 1, b: 4 });
      const hog = (await sums('agent')).find(({ agent }) => agent?.name === 'hog');
      expect([Object.keys(hog?.usage ?? {}).length, hog?.usage.other]).toStrictEqual([101, 5]);
    });
  });
});
