import { type CallerName, outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import { entriesOf } from '../../activity/entry.ts';
import type { GoalChange, Metric, NewGoal } from '../goal.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (input: Partial<NewGoal> = {}, by: Caller = w.admin) =>
  w.tandem.goals.create(by, { title: 'Green', ...input });
const verify = (id: string, passed: boolean, by: Caller = w.admin, metricCurrent?: number) =>
  w.tandem.goals.verify(by, id, { passed, evidence: 'Seen it', metricCurrent });
const METRIC = { target: 100, current: 10, unit: '%' };

describe('creating a goal', () => {
  test('a goal with only a title gets the defaults', async () => {
    expect(await create({ title: ' Green ' })).toStrictEqual({
      id: expect.any(String),
      title: 'Green',
      description: null,
      test: null,
      metric: null,
      status: 'open',
      lastVerification: null,
      targetDate: null,
      initiative: null,
      externalId: null,
      archived: false,
      createdAt: START,
      updatedAt: START,
    });
  });

  test.each<[string, Partial<NewGoal>, string]>([
    ['a blank title', { title: ' ' }, 'title'],
    ['a description of 100,001 characters', { description: 'x'.repeat(100_001) }, 'description'],
    ['a test of 100,001 characters', { test: 'x'.repeat(100_001) }, 'test'],
    ['a metric without a number', { metric: { ...METRIC, target: Number.NaN } }, 'metric.target'],
    ['a date that is no date', { targetDate: 0.5 }, 'targetDate'],
    ['an unknown initiative', { initiativeId: 'none' }, 'initiativeId'],
  ])('creating a goal with %s is 400 with the field named', async (_what, input, field) => {
    expect(Object.keys((await refusal(() => create(input))).fields ?? {})).toStrictEqual([field]);
  });

  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['admin',          'ok'],
    ['member',         'ok'],
    ['actingAsMember', 'ok'],
    ['agent',          'HUMANS_ONLY'],
    ['actingAsAgent',  'HUMANS_ONLY'],
    ['service',        'HUMANS_ONLY'],
    ['runtime',        'HUMANS_ONLY'],
  ])('creating a goal as met by %s: %s; anyone can create it as open', async (who, expected) => {
    expect(await outcome(() => create({ status: 'met' }, w[who]))).toBe(expected);
    expect(await outcome(() => create({ status: 'open' }, w[who]))).toBe('ok');
  });
});

