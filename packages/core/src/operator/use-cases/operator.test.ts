import { EVERYTHING, outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { IssuedKind } from '../../access/keys.ts';
import { entriesOf } from '../../activity/entry.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const createKey = (member: string, kind: IssuedKind, scopes = ['full'] as typeof EVERYTHING) =>
  w.tandem.operator.createKey(w.workspaceId, member, { name: 'A key', kind, scopes });

describe('creating a workspace', () => {
  test('creating a workspace creates its first admin and a key with full, chat:read and chat:write', async () => {
    const made = await w.tandem.operator.createWorkspace({
      name: ' Initech ',
      admin: { name: 'peter', displayName: 'Peter Gibbons' },
    });
    expect(made.workspace).toStrictEqual({
      id: expect.any(String),
      name: 'Initech',
      agentCompletion: false,
      goalVerification: 'propose',
      agentIntake: 'open',
      agentIntakeLimit: 20,
      proofOfDone: 'off',
      agentKeys: 'any',
      plan: { chat: true },
      createdAt: START,
      updatedAt: START,
    });
    expect(made.member).toMatchObject({ name: 'peter', displayName: 'Peter Gibbons', role: 'admin' });
    expect(await w.tandem.authenticate(made.secret)).toMatchObject({
      workspaceId: made.workspace.id,
      id: made.member.id,
      admin: true,
      chatInPlan: true,
      key: { kind: 'person', scopes: EVERYTHING },
    });
  });

  test('the display name of the first admin defaults to the name', async () => {
    const { member } = await w.tandem.operator.createWorkspace({ name: 'Initech', admin: { name: 'peter' } });
    expect(member.displayName).toBe('peter');
  });

  test('the first admin can be a person of the host', async () => {
    const admin = { name: 'peter', externalId: '7' };
    const { workspace, member } = await w.tandem.operator.createWorkspace({ name: 'Initech', admin });
    expect(member.externalId).toStrictEqual({ source: 'host', id: '7' });
    const person = { externalId: '7', workspaceId: workspace.id };
    expect(await w.tandem.people.callerFor(person)).toMatchObject({ id: member.id, admin: true });
    expect(await w.tandem.people.upsert({ ...person, name: 'peter' })).toStrictEqual(member);
  });

  test.each([
    ['a blank name', { name: ' ', admin: { name: 'peter' } }, 'workspace'],
    ['an admin whose name is not machine-readable', { name: 'Initech', admin: { name: 'Peter G' } }, 'name'],
    [
      'an external id that is no text',
      { name: 'Initech', admin: { name: 'peter', externalId: 7 } } as never,
      'externalId',
    ],
    ['an empty external id', { name: 'Initech', admin: { name: 'peter', externalId: '' } }, 'externalId.id'],
  ])('creating a workspace with %s is 400 and creates nothing', async (_what, input, field) => {
    const { fields } = await refusal(() => w.tandem.operator.createWorkspace(input));
    expect(Object.keys(fields ?? {})).toStrictEqual([field]);
    expect(await w.tandem.operator.workspaces()).toHaveLength(2);
  });

  test('workspaces are listed', async () => {
    expect((await w.tandem.operator.workspaces()).map(({ name }) => name)).toStrictEqual(['Acme', 'Globex']);
  });
});

describe('an admin by the operator', () => {
  const roles = async () => {
    const { items } = await w.tandem.members.list(w.admin, { type: 'human' });
    return Object.fromEntries(items.map((item) => [item.name, item.type === 'human' && item.role]));
  };

  test('makeAdmin promotes an existing person, by name or id, or creates one', async () => {
    await w.tandem.operator.makeAdmin(w.workspaceId, 'BOB');
    await w.tandem.operator.makeAdmin(w.workspaceId, 'eve');
    expect(await roles()).toStrictEqual({ eve: 'admin', bob: 'admin', ada: 'admin' });
    const { secret } = await createKey('eve', 'person');
    expect(await w.tandem.authenticate(secret)).toMatchObject({ name: 'eve', admin: true });
    const before = await w.tandem.operator.makeAdmin(w.workspaceId, w.member.id);
    expect(await w.tandem.operator.makeAdmin(w.workspaceId, 'bob')).toStrictEqual(before);
  });

  test('makeAdmin refuses agents, invalid names and unknown workspaces', async () => {
    const { makeAdmin } = w.tandem.operator;
    expect((await refusal(() => makeAdmin(w.workspaceId, 'scout'))).fields).toHaveProperty('admin');
    expect((await refusal(() => makeAdmin(w.workspaceId, 'E V'))).fields).toHaveProperty('name');
    expect(await outcome(() => makeAdmin('none', 'bob'))).toBe('NOT_FOUND');
  });
});

describe("the plan is the operator's", () => {
  test('a workspace without chat loses access with the next request', async () => {
    const { workspace, secret } = await w.tandem.operator.createWorkspace({
      name: 'Initech',
      admin: { name: 'peter' },
      chat: false,
    });
    const before = await w.tandem.authenticate(secret);
    expect(await outcome(() => w.tandem.chats.list(before, {}))).toBe('PLAN_EXCLUDES_CHAT');
    await w.tandem.operator.setPlan(workspace.id, { chat: true });
    const after = await w.tandem.authenticate(secret);
    expect(await outcome(() => w.tandem.chats.list(after, {}))).toBe('ok');
  });

  test('an admin cannot change the plan', async () => {
    const update = () => w.tandem.workspace.update(w.admin, { plan: { chat: false } } as never);
    expect(await outcome(update)).toBe('VALIDATION_ERROR');
    expect((await w.tandem.workspace.get(w.admin)).plan).toStrictEqual({ chat: true });
  });

  test('setting the plan of an unknown workspace is 404', async () => {
    expect(await outcome(() => w.tandem.operator.setPlan('none', { chat: true }))).toBe('NOT_FOUND');
  });
});

describe("the operator's way in, for any kind of key", () => {
  // biome-ignore format: a table
  test.each<[IssuedKind, string, () => object]>([
    ['person',  'bob',   () => ({ type: 'human', id: w.member.id, inboxId: w.member.id })],
    ['person',  'BOB',   () => ({ type: 'human', id: w.member.id, inboxId: w.member.id })],
    ['service', 'bob',   () => ({ type: 'service', name: 'A key', memberId: null, inboxId: w.member.id })],
    ['agent',   'scout', () => ({ type: 'agent', id: w.agent.id })],
    ['runtime', 'ada',   () => ({ type: 'service', name: 'A key', memberId: null, inboxId: null })],
    ['acting',  'bob',   () => ({ type: 'human', id: w.member.id })],
    ['acting',  'scout', () => ({ type: 'agent', id: w.agent.id })],
  ])('the operator creates a key of kind %s for %s', async (kind, member, expected) => {
    const { secret } = await createKey(member, kind);
    expect(await w.tandem.authenticate(secret)).toMatchObject({ workspaceId: w.workspaceId, ...expected() });
  });

  test('a runtime key belongs to the operator, whichever member is named', async () => {
    expect((await createKey('scout', 'runtime')).key).toMatchObject({ memberId: null, createdBy: null });
  });

  test("a member's id takes precedence over another member's equal name", async () => {
    await w.tandem.members.create(w.admin, { name: w.member.id, displayName: 'Mallory' });
    expect((await createKey(w.member.id, 'person')).key.memberId).toBe(w.member.id);
    expect((await w.tandem.operator.callerFor(w.workspaceId, w.member.id)).name).toBe('bob');
  });

  test('the operator can name the member by id', async () => {
    expect((await createKey(w.member.id, 'person')).key.memberId).toBe(w.member.id);
  });

  test.each<[string, string, IssuedKind, readonly ('full' | 'chat:read')[]]>([
    ['a member who is not there', 'nobody', 'person', ['full']],
    ['an agent key for a human', 'bob', 'agent', ['full']],
    ['a person key for an agent', 'scout', 'person', ['full']],
    ['a service key for an agent', 'scout', 'service', ['full']],
    ['chat scopes on an agent key', 'scout', 'agent', ['chat:read']],
    ['chat scopes on a runtime key', 'ada', 'runtime', ['chat:read']],
    ['chat scopes on an acting key', 'bob', 'acting', ['chat:read']],
    ['no scopes', 'bob', 'person', []],
  ])('the operator creating a key for %s is 400', async (_what, member, kind, scopes) => {
    expect(await outcome(() => createKey(member, kind, scopes))).toBe('VALIDATION_ERROR');
  });

  test('creating a key in an unknown workspace is 404', async () => {
    const input = { name: 'A key', kind: 'person', scopes: ['full'] } as const;
    expect(await outcome(() => w.tandem.operator.createKey('none', 'ada', input))).toBe('NOT_FOUND');
  });

  test('a key revoked by the operator is no longer valid', async () => {
    const { key, secret } = await createKey('bob', 'person');
    await w.tandem.operator.revokeKey(key.id);
    expect(await outcome(() => w.tandem.authenticate(secret))).toBe('UNAUTHENTICATED');
    expect(await outcome(() => w.tandem.operator.revokeKey(key.id))).toBe('NOT_FOUND');
  });
});

describe('chats that a new invitation has closed', () => {
  const log = async () => {
    const { items } = await w.storage.read(w.workspaceId, ({ events }) =>
      events.ofEntity('member', w.member.id, { limit: 100, after: undefined }),
    );
    return items
      .flatMap(entriesOf)
      .filter(({ field }) => field === 'chats')
      .map(({ actor, oldValue, newValue }) => [actor.name, oldValue, newValue]);
  };

  test('the operator reopens closed chats for a person, once, and both are in the log', async () => {
    await w.tandem.operator.openChats(w.workspaceId, 'bob');
    expect(await log()).toEqual([]);
    const { chat } = await w.tandem.chats.start(w.member, { agentId: w.agent.id, body: 'hi' });
    await w.tandem.keys.revoke(w.member, w.member.key.id);
    const { code } = await w.tandem.members.invite(w.admin, w.member.id);
    const bob = await w.tandem.authenticate((await w.tandem.keys.acceptInvitation(code)).secret);
    expect(await outcome(() => w.tandem.chats.get(bob, chat.id))).toBe('NOT_FOUND');
    expect(await log()).toEqual([['bob', 'open', 'closed']]);
    for (const nameOrId of ['bob', bob.id]) {
      expect((await w.tandem.operator.openChats(w.workspaceId, nameOrId)).name).toBe('bob');
      expect((await w.tandem.chats.get(bob, chat.id)).id).toBe(chat.id);
    }
    expect(await log()).toEqual([
      ['the operator', 'closed', 'open'],
      ['bob', 'open', 'closed'],
    ]);
  });

  test('the first invitation of a new person leaves no entry about chats', async () => {
    expect(await log()).toEqual([]);
  });

  test.each([
    ['nobody', 'VALIDATION_ERROR'],
    ['scout', 'VALIDATION_ERROR'],
  ])('chats cannot be reopened for %s: %s', async (member, expected) => {
    expect(await outcome(() => w.tandem.operator.openChats(w.workspaceId, member))).toBe(expected);
    expect(await outcome(() => w.tandem.operator.openChats('none', 'bob'))).toBe('NOT_FOUND');
  });
});

test('a program that embeds the core can act as any member, by name or id', async () => {
  const bob = await w.tandem.operator.callerFor(w.workspaceId, 'bob');
  expect(bob).toMatchObject({ type: 'human', id: w.member.id, admin: false, chatInPlan: true });
  expect((await w.tandem.operator.callerFor(w.workspaceId, w.agent.id)).type).toBe('agent');
  expect((await w.tandem.tasks.create(bob, { title: 'A task' })).creatorId).toBe(w.member.id);
  expect(await outcome(() => w.tandem.operator.callerFor(w.workspaceId, 'nobody'))).toBe('VALIDATION_ERROR');
});
