import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

type Status = 'open' | 'verification_pending' | 'met' | 'abandoned';

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const STATUSES: Status[] = ['open', 'verification_pending', 'met', 'abandoned'];
const METRIC = { target: 1000, current: 12.5, unit: 'users' };

const create = (body: object = {}): Promise<Body> => w.admin.creates('/goals', { title: 'A goal', ...body });
const titles = (page: Body): string[] => page.data.map((item: Body) => item.title);

const verify = (by: Holder, id: string, passed: boolean, more: object = {}) =>
  by.post(`/goals/${id}/verify`, { passed, evidence: 'Seen it', ...more });

const statusOf = async (id: string): Promise<Status> => (await w.admin.reads(`/goals/${id}`)).status;

describe('creating a goal', () => {
  test('a title is enough; it is open, and the rest is empty', async () => {
    const goal = await create();
    expect(goal).toStrictEqual({
      id: expect.any(String),
      title: 'A goal',
      description: null,
      test: null,
      metric: null,
      status: 'open',
      lastVerification: null,
      targetDate: null,
      initiative: null,
      archived: false,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
    expect(await w.admin.reads(`/goals/${goal.id}`)).toStrictEqual(goal);
  });

  test('every field that it takes is in the answer', async () => {
    const initiative = await w.admin.creates('/initiatives', { name: 'Growth' });
    const goal = await create({
      description: 'Long',
      test: 'Count them',
      metric: METRIC,
      targetDate: 0,
      initiativeId: initiative.id,
    });
    expect(goal).toMatchObject({
      description: 'Long',
      test: 'Count them',
      metric: METRIC,
      targetDate: '1970-01-01T00:00:00.000Z',
      initiative: { id: initiative.id, name: 'Growth' },
    });
  });

  test.each(STATUSES)('a human creates it as %s', async (status) => {
    expect((await w.person.creates('/goals', { title: 'A', status })).status).toBe(status);
  });

  test.each(['agent', 'service', 'runtime', 'actingAsAgent'] as const)(
    '%s creates it only as open: else 403',
    async (key) => {
      for (const status of STATUSES) {
        const answer = await w[key].post('/goals', { title: 'A', status });
        expect(outcome(answer)).toBe(status === 'open' ? '201' : '403 HUMANS_ONLY');
      }
      await w[key].creates('/goals', { title: 'A' });
      expect((await w.admin.reads('/goals')).total).toBe(2);
    },
  );

  test.each<[string, unknown, string]>([
    ['title', ' ', 'title'],
    ['title', 'x'.repeat(501), 'title'],
    ['description', 'x'.repeat(100_001), 'description'],
    ['test', 7, 'test'],
    ['metric', 7, 'metric'],
    ['metric', { target: 1, current: 0 }, 'metric.unit'],
    ['metric', { target: '1', current: 0, unit: 'x' }, 'metric.target'],
    ['status', 'done', 'status'],
    ['targetDate', 0.5, 'targetDate'],
    ['initiativeId', UNKNOWN, 'initiativeId'],
  ])('a wrong %s is 400 at that field', async (field, value, named) => {
    const answer = await w.admin.post('/goals', { title: 'A goal', [field]: value });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([named]);
    expect((await w.admin.reads('/goals')).total).toBe(0);
  });
});

describe('the goal list', () => {
  test('is newest first, with the total of all that match', async () => {
    for (const title of ['One', 'Two', 'Three']) await create({ title });
    const page = await w.admin.reads('/goals', { limit: 2 });
    expect(titles(page)).toEqual(['Three', 'Two']);
    expect(page).toMatchObject({ hasMore: true, total: 3 });
    const rest = await w.admin.reads('/goals', { limit: 2, cursor: page.cursor });
    expect(titles(rest)).toEqual(['One']);
    expect(rest).toMatchObject({ hasMore: false, cursor: null, total: 3 });
  });

  test('has 50 on a page unless limit says otherwise, and 100 at most', async () => {
    const ada = await w.tandem.operator.callerFor(w.id, 'ada');
    for (let i = 0; i < 105; i++) await w.tandem.goals.create(ada, { title: 'A' });
    expect((await w.admin.reads('/goals')).data).toHaveLength(50);
    expect((await w.admin.reads('/goals', { limit: 1000 })).data).toHaveLength(100);
  });

  test('is filtered by status and initiative; archived goals only with archived=true', async () => {
    const initiative = await w.admin.creates('/initiatives', { name: 'Growth' });
    await create({ title: 'One', status: 'met' });
    await create({ title: 'Two', initiativeId: initiative.id });
    const three = await create({ title: 'Three', status: 'met', initiativeId: initiative.id });
    await w.admin.does('post', `/goals/${three.id}/archive`);

    const found = async (query: Record<string, string>) => {
      const page = await w.admin.reads('/goals', query);
      expect(page.total).toBe(page.data.length);
      return titles(page);
    };
    expect(await found({})).toEqual(['Two', 'One']);
    expect(await found({ archived: 'true' })).toEqual(['Three', 'Two', 'One']);
    expect(await found({ archived: 'false' })).toEqual(['Two', 'One']);
    expect(await found({ status: 'met' })).toEqual(['One']);
    expect(await found({ status: 'met', archived: 'true' })).toEqual(['Three', 'One']);
    expect(await found({ initiativeId: initiative.id })).toEqual(['Two']);
    expect(await found({ status: 'met', initiativeId: initiative.id, archived: 'true' })).toEqual(['Three']);
    expect(outcome(await w.admin.get('/goals', { status: 'done' }))).toBe('400 VALIDATION_ERROR');
  });
});

describe('updating a goal', () => {
  test('answers the whole goal, and changes only the given fields', async () => {
    const initiative = await w.admin.creates('/initiatives', { name: 'Growth' });
    let expected = await create();
    const changes: [Body, Body][] = [
      [{ title: ' Better ' }, { title: 'Better' }],
      [{ description: 'Long' }, { description: 'Long' }],
      [{ test: 'Count' }, { test: 'Count' }],
      [{ metric: METRIC }, { metric: METRIC }],
      [{ targetDate: 1000 }, { targetDate: '1970-01-01T00:00:01.000Z' }],
      [{ initiativeId: initiative.id }, { initiative: { id: initiative.id, name: 'Growth' } }],
      [{ description: null }, { description: null }],
      [{ test: null }, { test: null }],
      [{ metric: null }, { metric: null }],
      [{ targetDate: null }, { targetDate: null }],
      [{ initiativeId: null }, { initiative: null }],
    ];
    for (const [change, shown] of changes) {
      w.clock.advance(1000);
      expected = { ...expected, ...shown, updatedAt: new Date(w.clock.now()).toISOString() };
      expect(await w.agent.does('patch', `/goals/${expected.id}`, change)).toStrictEqual(expected);
    }
    expect(await w.admin.reads(`/goals/${expected.id}`)).toStrictEqual(expected);
  });

  test('a title takes no null and no blank', async () => {
    const { id } = await create();
    for (const title of [null, '', ' ']) {
      const answer = await w.admin.patch(`/goals/${id}`, { title });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['title']);
    }
  });
});

/** Where a human may move a goal by hand (docs/rules.md, Goals), retyped. */
const MOVES: Record<Status, Status[]> = {
  open: ['abandoned'],
  verification_pending: ['open', 'met', 'abandoned'],
  met: ['open'],
  abandoned: ['open'],
};

describe('the status of a goal by PATCH', () => {
  const everyMove = STATUSES.flatMap((from) => STATUSES.map((to): [Status, Status] => [from, to]));

  test.each(everyMove)('a human: %s to %s', async (from, to) => {
    const before = await create({ status: from });
    const answer = await w.person.patch(`/goals/${before.id}`, { status: to, title: 'Changed' });
    if (from === to || MOVES[from].includes(to)) {
      expect(answer.body).toMatchObject({ status: to, title: 'Changed' });
      expect(await statusOf(before.id)).toBe(to);
    } else {
      expect(outcome(answer)).toBe('422 INVALID_TRANSITION');
      expect(answer.body.error.validTransitions).toEqual(MOVES[from]);
      expect(await w.admin.reads(`/goals/${before.id}`)).toStrictEqual(before);
    }
  });

  test.each(['agent', 'service', 'runtime', 'actingAsAgent'] as const)(
    '%s that sends any status gets 403, and changes nothing',
    async (key) => {
      for (const from of STATUSES) {
        const before = await create({ status: from });
        for (const status of STATUSES) {
          const answer = await w[key].patch(`/goals/${before.id}`, { status, title: 'Changed' });
          expect(outcome(answer)).toBe('403 HUMANS_ONLY');
        }
        expect(await w.admin.reads(`/goals/${before.id}`)).toStrictEqual(before);
      }
    },
  );

  test('a key that acts as a person moves it as that person', async () => {
    const { id } = await create();
    expect((await w.actingAsPerson.does('patch', `/goals/${id}`, { status: 'abandoned' })).status).toBe(
      'abandoned',
    );
  });
});

describe('verifying a goal', () => {
  const BY = ['person', 'actingAsPerson', 'agent', 'actingAsAgent', 'service', 'runtime'] as const;
  const isHuman = (key: (typeof BY)[number]) => key === 'person' || key === 'actingAsPerson';

  const passing = ['propose', 'autonomous'].flatMap((mode) =>
    BY.flatMap((key) =>
      (['open', 'verification_pending'] as const)
        .filter((from) => from === 'open' || isHuman(key))
        .map((from) => ({
          mode,
          key,
          from,
          next: isHuman(key) || mode === 'autonomous' ? 'met' : 'verification_pending',
        })),
    ),
  );

  test.each(passing)('in mode $mode, passed by $key from $from: $next', async ({ mode, key, from, next }) => {
    await w.admin.does('patch', '/workspace', { goalVerification: mode });
    const { id } = await create({ status: from });
    const answer = await verify(w[key], id, true);
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe(next);
    expect(await statusOf(id)).toBe(next);
  });

  test('the mode is propose unless the workspace says otherwise', async () => {
    const { id } = await create();
    expect((await verify(w.agent, id, true)).body.status).toBe('verification_pending');
  });

  test.each(BY)(
    'failed by %s: open stays open, and for people verification_pending goes back to open, in either mode',
    async (key) => {
      for (const mode of ['propose', 'autonomous']) {
        await w.admin.does('patch', '/workspace', { goalVerification: mode });
        for (const status of isHuman(key) ? ['open', 'verification_pending'] : ['open']) {
          const { id } = await create({ status });
          const { body } = await verify(w[key], id, false);
          expect(body).toMatchObject({ status: 'open', lastVerification: { passed: false } });
        }
      }
    },
  );

  test.each(['met', 'abandoned'])(
    'a goal that is %s is 409 GOAL_CLOSED, for anybody and any result, and nothing changes',
    async (status) => {
      const before = await create({ status, metric: METRIC });
      for (const key of BY) {
        for (const passed of [true, false]) {
          expect(outcome(await verify(w[key], before.id, passed, { metricCurrent: 1 }))).toBe(
            '409 GOAL_CLOSED',
          );
        }
      }
      expect(await w.admin.reads(`/goals/${before.id}`)).toStrictEqual(before);
      expect((await w.admin.reads(`/goals/${before.id}/verifications`)).data).toEqual([]);
    },
  );

  test('a human confirms a pending goal by verifying it with passed: true', async () => {
    const { id } = await create();
    await verify(w.agent, id, true);
    expect(await statusOf(id)).toBe('verification_pending');
    expect((await verify(w.person, id, true)).body.status).toBe('met');
  });

  test('answers the whole goal, with the verification as its last', async () => {
    const { id } = await create();
    w.clock.advance(1500);
    const { body } = await verify(w.agent, id, true, { evidence: 'All green' });
    expect(body.lastVerification).toStrictEqual({
      at: '2026-03-01T09:00:01.500Z',
      byName: 'scout',
      byType: 'agent',
      passed: true,
      evidence: 'All green',
    });
    expect(await w.admin.reads(`/goals/${id}`)).toStrictEqual(body);
  });

  test.each([
    ['person', 'human', 'bob'],
    ['agent', 'agent', 'scout'],
    ['service', 'service', 'CI'],
    ['runtime', 'service', 'Host'],
    ['actingAsPerson', 'human', 'bob'],
    ['actingAsAgent', 'agent', 'scout'],
  ] as const)('by %s it is recorded as by a %s called %s', async (key, byType, byName) => {
    const { id } = await create();
    expect((await verify(w[key], id, true)).body.lastVerification).toMatchObject({ byType, byName });
  });

  test('metricCurrent updates the current value of the metric, and nothing else of it', async () => {
    const { id } = await create({ metric: METRIC });
    expect((await verify(w.agent, id, false, { metricCurrent: 40.25 })).body.metric).toStrictEqual({
      ...METRIC,
      current: 40.25,
    });
    expect((await verify(w.agent, id, false)).body.metric).toStrictEqual({ ...METRIC, current: 40.25 });
  });

  test('metricCurrent on a goal without a metric is 400 at fields.metricCurrent, and nothing is recorded', async () => {
    const before = await create();
    const answer = await verify(w.admin, before.id, true, { metricCurrent: 1 });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['metricCurrent']);
    expect(await w.admin.reads(`/goals/${before.id}`)).toStrictEqual(before);
    expect((await w.admin.reads(`/goals/${before.id}/verifications`)).data).toEqual([]);
  });

  test('evidence has at most 10,000 characters, every one of which counts', async () => {
    const { id } = await create();
    const evidence = '🦉'.repeat(10_000);
    expect((await verify(w.agent, id, false, { evidence })).body.lastVerification.evidence).toBe(evidence);
    for (const tooLong of [`${evidence}x`, `x${' '.repeat(10_000)}`]) {
      const answer = await verify(w.agent, id, false, { evidence: tooLong });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['evidence']);
    }
  });

  test.each([
    [{ evidence: 'x' }, ['passed']],
    [{ passed: true }, ['evidence']],
    [{ passed: 'true', evidence: 'x' }, ['passed']],
    [{ passed: null, evidence: 'x' }, ['passed']],
    [{ passed: true, evidence: 7 }, ['evidence']],
    [{ passed: true, evidence: 'x', metricCurrent: '7' }, ['metricCurrent']],
    [{}, ['passed', 'evidence']],
  ])('%j is 400 at %j', async (body, fields) => {
    const before = await create({ metric: METRIC });
    const answer = await w.admin.post(`/goals/${before.id}/verify`, body);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(fields);
    expect(await w.admin.reads(`/goals/${before.id}`)).toStrictEqual(before);
  });

  test('all verifications are listed newest first, page by page', async () => {
    const { id } = await create();
    for (let i = 0; i < 5; i++) await verify(w.agent, id, false, { evidence: `Look ${i}` });
    const first = await w.admin.reads(`/goals/${id}/verifications`, { limit: 2 });
    expect(Object.keys(first).sort()).toEqual(['cursor', 'data', 'hasMore']);
    await verify(w.agent, id, false, { evidence: 'Meanwhile' });
    const second = await w.admin.reads(`/goals/${id}/verifications`, { cursor: first.cursor });
    expect([...first.data, ...second.data].map(({ evidence }: Body) => evidence)).toEqual([
      'Look 4',
      'Look 3',
      'Look 2',
      'Look 1',
      'Look 0',
    ]);
  });

  test('the mode of one workspace changes nothing in another', async () => {
    await w.other.admin.does('patch', '/workspace', { goalVerification: 'autonomous' });
    const { id } = await create();
    expect((await verify(w.agent, id, true)).body.status).toBe('verification_pending');
  });
});

