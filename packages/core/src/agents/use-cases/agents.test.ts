import { type CallerName, outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { Agent } from '../../members/member.ts';
import type { AgentChange, NewAgent } from '../agent.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (input: Partial<NewAgent> = {}) =>
  w.tandem.agents.create(w.admin, { name: 'fox', displayName: 'Fox', emoji: '🦊', model: 'fox-1', ...input });
const update = (id: string, change: AgentChange) => w.tandem.agents.update(w.admin, id, change);

describe('creating an agent', () => {
  test('a new agent is idle; its email, avatar, reportsTo and updatedAt are null', async () => {
    expect(await create({ displayName: ' Fox ', title: ' Scout ' })).toStrictEqual({
      id: expect.any(String),
      type: 'agent',
      name: 'fox',
      displayName: 'Fox',
      emoji: '🦊',
      title: 'Scout',
      externalId: null,
      email: null,
      status: 'idle',
      model: 'fox-1',
      avatar: null,
      reportsTo: null,
      paused: false,
      maxClaims: 1,
      limits: null,
      verifier: false,
      madeBy: w.admin.id,
      createdAt: START,
      updatedAt: null,
      deleted: false,
    });
  });

  test.each(['email', 'avatar', 'reportsTo'])(
    'creating an agent refuses %s, which only an update accepts',
    async (field) => {
      const refused = await refusal(() => create({ [field]: 'ada' } as never));
      expect(refused.fields?.[field]).toEqual([expect.stringMatching(/^is not recognized/)]);
    },
  );

  test('an agent can be created with another status', async () => {
    expect((await create({ status: 'working' })).status).toBe('working');
  });

  test.each<[string, Partial<NewAgent>, string]>([
    ['a name with a space', { name: 'red fox' }, 'name'],
    ['a blank display name', { displayName: ' ' }, 'displayName'],
    ['a blank emoji', { emoji: ' ' }, 'emoji'],
    ['a blank model', { model: '' }, 'model'],
    ['a title of 501 characters', { title: 'x'.repeat(501) }, 'title'],
  ])('creating an agent with %s is 400 with the field named', async (_what, input, field) => {
    expect(Object.keys((await refusal(() => create(input))).fields ?? {})).toStrictEqual([field]);
  });

  test.each(['scout', 'SCOUT', 'bob', 'Ada'])(
    'a name is unique across people and agents, ignoring case: %s is 409',
    async (name) => {
      expect(await outcome(() => create({ name }))).toBe('NAME_TAKEN');
    },
  );
});

describe('updating an agent', () => {
  test('updating an agent stores the URL of its avatar without a user name and password', async () => {
    const { id } = await create();
    const after = await update(id, { avatar: 'https://ada:1234@example.com/\u200bfox.png' });
    expect(after.avatar).toBe('https://example.com/fox.png');
  });

  test('updating an agent changes only the given fields and sets updatedAt; null clears', async () => {
    const before = await create({ title: 'Scout' });
    w.time.advance(5);
    const change = { email: 'fox@example.com', avatar: 'https://example.com/fox.png', reportsTo: 'ada' };
    const after = await update(before.id, change);
    expect(after).toStrictEqual({
      ...before,
      email: 'fox@example.com',
      avatar: 'https://example.com/fox.png',
      reportsTo: { id: w.admin.id, name: 'ada' },
      updatedAt: START + 5,
    });
    const cleared = { title: null, email: null, avatar: null, reportsTo: null };
    expect(await update(before.id, cleared)).toMatchObject(cleared);
  });

  test("an agent's status may change to any other", async () => {
    for (const status of ['waiting', 'working', 'idle', 'waiting', 'idle'] as const) {
      expect((await update(w.agent.id, { status })).status).toBe(status);
    }
  });

  test.each<[string, AgentChange, string]>([
    ['a blank name', { name: ' ' }, 'name'],
    ['a blank display name', { displayName: '' }, 'displayName'],
    ['an address that is none', { email: 'fox' }, 'email'],
    ['an avatar that is no URL', { avatar: 'fox.png' }, 'avatar'],
    ['an avatar that is not http(s)', { avatar: 'javascript:alert(1)' }, 'avatar'],
    ['an avatar with a NUL character', { avatar: 'https://example.com/\0' }, 'avatar'],
    ['a data URL', { avatar: 'data:image/png;base64,AA' }, 'avatar'],
    ['a manager whom nobody knows', { reportsTo: 'nobody' }, 'reportsTo'],
  ])('updating an agent with %s is 400 with the field named', async (_what, change, field) => {
    const { fields } = await refusal(() => update(w.agent.id, change));
    expect(Object.keys(fields ?? {})).toStrictEqual([field]);
  });

  test('renaming an agent to a name in use is 409', async () => {
    expect(await outcome(() => update(w.agent.id, { name: 'BOB' }))).toBe('NAME_TAKEN');
    expect((await update(w.agent.id, { name: 'Scout' })).name).toBe('Scout');
  });
});

describe('reportsTo', () => {
  test.each([
    ['id', () => w.member.id],
    ['name, case ignored', () => 'BOB'],
    ['display name', () => 'bob stone'],
  ])("reportsTo resolves like assignedTo: by a member's %s", async (_by, reference) => {
    expect((await update(w.agent.id, { reportsTo: reference() })).reportsTo?.name).toBe('bob');
  });

  test('reportsTo itself, or a cycle of reports of any length, is 400', async () => {
    const [fox, owl] = [await create(), await create({ name: 'owl' })];
    expect(await outcome(() => update(fox.id, { reportsTo: 'fox' }))).toBe('VALIDATION_ERROR');
    await update(fox.id, { reportsTo: 'owl' });
    await update(owl.id, { reportsTo: 'scout' });
    expect((await refusal(() => update(w.agent.id, { reportsTo: 'fox' }))).fields).toHaveProperty(
      'reportsTo',
    );
    expect(await outcome(() => update(w.agent.id, { reportsTo: 'ada' }))).toBe('ok');
  });

  test('reportsTo below a chain of a thousand is 400', async () => {
    await w.storage.write(w.workspaceId, async ({ members }) => {
      const scout = (await members.byId(w.agent.id)) as Agent;
      for (let level = 1; level <= 1_001; level++) {
        const reportsTo = level === 1 ? null : { id: `level${level - 1}`, name: `level${level - 1}` };
        await members.insert({ ...scout, id: `level${level}`, name: `level${level}`, reportsTo });
      }
    });
    expect(await outcome(() => update(w.agent.id, { reportsTo: 'level1001' }))).toBe('VALIDATION_ERROR');
    expect(await outcome(() => update(w.agent.id, { reportsTo: 'level1000' }))).toBe('ok');
  });

  test('reportsTo a member of a cycle from a damaged database is 400, and does not hang', async () => {
    const [fox, owl] = [await create(), await create({ name: 'owl' })];
    await w.storage.write(w.workspaceId, async ({ members }) => {
      await members.update({ ...fox, reportsTo: { id: owl.id, name: 'owl' } });
      await members.update({ ...owl, reportsTo: { id: fox.id, name: 'fox' } });
    });
    const problems = (await refusal(() => update(w.agent.id, { reportsTo: 'fox' }))).fields;
    expect(problems?.reportsTo?.[0]).toContain('in a cycle');
  });

  test("reportsTo shows the manager's new name, and null once the manager is deleted", async () => {
    const fox = await create();
    await update(w.agent.id, { reportsTo: 'fox' });
    await update(fox.id, { name: 'wolf' });
    expect((await w.tandem.agents.get(w.admin, w.agent.id)).reportsTo?.name).toBe('wolf');
    await w.tandem.agents.delete(w.admin, fox.id);
    expect((await w.tandem.agents.get(w.admin, w.agent.id)).reportsTo).toBeNull();
  });
});

describe('the list of agents', () => {
  test('the list of agents is newest first with the total, filtered by status', async () => {
    await create({ status: 'working' });
    const all = await w.tandem.agents.list(w.admin, {});
    expect([all.items.map(({ name }) => name), all.total]).toStrictEqual([['fox', 'scout'], 2]);
    const working = await w.tandem.agents.list(w.admin, { status: 'working' });
    expect([working.items.map(({ name }) => name), working.total]).toStrictEqual([['fox'], 1]);
    const page = await w.tandem.agents.list(w.admin, { limit: 1 });
    expect([page.items.length, page.total]).toStrictEqual([1, 2]);
  });

  test('the list of agents excludes deleted ones', async () => {
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect(await w.tandem.agents.list(w.admin, {})).toMatchObject({ items: [], total: 0 });
  });
});

describe('a deleted agent', () => {
  test('a deleted agent is not found, and its name is free', async () => {
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect(await outcome(() => w.tandem.agents.get(w.admin, w.agent.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.agents.delete(w.admin, w.agent.id))).toBe('NOT_FOUND');
    expect(await outcome(() => create({ name: 'scout' }))).toBe('ok');
  });

  test('a deleted agent keeps its name in the history', async () => {
    await w.tandem.tasks.create(w.agent, { title: 'A task' });
    await w.tandem.agents.delete(w.admin, w.agent.id);
    const { items } = await w.tandem.tasks.activity(w.admin, 1, {});
    expect(items[0]?.actor).toMatchObject({ type: 'agent', name: 'scout' });
  });
});

test('a single agent has counts of its sessions and its activity', async () => {
  const session = {
    key: 's1',
    kind: 'task',
    displayName: 'A task',
    model: 'owl-1',
    contextTokens: 1,
    contextLimit: 2,
    lastActivity: START,
  };
  await w.tandem.monitoring.pushSessions(w.agent, w.agent.id, [session, { ...session, key: 's2' }]);
  await w.tandem.tasks.create(w.agent, { title: 'A task' });
  // Its creation and the task.
  expect((await w.tandem.agents.get(w.admin, w.agent.id)).counts).toStrictEqual({ sessions: 2, activity: 2 });
});

test('an unknown agent, a person, and an agent of another workspace are 404', async () => {
  const { agents, monitoring, turns } = w.tandem;
  for (const id of ['none', w.member.id, w.other.agent.id]) {
    const operations = [
      () => agents.get(w.admin, id),
      () => agents.update(w.admin, id, { emoji: 'x' }),
      () => agents.delete(w.admin, id),
      () => monitoring.sessions(w.admin, id),
      () => monitoring.telemetry(w.admin, id),
      () => monitoring.telemetryHistory(w.admin, id, {}),
      () => monitoring.activity(w.admin, id, {}),
      () => monitoring.pushSessions(w.runtime, id, []),
      () => turns.claim(w.runtime, id, {}),
    ];
    for (const operation of operations) expect(await outcome(operation)).toBe('NOT_FOUND');
  }
});

describe("an agent's key", () => {
  // biome-ignore format: a table
  test.each<[CallerName, string, string]>([
    ['agent',          'FORBIDDEN', 'ok'],
    ['actingAsAgent',  'FORBIDDEN', 'ok'],
    ['runtime',        'ok',        'ok'],
    ['service',        'ok',        'ok'],
    ['member',         'ok',        'ok'],
    ['actingAsMember', 'ok',        'ok'],
  ])('an agent\'s key of kind %s changes another agent: %s, scout: %s', async (who, another, own) => {
    const { id } = await create();
    const agents = w.tandem.agents;
    expect(await outcome(() => agents.update(w[who], id, { status: 'working', email: 'a@b.co' }))).toBe(another);
    expect(await outcome(() => agents.update(w[who], w.agent.id, { status: 'working' }))).toBe(own);
  });

  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['agent',         'FORBIDDEN'],
    ['actingAsAgent', 'FORBIDDEN'],
    ['runtime',       'ok'],
    ['service',       'ok'],
    ['member',        'ok'],
  ])('an agent\'s key of kind %s creates and deletes agents: %s', async (who, expected) => {
    const { id } = await create();
    const agents = w.tandem.agents;
    const owl: NewAgent = { name: 'owl', displayName: 'Owl', emoji: '🦉', model: 'any' };
    expect(await outcome(() => agents.create(w[who], owl))).toBe(expected);
    expect(await outcome(() => agents.delete(w[who], id))).toBe(expected);
    expect(await outcome(() => agents.delete(w[who], w.agent.id))).toBe(expected);
  });
});

