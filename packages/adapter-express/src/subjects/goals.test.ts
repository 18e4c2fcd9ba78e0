import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});
const METRIC = { target: 1000, current: 12.5, unit: 'users' };

const create = (body: object = {}): Promise<Body> => w.admin.creates('/goals', { title: 'A goal', ...body });
const titles = (page: Body): string[] => page.data.map((item: Body) => item.title);

const verify = (by: Holder, id: string, passed: boolean, more: object = {}) =>
  by.post(`/goals/${id}/verify`, { passed, evidence: 'Seen it', ...more });

describe('creating a goal', () => {
  test('a goal with only a title gets the default values', async () => {
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
      externalId: null,
      archived: false,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
    expect(await w.admin.reads(`/goals/${goal.id}`)).toStrictEqual(goal);
  });

  test('a new goal has all given fields', async () => {
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
});

describe('the goal list', () => {
  test('the list of goals is filtered by status, initiative and archived', async () => {
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

describe('verifying a goal', () => {
  test('verifying a goal returns it with the verification', async () => {
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
});