describe('archiving and deleting a goal', () => {
  test('archive hides the goal, unarchive restores it; both answer it and can be repeated', async () => {
    const goal = await create({ status: 'met' });
    for (const [verb, archived] of [
      ['archive', true],
      ['archive', true],
      ['unarchive', false],
      ['unarchive', false],
    ] as const) {
      expect(await w.admin.does('post', `/goals/${goal.id}/${verb}`)).toStrictEqual({ ...goal, archived });
      expect((await w.admin.reads('/goals')).total).toBe(archived ? 0 : 1);
      expect((await w.admin.reads(`/goals/${goal.id}`)).archived).toBe(archived);
    }
  });

  test('deleting it clears it from every project that pointed at it, archived ones too', async () => {
    const { id } = await create();
    const kept = await create({ title: 'Kept' });
    const first = await w.admin.creates('/projects', { title: 'A', goalId: id });
    const second = await w.admin.creates('/projects', { title: 'B', goalId: id });
    const third = await w.admin.creates('/projects', { title: 'C', goalId: kept.id });
    await w.admin.does('post', `/projects/${second.id}/archive`);

    expect((await w.admin.delete(`/goals/${id}`)).status).toBe(200);
    expect((await w.admin.reads(`/projects/${first.id}`)).goal).toBeNull();
    expect((await w.admin.reads(`/projects/${second.id}`)).goal).toBeNull();
    expect((await w.admin.reads(`/projects/${third.id}`)).goal).toStrictEqual({ id: kept.id, title: 'Kept' });
    for (const path of [`/goals/${id}`, `/goals/${id}/verifications`]) {
      expect(outcome(await w.admin.get(path))).toBe('404 NOT_FOUND');
    }
    expect(outcome(await w.admin.delete(`/goals/${id}`))).toBe('404 NOT_FOUND');
  });

  test('a new title shows on its projects', async () => {
    const { id } = await create();
    const project = await w.admin.creates('/projects', { title: 'A', goalId: id });
    await w.admin.does('patch', `/goals/${id}`, { title: 'Better' });
    expect((await w.admin.reads(`/projects/${project.id}`)).goal).toStrictEqual({ id, title: 'Better' });
  });
});