describe('a name that an agent or a service gives to an agent', () => {
  const LIKE_PEOPLE = [
    'Ada Lovelace',
    'ada  lovelace',
    'Ada\u200b Lovelace',
    'Аdа Lovelace',
    'Adá Lovelace',
    'ADA-LOVELACE',
    'Ada LoveIace',
    'ｂｏｂ',
    'B0b Stone',
    'the operator',
    'Tandern',
  ];

  test.each(LIKE_PEOPLE)(
    "a display name set by an agent or a service is refused when it looks like a person's: %s",
    async (displayName) => {
      for (const by of [w.agent, w.runtime, w.actingAsAgent]) {
        const renaming = () => w.tandem.agents.update(by, w.agent.id, { displayName });
        expect(await outcome(renaming)).toBe('NAME_TAKEN');
      }
      const owl: NewAgent = { name: 'owl', displayName, emoji: '🦉', model: 'any' };
      expect(await outcome(() => w.tandem.agents.create(w.runtime, owl))).toBe('NAME_TAKEN');
      expect((await w.tandem.agents.get(w.admin, w.agent.id)).displayName).toBe('Scout');
    },
  );

  test.each(['ad-a', 'B.O.B', 'b0b'])(
    "a name set by an agent or a service is refused when it looks like a person's: %s",
    async (name) => {
      expect(await outcome(() => w.tandem.agents.update(w.agent, w.agent.id, { name }))).toBe('NAME_TAKEN');
    },
  );

  test.each(['Scout the Second', '🦊', 'Разведчик', '偵察'])(
    'other names set by an agent or a service are accepted: %s',
    async (displayName) => {
      expect(await outcome(() => w.tandem.agents.update(w.agent, w.agent.id, { displayName }))).toBe('ok');
    },
  );

  test('an unchanged name, or one set by a person, is not compared with people', async () => {
    await update(w.agent.id, { displayName: 'Ada Lovelace' });
    const change = { displayName: 'Ada Lovelace', status: 'working' } as const;
    expect(await outcome(() => w.tandem.agents.update(w.agent, w.agent.id, change))).toBe('ok');
  });
});
