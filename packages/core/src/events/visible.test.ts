import { type CallerName, EVERYTHING, type World, world } from '../../testing/world.ts';
import type { Caller } from '../access/caller.ts';
import type { Scope } from '../access/scopes.ts';
import type { EventEntityType } from './types.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

/** The entity types visible to a caller. */
async function seenBy(by: Caller, after?: string): Promise<EventEntityType[]> {
  const { items } = await w.tandem.events.list(by, { after, limit: 100 });
  return [...new Set(items.map(({ event }) => event.entity.type))].sort();
}
const latest = async () => (await w.tandem.events.after(w.workspaceId, 'latest')).position;

const WORK: EventEntityType[] = [
  'comment',
  'goal',
  'initiative',
  'label',
  'member',
  'project',
  'task',
  'workspace',
];

/** One event per entity type, and the position before them. Chats are Ada's. */
async function everything(): Promise<string> {
  const after = await latest();
  const { tasks, comments, goals, initiatives, labels, members, projects, workspace, agents, keys, chats } =
    w.tandem;
  await tasks.create(w.admin, { title: 'T' });
  const { id } = await comments.create(w.admin, 1, { body: 'Hello' });
  await comments.delete(w.admin, 1, id);
  await goals.create(w.admin, { title: 'G' });
  await initiatives.create(w.admin, { name: 'I' });
  await labels.create(w.admin, { name: 'ui' });
  await members.update(w.admin, w.member.id, { displayName: 'Robert' });
  await projects.create(w.admin, { title: 'P' });
  await workspace.update(w.admin, { name: 'B' });
  await agents.update(w.admin, w.agent.id, { title: 'Scribe' });
  await keys.create(w.admin, { name: 'K', kind: 'service', scopes: ['tasks:read'] });
  await chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
  return after;
}

describe('events visible to a key', () => {
  // biome-ignore format: a table
  test.each<[CallerName, EventEntityType[]]>([
    ['admin',          [...WORK, 'agent', 'chat', 'key']],
    ['member',         [...WORK, 'agent']],
    ['agent',          [...WORK, 'agent']],
    ['service',        [...WORK, 'agent', 'chat']],
    ['runtime',        [...WORK, 'agent']],
    ['actingAsMember', [...WORK, 'agent']],
    ['actingAsAgent',  [...WORK, 'agent']],
  ])('a key of the kind %s with all its scopes sees the right events', async (who, types) => {
    const after = await everything();
    expect(await seenBy(w[who], after)).toStrictEqual([...types].sort());
  });

  // biome-ignore format: a table
  test.each<[Scope[], EventEntityType[]]>([
    [['tasks:read'],               WORK],
    [['agents:read'],              ['agent']],
    [['chat:read'],                ['chat']],
    [['tasks:write'],              []],
    [['chat:write'],               []],
    [['tasks:read', 'agents:read'], [...WORK, 'agent']],
    [['full'],                     [...WORK, 'agent', 'key']],
  ])('an admin with %j sees the right events', async (scopes, types) => {
    const after = await everything();
    expect(await seenBy(await w.caller('ada', 'person', scopes), after)).toStrictEqual([...types].sort());
  });

  test("a key acting as an admin sees no events of keys and chats, which require a person's own key", async () => {
    const after = await everything();
    expect(await seenBy(await w.caller('ada', 'acting', ['full']), after)).toStrictEqual(
      [...WORK, 'agent'].sort(),
    );
  });

  test('a service key created by an admin sees no events of keys', async () => {
    const after = await everything();
    expect(await seenBy(await w.caller('ada', 'service', EVERYTHING), after)).not.toContain('key');
  });

  test('a key sees no events of another workspace', async () => {
    await everything();
    const ours = (await w.tandem.events.list(w.admin, { limit: 100 })).items.map(({ event }) => event.id);
    const theirs = (await w.tandem.events.list(w.other.admin, { limit: 100 })).items.map(
      ({ event }) => event.id,
    );
    expect(theirs.filter((id) => ours.includes(id))).toStrictEqual([]);
  });

  test('the position advances past invisible events', async () => {
    await everything();
    const { items, position, more } = await w.tandem.events.list(
      await w.caller('ada', 'person', ['tasks:write']),
      {},
    );
    expect([items, position, more]).toStrictEqual([[], await latest(), false]);
  });
});

