import { type CallerName, outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { NewHuman } from './save-person.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (input: Partial<NewHuman> = {}) =>
  w.tandem.members.create(w.admin, { name: 'eve', displayName: 'Eve Hill', ...input });
const names = async (type?: 'human' | 'agent') =>
  (await w.tandem.members.list(w.admin, { type })).items.map(({ name }) => name);

describe('the members of a workspace', () => {
  test('members are people and agents, newest first', async () => {
    expect(await names()).toStrictEqual(['scout', 'bob', 'ada']);
    expect(await names('human')).toStrictEqual(['bob', 'ada']);
    expect(await names('agent')).toStrictEqual(['scout']);
  });

  test('members are read by id, people and agents alike', async () => {
    expect(await w.tandem.members.get(w.agent, w.member.id)).toMatchObject({
      type: 'human',
      name: 'bob',
      displayName: 'Bob Stone',
      email: null,
      role: 'member',
      createdAt: START,
      updatedAt: START,
    });
    expect((await w.tandem.members.get(w.agent, w.agent.id)).type).toBe('agent');
    for (const id of ['none', w.other.member.id]) {
      expect(await outcome(() => w.tandem.members.get(w.admin, id))).toBe('NOT_FOUND');
    }
  });
});

/** POST, PATCH and DELETE of people require an admin with full. */
describe('only an admin with full can add, change, remove and invite people', () => {
  const operations = (who: CallerName) => [
    () => w.tandem.members.create(w[who], { name: 'eve', displayName: 'Eve' }),
    () => w.tandem.members.update(w[who], w.member.id, { displayName: 'B' }),
    () => w.tandem.members.delete(w[who], w.member.id),
    () => w.tandem.members.invite(w[who], w.member.id),
    () => w.tandem.members.uninvite(w[who], w.member.id),
  ];

  test.each<CallerName>(['member', 'agent', 'service', 'runtime', 'actingAsMember', 'actingAsAgent'])(
    '%s is refused with 403',
    async (who) => {
      for (const operation of operations(who)) expect(await outcome(operation)).toBe('FORBIDDEN');
      expect(await names()).toStrictEqual(['scout', 'bob', 'ada']);
    },
  );

  test('an admin with every scope but full is refused too', async () => {
    const admin = await w.caller('ada', 'person', [
      'tasks:read',
      'tasks:write',
      'agents:read',
      'agents:write',
    ]);
    expect(await outcome(() => w.tandem.members.delete(admin, w.member.id))).toBe('FORBIDDEN');
  });
});

describe('adding a person', () => {
  test('adding a person returns the member and a one-time invitation', async () => {
    const { member, invitation } = await create({ displayName: ' Eve Hill ', email: 'eve@example.com' });
    expect(member).toMatchObject({
      type: 'human',
      name: 'eve',
      displayName: 'Eve Hill',
      email: 'eve@example.com',
      role: 'member',
    });
    expect(invitation).toStrictEqual({ code: expect.stringMatching(/^tdi_/), expiresAt: expect.any(Number) });
    expect(invitation.expiresAt).toBeGreaterThan(START);
  });

  test.each<[string, Partial<NewHuman>, string]>([
    ['a name with a space', { name: 'eve hill' }, 'name'],
    ['a blank name', { name: '' }, 'name'],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, 'name'],
    ['a blank display name', { displayName: ' ' }, 'displayName'],
    ['an address that is none', { email: 'eve' }, 'email'],
  ])('adding a person with %s is 400 with the field named', async (_what, input, field) => {
    expect(Object.keys((await refusal(() => create(input))).fields ?? {})).toStrictEqual([field]);
  });

  test.each(['bob', 'BOB', 'scout', 'Scout', 'ada'])(
    'adding a person with a taken name is 409, ignoring case: %s',
    async (name) => {
      expect(await outcome(() => create({ name }))).toBe('NAME_TAKEN');
    },
  );

  test('a name is unique only within its workspace', async () => {
    await create();
    expect(
      await outcome(() => w.tandem.members.create(w.other.admin, { name: 'eve', displayName: 'Eve' })),
    ).toBe('ok');
  });
});

