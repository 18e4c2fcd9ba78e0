import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const OWL = { name: 'owl', displayName: 'Owl', emoji: '🦉', model: 'owl-1' };

const create = (body: object = {}): Promise<Body> => w.admin.creates('/agents', { ...OWL, ...body });

describe('registering an agent', () => {
  test('answers the agent: idle; email, avatar, reportsTo and updatedAt are null', async () => {
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
      paused: false,
      maxClaims: 1,
      limits: null,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: null,
    });
  });

  test.each(['idle', 'working', 'waiting'])('takes the status %s, and a title', async (status) => {
    expect(await create({ status, title: 'Scribe' })).toMatchObject({ status, title: 'Scribe' });
  });

  test('email, avatar and reportsTo cannot be set at creation', async () => {
    const body = { email: 'owl@example.org', avatar: 'https://example.org/owl.png', reportsTo: 'ada' };
    expect(await create(body)).toMatchObject({ email: null, avatar: null, reportsTo: null });
  });

  test.each(['name', 'displayName', 'emoji', 'model'])('%s is required, and not blank', async (field) => {
    const { [field]: _left, ...rest } = OWL as Record<string, string>;
    for (const body of [rest, { ...rest, [field]: ' ' }, { ...rest, [field]: null }]) {
      const answer = await w.admin.post('/agents', body);
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    }
  });
});

describe('the agent list', () => {
  test('is newest first, with the total, and filtered by status', async () => {
    await create({ status: 'working' });
    await create({ name: 'elk', status: 'working' });
    const page = await w.admin.reads('/agents', { limit: 2 });
    expect(page.data.map(({ name }: Body) => name)).toEqual(['elk', 'owl']);
    expect(page).toMatchObject({ hasMore: true, total: 3 });
    const working = await w.admin.reads('/agents', { status: 'working' });
    expect(working.data.map(({ name }: Body) => name)).toEqual(['elk', 'owl']);
    expect(working.total).toBe(2);
  });

  test('an invalid status is 400, with the valid values in the message', async () => {
    const answer = await w.admin.get('/agents', { status: 'asleep' });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    for (const status of ['idle', 'working', 'waiting']) expect(answer.body.error.message).toContain(status);
  });
});

describe('changing an agent', () => {
  test('answers the agent, changes only the given fields, and null clears', async () => {
    let expected = await create();
    const changes = [
      { name: 'great-owl' },
      { displayName: 'Great Owl' },
      { emoji: '🐦' },
      { model: 'owl-2' },
      { title: 'Scribe' },
      { status: 'waiting' },
      { avatar: 'https://example.org/owl.png' },
      { email: 'owl@example.org' },
      { reportsTo: 'ada' },
      { title: null },
      { avatar: null },
      { email: null },
      { reportsTo: null },
    ];
    for (const change of changes) {
      w.clock.advance(1000);
      expected = { ...expected, ...change, updatedAt: new Date(w.clock.now()).toISOString() };
      expect(await w.admin.does('patch', `/agents/${expected.id}`, change)).toStrictEqual(expected);
    }
  });

  test('reportsTo resolves like assignedTo: by id, name or display name', async () => {
    const { id } = await create();
    for (const reportsTo of [w.person.id, 'BOB', 'bob stone']) {
      expect((await w.admin.does('patch', `/agents/${id}`, { reportsTo })).reportsTo).toBe('bob');
    }
  });

  test('reporting to oneself, in a circle, or to nobody known is 400 at fields.reportsTo', async () => {
    const owl = await create();
    const elk = await create({ name: 'elk', displayName: 'Elk' });
    await w.admin.does('patch', `/agents/${elk.id}`, { reportsTo: 'owl' });
    for (const reportsTo of ['owl', 'elk', 'nobody']) {
      const answer = await w.admin.patch(`/agents/${owl.id}`, { reportsTo });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['reportsTo']);
    }
  });

  test.each([
    ['avatar', 'javascript:alert(1)'],
    ['avatar', 'ftp://example.org/owl.png'],
    ['avatar', 'owl.png'],
    ['email', 'owl'],
    ['status', 'asleep'],
    ['name', 'an owl'],
    ['displayName', ' '],
  ])('a wrong %s is 400 at that field', async (field, value) => {
    const { id } = await create();
    const answer = await w.admin.patch(`/agents/${id}`, { [field]: value });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  });
});

test('deleting an agent answers 204 with an empty body; it is gone, and its name is free', async () => {
  const { id } = await create();
  const answer = await w.admin.delete(`/agents/${id}`);
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(outcome(await w.admin.get(`/agents/${id}`))).toBe('404 NOT_FOUND');
  expect(outcome(await w.admin.delete(`/agents/${id}`))).toBe('404 NOT_FOUND');
  await create();
});

test('a human is no agent: 404', async () => {
  expect(outcome(await w.admin.get(`/agents/${w.person.id}`))).toBe('404 NOT_FOUND');
  expect(outcome(await w.admin.delete(`/agents/${w.person.id}`))).toBe('404 NOT_FOUND');
});