describe('verifying a goal', () => {
  // biome-ignore format: a table
  test.each<[CallerName, string, string, string]>([
    // key             propose                 autonomous  byType
    ['admin',          'met',                  'met',      'human'],
    ['member',         'met',                  'met',      'human'],
    ['actingAsMember', 'met',                  'met',      'human'],
    ['agent',          'verification_pending', 'met',      'agent'],
    ['actingAsAgent',  'verification_pending', 'met',      'agent'],
    ['service',        'verification_pending', 'met',      'service'],
    ['runtime',        'verification_pending', 'met',      'service'],
  ])('verifying with passed true by %s: %s in the mode propose, the default, %s in autonomous', async (who, propose, autonomous, byType) => {
    const first = await create();
    expect((await verify(first.id, true, w[who])).status).toBe(propose);
    await w.tandem.workspace.update(w.admin, { goalVerification: 'autonomous' });
    const second = await create();
    const verified = await verify(second.id, true, w[who]);
    expect(verified.status).toBe(autonomous);
    expect(verified.lastVerification).toMatchObject({ byType, byName: w[who].name });
  });

  test('a verification has its time, author, result and evidence', async () => {
    const { id } = await create();
    w.time.advance(5);
    await verify(id, true, w.agent);
    expect(await w.tandem.goals.get(w.admin, id)).toMatchObject({
      status: 'verification_pending',
      updatedAt: START + 5,
      lastVerification: {
        at: START + 5,
        byName: 'scout',
        byType: 'agent',
        passed: true,
        evidence: 'Seen it',
      },
    });
  });

  test('a person confirms a pending goal by verifying with passed true', async () => {
    const { id } = await create();
    await verify(id, true, w.agent);
    expect((await verify(id, true, w.member)).status).toBe('met');
  });

  test('a failed verification is recorded: pending returns to open, open stays', async () => {
    const { id } = await create();
    expect((await verify(id, false, w.agent)).status).toBe('open');
    await verify(id, true, w.agent);
    const failed = await verify(id, false, w.member);
    expect([failed.status, failed.lastVerification?.passed]).toStrictEqual(['open', false]);
  });

  test.each(['met', 'abandoned'] as const)(
    'verifying a goal that is %s is 409 and records nothing',
    async (status) => {
      const { id } = await create({ status });
      for (const passed of [true, false]) expect(await outcome(() => verify(id, passed))).toBe('GOAL_CLOSED');
      expect((await w.tandem.goals.verifications(w.admin, id, {})).items).toStrictEqual([]);
    },
  );

  test('a verification requires evidence of at most 10,000 characters', async () => {
    const { id } = await create();
    const withEvidence = (evidence: string) =>
      w.tandem.goals.verify(w.admin, id, { passed: false, evidence });
    expect((await refusal(() => withEvidence(' '))).fields).toHaveProperty('evidence');
    expect(await outcome(() => withEvidence('😀'.repeat(10_000)))).toBe('ok');
    expect(await outcome(() => withEvidence('x'.repeat(10_001)))).toBe('VALIDATION_ERROR');
    expect(await outcome(() => withEvidence(`${'x'.repeat(10_000)} `))).toBe('VALIDATION_ERROR');
  });

  test('verifying with metricCurrent updates the metric; 0 counts', async () => {
    const { id } = await create({ metric: METRIC });
    expect((await verify(id, false, w.agent, 80)).metric).toStrictEqual({ ...METRIC, current: 80 });
    expect((await verify(id, false, w.agent, 0)).metric).toStrictEqual({ ...METRIC, current: 0 });
    expect((await verify(id, false, w.agent)).metric).toStrictEqual({ ...METRIC, current: 0 });
  });

  test('a metric of -0 is stored as 0, as in JSON', async () => {
    const { id } = await create({ metric: { target: -0, current: -0, unit: '%' } });
    const { metric } = (await verify(id, true, w.admin, -0)) ?? {};
    expect(metric).toStrictEqual({ target: 0, current: 0, unit: '%' });
  });

  test('verifying with metricCurrent without a metric is 400 and records nothing', async () => {
    const { id } = await create();
    expect((await refusal(() => verify(id, true, w.admin, 5))).fields).toHaveProperty('metricCurrent');
    expect((await w.tandem.goals.get(w.admin, id)).status).toBe('open');
  });

  test('all verifications are listed, newest first', async () => {
    const { id } = await create();
    await verify(id, false, w.agent);
    await verify(id, true, w.service);
    await verify(id, true, w.member);
    const { items } = await w.tandem.goals.verifications(w.admin, id, {});
    expect(items.map(({ byName, passed }) => [byName, passed])).toStrictEqual([
      ['bob', true],
      ['CI', true],
      ['scout', false],
    ]);
  });

  test('of two concurrent confirmations one is recorded, the other is 409', async () => {
    const { id } = await create();
    const results = await Promise.all([w.admin, w.member].map((by) => outcome(() => verify(id, true, by))));
    expect(results).toStrictEqual(['ok', 'GOAL_CLOSED']);
  });
});