describe('changing a person', () => {
  test('changing a person changes only the given fields; null clears the address', async () => {
    const { member } = await create({ email: 'eve@example.com' });
    w.time.advance(5);
    const after = await w.tandem.members.update(w.admin, member.id, { role: 'admin' });
    expect(after).toStrictEqual({ ...member, role: 'admin', updatedAt: START + 5 });
    expect((await w.tandem.members.update(w.admin, member.id, { email: null })).email).toBeNull();
  });

  test("a person's name can change its case, but not to a taken one", async () => {
    expect((await w.tandem.members.update(w.admin, w.member.id, { name: 'BOB' })).name).toBe('BOB');
    expect(await outcome(() => w.tandem.members.update(w.admin, w.member.id, { name: 'SCOUT' }))).toBe(
      'NAME_TAKEN',
    );
  });

  test('changing an agent as a person is 404', async () => {
    expect(await outcome(() => w.tandem.members.update(w.admin, w.agent.id, { name: 'x' }))).toBe(
      'NOT_FOUND',
    );
    expect(await outcome(() => w.tandem.members.delete(w.admin, w.agent.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.members.invite(w.admin, w.agent.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.members.uninvite(w.admin, w.agent.id))).toBe('NOT_FOUND');
  });

  test("changing another workspace's person is 404", async () => {
    const { id } = w.other.member;
    expect(await outcome(() => w.tandem.members.update(w.admin, id, { name: 'x' }))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.members.delete(w.admin, id))).toBe('NOT_FOUND');
  });
});

describe('the last admin', () => {
  test('the last admin cannot be removed or demoted, but can be renamed', async () => {
    const { admin } = w;
    expect(await outcome(() => w.tandem.members.delete(admin, admin.id))).toBe('LAST_ADMIN');
    expect(await outcome(() => w.tandem.members.update(admin, admin.id, { role: 'member' }))).toBe(
      'LAST_ADMIN',
    );
    expect(await outcome(() => w.tandem.members.update(admin, admin.id, { name: 'ada2' }))).toBe('ok');
  });

  test('an admin is no longer the last once there is another', async () => {
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    expect(await outcome(() => w.tandem.members.update(w.admin, w.admin.id, { role: 'member' }))).toBe('ok');
  });

  test('of two admins who demote each other at once one stays', async () => {
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    const demote = (id: string) => outcome(() => w.tandem.members.update(w.admin, id, { role: 'member' }));
    const results = await Promise.all([demote(w.admin.id), demote(w.member.id)]);
    expect(results).toStrictEqual(['ok', 'LAST_ADMIN']);
  });

  test('removed admins do not count as admins', async () => {
    const { member } = await create({ role: 'admin' });
    await w.tandem.members.delete(w.admin, member.id);
    expect(await outcome(() => w.tandem.members.delete(w.admin, w.admin.id))).toBe('LAST_ADMIN');
  });
});

describe('a person who is deleted', () => {
  test('a deleted person is not listed, and the name is free', async () => {
    await w.tandem.members.delete(w.admin, w.member.id);
    expect(await names()).toStrictEqual(['scout', 'ada']);
    expect(await outcome(() => w.tandem.members.get(w.admin, w.member.id))).toBe('NOT_FOUND');
    expect(await outcome(() => create({ name: 'Bob' }))).toBe('ok');
  });

  test('a deleted person cannot be assigned, and has no reports', async () => {
    await w.tandem.agents.update(w.admin, w.agent.id, { reportsTo: 'bob' });
    await w.tandem.members.delete(w.admin, w.member.id);
    expect((await w.tandem.agents.get(w.admin, w.agent.id)).reportsTo).toBeNull();
    expect(await outcome(() => w.tandem.tasks.create(w.admin, { title: 'x', assignedTo: 'bob' }))).toBe(
      'VALIDATION_ERROR',
    );
  });

  test('a deleted person keeps the name in history', async () => {
    await w.tandem.tasks.create(w.member, { title: 'A task' });
    await w.tandem.comments.create(w.member, 1, { body: 'Mine' });
    await w.tandem.members.delete(w.admin, w.member.id);
    const activity = await w.tandem.tasks.activity(w.admin, 1, {});
    expect(activity.items.map(({ actor }) => actor.name)).toStrictEqual(['bob', 'bob']);
    expect((await w.tandem.comments.list(w.admin, 1, {})).items[0]?.author.name).toBe('bob');
  });
});
