import { type Body, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const OWL = { name: 'owl', displayName: 'Owl', emoji: '🦉', model: 'owl-1' };

const create = (body: object = {}): Promise<Body> => w.admin.creates('/agents', { ...OWL, ...body });

describe('registering an agent', () => {
  test('a new agent has the documented fields and defaults', async () => {
    expect(await create()).toStrictEqual({
      id: expect.any(String),
      name: 'owl',
      displayName: 'Owl',
      emoji: '🦉',
      title: null,
      email: null,
      status: 'idle',
      model: 'owl-1',
      avatar: null,
      reportsTo: null,
      externalId: null,
      paused: false,
      maxClaims: 1,
      limits: null,
      verifier: false,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: null,
    });
  });
});

describe('the agent list', () => {
  test('the list of agents is newest first, with the total, filtered by status', async () => {
    await create({ status: 'working' });
    await create({ name: 'elk', status: 'working' });
    const page = await w.admin.reads('/agents', { limit: 2 });
    expect(page.data.map(({ name }: Body) => name)).toEqual(['elk', 'owl']);
    expect(page).toMatchObject({ hasMore: true, total: 3 });
    const working = await w.admin.reads('/agents', { status: 'working' });
    expect(working.data.map(({ name }: Body) => name)).toEqual(['elk', 'owl']);
    expect(working.total).toBe(2);
  });
});