describe('updating a goal', () => {
  test('updating a goal changes only the given fields; null clears', async () => {
    const initiative = await w.tandem.initiatives.create(w.admin, { name: 'Home' });
    const before = await create({
      description: 'All of it',
      test: 'Look',
      metric: METRIC,
      targetDate: 1,
      initiativeId: initiative.id,
    });
    w.time.advance(5);
    const renamed = await w.tandem.goals.update(w.admin, before.id, { title: 'Greener' });
    expect(renamed).toStrictEqual({ ...before, title: 'Greener', updatedAt: START + 5 });
    const cleared = { description: null, test: null, metric: null, targetDate: null };
    expect(await w.tandem.goals.update(w.admin, before.id, { ...cleared, initiativeId: null })).toMatchObject(
      {
        ...cleared,
        initiative: null,
      },
    );
  });

  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['admin',          'ok'],
    ['member',         'ok'],
    ['actingAsMember', 'ok'],
    ['agent',          'HUMANS_ONLY'],
    ['actingAsAgent',  'HUMANS_ONLY'],
    ['service',        'HUMANS_ONLY'],
    ['runtime',        'HUMANS_ONLY'],
  ])('setting the status of a goal by %s: %s, even its current one', async (who, expected) => {
    const { id } = await create();
    for (const status of ['open', 'abandoned'] as const) {
      expect(await outcome(() => w.tandem.goals.update(w[who], id, { status }))).toBe(expected);
    }
    expect(await outcome(() => w.tandem.goals.update(w[who], id, { title: 'Greener' }))).toBe('ok');
  });

  test('an invalid move of a goal by a person is 422 and changes nothing', async () => {
    const { id } = await create();
    const change = { title: 'Greener', status: 'met' } as const;
    expect(await outcome(() => w.tandem.goals.update(w.admin, id, change))).toBe('INVALID_TRANSITION');
    expect(await w.tandem.goals.get(w.admin, id)).toMatchObject({ title: 'Green', status: 'open' });
  });

  test('an abandoned goal reopened by a person can be verified again', async () => {
    const { id } = await create();
    await w.tandem.goals.update(w.admin, id, { status: 'abandoned' });
    await w.tandem.goals.update(w.admin, id, { status: 'open' });
    expect((await verify(id, true)).status).toBe('met');
  });
});

describe('the list of goals', () => {
  const titles = async (query: Parameters<typeof w.tandem.goals.list>[1] = {}) =>
    (await w.tandem.goals.list(w.admin, query)).items.map(({ title }) => title);

  test('the list of goals has 50 items by default, at most 100, and the total', async () => {
    for (let i = 0; i < 101; i++) await create();
    const page = await w.tandem.goals.list(w.admin, {});
    expect([page.items.length, page.total]).toStrictEqual([50, 101]);
    const max = await w.tandem.goals.list(w.admin, { limit: 1_000 });
    expect([max.items.length, max.total]).toStrictEqual([100, 101]);
    const rest = await w.tandem.goals.list(w.admin, { limit: 100, after: max.next ?? undefined });
    expect([rest.items.length, rest.total, rest.next]).toStrictEqual([1, 101, null]);
  });

  test('the list of goals is newest first, filtered by status and initiative, with the matching total', async () => {
    const initiative = await w.tandem.initiatives.create(w.admin, { name: 'Home' });
    await create({ title: 'one', initiativeId: initiative.id });
    await create({ title: 'two', status: 'met', initiativeId: initiative.id });
    await create({ title: 'three', status: 'met' });
    expect(await titles()).toStrictEqual(['three', 'two', 'one']);
    expect(await titles({ status: 'met' })).toStrictEqual(['three', 'two']);
    expect(await titles({ status: 'met', initiativeId: initiative.id })).toStrictEqual(['two']);
    expect((await w.tandem.goals.list(w.admin, { status: 'met', limit: 1 })).total).toBe(2);
  });

  test('archiving hides a goal from the default list, unarchiving restores it; both are repeatable', async () => {
    const { id } = await create();
    await w.tandem.goals.archive(w.admin, id);
    const archived = await w.tandem.goals.archive(w.admin, id);
    expect(archived.archived).toBe(true);
    expect(await titles()).toStrictEqual([]);
    expect(await titles({ archived: true })).toStrictEqual(['Green']);
    await w.tandem.goals.unarchive(w.admin, id);
    await w.tandem.goals.unarchive(w.admin, id);
    expect(await titles()).toStrictEqual(['Green']);
  });
});