describe('a goal that waits for confirmation', () => {
  const pending = async (): Promise<Body> => {
    const goal = await w.admin.creates('/goals', { title: 'Used', test: 'Ask them', metric: METRIC });
    const verified = await w.agent.does('post', `/goals/${goal.id}/verify`, {
      passed: true,
      evidence: 'Asked',
    });
    expect(verified.status).toBe('verification_pending');
    return verified;
  };

  test.each<[string, object]>([
    ['its title', { title: 'Used by many' }],
    ['its test', { test: 'Ask ten of them' }],
    ['its test, cleared', { test: null }],
    ['what its metric must reach', { metric: { ...METRIC, target: 3 } }],
    ['what its metric counts', { metric: { ...METRIC, unit: 'clicks' } }],
    ['its metric, cleared', { metric: null }],
  ])(
    'is open again when a person changes %s, and is not changed by agents and services',
    async (_what, change) => {
      for (const by of [w.person, w.admin]) {
        const { id } = await pending();
        expect((await by.does('patch', `/goals/${id}`, change)).status).toBe('open');
        expect((await w.admin.reads(`/goals/${id}`)).status).toBe('open');
      }
      const { id } = await pending();
      for (const by of [w.agent, w.service, w.runtime]) {
        expect(outcome(await by.patch(`/goals/${id}`, change))).toBe('403 AWAITS_PERSON');
      }
      expect((await w.admin.reads(`/goals/${id}`)).status).toBe('verification_pending');
    },
  );

  test('is open again when it gets a metric', async () => {
    const { id } = await w.admin.creates('/goals', { title: 'Used' });
    await w.agent.does('post', `/goals/${id}/verify`, { passed: true, evidence: 'Asked' });
    expect((await w.admin.does('patch', `/goals/${id}`, { metric: METRIC })).status).toBe('open');
  });

  test('still waits when something else changes, or nothing does', async () => {
    const { id } = await pending();
    for (const change of [
      { title: ' Used ', test: 'Ask them', metric: METRIC },
      { description: 'More', targetDate: 0 },
      { metric: { ...METRIC, current: 5 } },
    ]) {
      expect((await w.admin.does('patch', `/goals/${id}`, change)).status).toBe('verification_pending');
    }
  });

  test('is what a person says it is, who changes it and its status at once', async () => {
    for (const status of STATUSES) {
      const { id } = await pending();
      expect(await w.person.does('patch', `/goals/${id}`, { title: 'Other', status })).toMatchObject({
        status,
      });
    }
  });
});