describe('is judged by the rights of today', () => {
  const renewed = (caller: Caller) => w.tandem.renew(caller);

  test('a demoted admin no longer sees events of keys, including earlier ones', async () => {
    const eve = await w.newPerson('eve');
    await w.tandem.members.update(w.admin, eve.id, { role: 'admin' });
    const admin = await renewed(eve);
    expect(await seenBy(admin)).toContain('key');
    await w.tandem.members.update(w.admin, eve.id, { role: 'member' });
    expect(await seenBy(await renewed(admin))).not.toContain('key');
  });

  test('a new admin sees earlier events of keys', async () => {
    expect(await seenBy(w.member)).not.toContain('key');
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    expect(await seenBy(await renewed(w.member))).toContain('key');
  });

  test('a workspace whose plan has no chat shows no events of chats until it has', async () => {
    const after = await everything();
    await w.tandem.operator.setPlan(w.workspaceId, { chat: false });
    expect(await seenBy(await renewed(w.admin), after)).not.toContain('chat');
    await w.tandem.operator.setPlan(w.workspaceId, { chat: true });
    expect(await seenBy(await renewed(w.admin), after)).toContain('chat');
  });
});

describe('events of a chat', () => {
  const start = (by: Caller) => w.tandem.chats.start(by, { agentId: w.agent.id, body: 'Hello' });
  const claim = async () => {
    const claimed = await w.tandem.turns.claim(w.agent, w.agent.id, {});
    if (!claimed) throw new Error('There is no turn');
    return { id: claimed.turn.id, token: claimed.lease.token };
  };
  const answer = async () => {
    const { id, token } = await claim();
    await w.tandem.turns.reply(w.agent, w.agent.id, id, { token, body: 'Hello' });
  };

  test('events of a chat reach only its person, not the agent in it or admins', async () => {
    const bob = await w.caller('bob', 'person', EVERYTHING);
    await start(bob);
    expect(await seenBy(bob)).toContain('chat');
    expect(await seenBy(await w.caller('bob', 'service', ['chat:read']))).toStrictEqual(['chat']);
    expect(await seenBy(w.member)).toContain('chat');
    for (const who of ['admin', 'agent', 'service', 'runtime', 'actingAsMember', 'actingAsAgent'] as const)
      expect([who, await seenBy(w[who])]).not.toStrictEqual([who, expect.arrayContaining(['chat'])]);
  });

  /** Bob lost his key; the user who accepts the new invitation may be someone else. */
  async function bobAnew(): Promise<Caller> {
    await w.tandem.keys.revoke(w.admin, w.member.key.id);
    const { code } = await w.tandem.members.invite(w.admin, w.member.id);
    return w.tandem.authenticate((await w.tandem.keys.acceptInvitation(code)).secret);
  }

  test('events of chats from before a new invitation was accepted are hidden, later ones are shown', async () => {
    await start(w.member);
    await answer();
    const anew = await bobAnew();
    expect(await seenBy(anew)).not.toContain('chat');
    const { chat } = await start(anew);
    const { items } = await w.tandem.events.list(anew, { types: ['chat.created', 'chat.turn.queued'] });
    expect(items.map(({ event }) => event.entity.id)).toStrictEqual([chat.id, chat.id]);
  });

  test('events of a closed chat stay hidden, even of a later reply', async () => {
    await start(w.member);
    const { id, token } = await claim();
    const anew = await bobAnew();
    await w.tandem.turns.reply(w.agent, w.agent.id, id, { token, body: 'Hello' });
    expect(await seenBy(anew)).not.toContain('chat');
  });

  test('events of closed chats are shown again when the operator opens the chats', async () => {
    await start(w.member);
    const anew = await bobAnew();
    await w.tandem.operator.openChats(w.workspaceId, 'bob');
    expect(await seenBy(anew)).toContain('chat');
  });
});