test('deleting a goal clears it from its projects', async () => {
  const { id } = await create();
  const project = await w.tandem.projects.create(w.admin, { title: 'Garden', goalId: id });
  await verify(id, false);
  await w.tandem.goals.delete(w.admin, id);
  expect((await w.tandem.projects.get(w.admin, project.id)).goal).toBeNull();
  expect(await outcome(() => w.tandem.goals.get(w.admin, id))).toBe('NOT_FOUND');
});

describe('a goal that waits for confirmation', () => {
  const pending = async (metric: Metric | null = METRIC) => {
    const goal = await create({ test: 'Ask them', metric });
    return verify(goal.id, true, w.agent);
  };

  test.each<[string, GoalChange]>([
    ['title', { title: 'Used by many' }],
    ['test', { test: 'Ask ten of them' }],
    ['test to null', { test: null }],
    ['target', { metric: { ...METRIC, target: 3 } }],
    ['unit', { metric: { ...METRIC, unit: 'clicks' } }],
    ['metric to null', { metric: null }],
  ])(
    'changing the %s of a goal that waits for confirmation reopens it, and only people can',
    async (_field, change) => {
      const { id } = await pending();
      for (const by of [w.agent, w.service, w.runtime]) {
        expect(await outcome(() => w.tandem.goals.update(by, id, change))).toBe('AWAITS_PERSON');
      }
      expect((await w.tandem.goals.update(w.member, id, change)).status).toBe('open');
    },
  );

  test('a first metric reopens a goal that waits for confirmation', async () => {
    const { id } = await pending(null);
    expect((await w.tandem.goals.update(w.admin, id, { metric: METRIC })).status).toBe('open');
  });

  test('a goal waits for confirmation while its definition stays the same', async () => {
    const { id, title } = await pending();
    for (const change of [
      { title: ` ${title} `, test: 'Ask them', metric: METRIC },
      { description: 'More', targetDate: 0 },
      { metric: { ...METRIC, current: 5 } },
    ]) {
      expect((await w.tandem.goals.update(w.admin, id, change)).status).toBe('verification_pending');
    }
  });

  test('a person can set the status of a goal that waits for confirmation along with its definition', async () => {
    for (const status of ['open', 'verification_pending', 'met', 'abandoned'] as const) {
      const { id } = await pending();
      expect((await w.tandem.goals.update(w.member, id, { title: 'Other', status })).status).toBe(status);
    }
  });
});

test('changing a goal that waits for confirmation reopens it, and both are in the log', async () => {
  const { id } = await create();
  await verify(id, true, w.agent);
  expect((await w.tandem.goals.update(w.admin, id, { title: 'Greener' })).status).toBe('open');
  const { items } = await w.storage.read(w.workspaceId, ({ events }) =>
    events.ofEntity('goal', id, { limit: 1, after: undefined }),
  );
  expect(items.flatMap(entriesOf).map(({ actor, field, newValue }) => [actor.name, field, newValue])).toEqual(
    [
      [w.admin.name, 'title', 'Greener'],
      [w.admin.name, 'status', 'open'],
    ],
  );
});

test('a goal that is unknown or of another workspace is 404 for every operation', async () => {
  const theirs = await w.tandem.goals.create(w.other.admin, { title: 'Theirs' });
  const { goals } = w.tandem;
  for (const id of ['none', theirs.id]) {
    const operations = [
      () => goals.get(w.admin, id),
      () => goals.update(w.admin, id, { title: 'x' }),
      () => verify(id, true),
      () => goals.verifications(w.admin, id, {}),
      () => goals.archive(w.admin, id),
      () => goals.unarchive(w.admin, id),
      () => goals.delete(w.admin, id),
    ];
    for (const operation of operations) expect(await outcome(operation)).toBe('NOT_FOUND');
  }
});
