import { secrets } from '../../../testing/ports.ts';
import {
  type CallerName,
  EVERYTHING,
  outcome,
  refusal,
  START,
  type World,
  world,
} from '../../../testing/world.ts';
import { idInSecret, newSecret } from '../../shared/secrets.ts';
import type { Caller } from '../caller.ts';
import type { IssuedKind, NewKey } from '../keys.ts';
import type { Scope } from '../scopes.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const DAY = 24 * 60 * 60 * 1000;
const create = (by: Caller, input: Partial<NewKey> = {}) =>
  w.tandem.keys.create(by, { name: 'A key', kind: 'person', scopes: ['tasks:read'], ...input });
const keysOf = async (by: Caller) => (await w.tandem.keys.list(by, { limit: 100 })).items;
const invite = async (name = 'eve') => w.tandem.members.create(w.admin, { name, displayName: name });
const accept = (code: string) => w.tandem.keys.acceptInvitation(code);
const authenticated = (secret: string | undefined) => outcome(() => w.tandem.authenticate(secret));

/** The kinds of keys in docs/rules.md, retyped. */
describe('the caller of a key', () => {
  // biome-ignore format: a table
  test.each<[string, CallerName, () => object]>([
    ["a person's key: its person", 'admin', () => ({
      type: 'human', id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace', memberId: w.admin.id, inboxId: w.admin.id, admin: true,
    })],
    ["a person's key: its person", 'member', () => ({
      type: 'human', id: w.member.id, name: 'bob', displayName: 'Bob Stone', memberId: w.member.id, inboxId: w.member.id, admin: false,
    })],
    ["a service key: the key's own name, on behalf of the person who created it", 'service', () => ({
      type: 'service', id: w.service.key.id, name: 'CI', displayName: 'CI', memberId: null, inboxId: w.admin.id, admin: false,
    })],
    ["an agent's key: its agent", 'agent', () => ({
      type: 'agent', id: w.agent.id, name: 'scout', displayName: 'Scout', memberId: w.agent.id, inboxId: w.agent.id, admin: false,
    })],
    ["a runtime key: the key's own name", 'runtime', () => ({
      type: 'service', id: w.runtime.key.id, name: 'Host', displayName: 'Host', memberId: null, inboxId: null, admin: false,
    })],
    ['an acting key: the member it acts as', 'actingAsMember', () => ({
      type: 'human', id: w.member.id, name: 'bob', displayName: 'Bob Stone', memberId: w.member.id, inboxId: w.member.id, admin: false,
    })],
    ['an acting key: the member it acts as', 'actingAsAgent', () => ({
      type: 'agent', id: w.agent.id, name: 'scout', displayName: 'Scout', memberId: w.agent.id, inboxId: w.agent.id, admin: false,
    })],
  ])('a key speaks as %s (%s)', (_what, who, expected) => {
    expect(w[who]).toMatchObject({ workspaceId: w.workspaceId, ...expected() });
  });

  test('a caller has the data of its key', () => {
    expect(w.actingAsMember.key).toStrictEqual({
      id: expect.any(String),
      name: 'as bob',
      kind: 'acting',
      scopes: ['full'],
      expiresAt: null,
      ownerName: 'ada',
      ownerId: w.admin.id,
    });
  });

  test("a member's new name and role take effect with the next request", async () => {
    const { secret } = await create(w.member);
    await w.tandem.members.update(w.admin, w.member.id, { name: 'robert', role: 'admin' });
    expect(await w.tandem.authenticate(secret)).toMatchObject({ name: 'robert', admin: true });
  });
});

describe('every invalid secret gets the same 401 response', () => {
  // biome-ignore format: a table
  test.each<[string, () => Promise<string | undefined>]>([
    ['a missing one',   async () => undefined],
    ['an empty one',    async () => ''],
    ['a malformed one', async () => 'secret'],
    ['a broken one',    async () => (await create(w.admin)).secret.slice(0, -1)],
    ['a forged one: the id of a key, a right checksum, another secret', async () => newSecret('tdm', w.admin.key.id, secrets)],
    ['one of another service', async () => (await (await world()).tandem.keys.create(w.admin, { name: 'x', kind: 'runtime', scopes: ['full'] })).secret],
    ['a revoked one', async () => {
      const { key, secret } = await create(w.admin);
      await w.tandem.keys.revoke(w.admin, key.id);
      return secret;
    }],
    ['an expired one', async () => {
      const { secret } = await create(w.admin, { expiresAt: START + DAY });
      w.time.advance(DAY);
      return secret;
    }],
    ['one of a deleted person', async () => {
      const { invitation, member } = await invite();
      const { secret } = await accept(invitation.code);
      await w.tandem.members.delete(w.admin, member.id);
      return secret;
    }],
    ['one of a deleted agent', async () => {
      const { secret } = await create(w.admin, { kind: 'agent', memberId: w.agent.id });
      await w.tandem.agents.delete(w.admin, w.agent.id);
      return secret;
    }],
    ['one that acts as a deleted member', async () => {
      const { secret } = await create(w.admin, { kind: 'acting', memberId: w.agent.id });
      await w.tandem.agents.delete(w.admin, w.agent.id);
      return secret;
    }],
    ['a service key of a deleted person', async () => {
      const { secret } = await create(w.member, { kind: 'service' });
      await w.tandem.members.delete(w.admin, w.member.id);
      return secret;
    }],
    ['an invitation code', async () => (await invite()).invitation.code],
  ])('a secret that is %s is 401', async (_what, secret) => {
    const given = await secret();
    const { code, kind, message, fields, details } = await refusal(() => w.tandem.authenticate(given));
    const missing = await refusal(() => w.tandem.authenticate(undefined));
    expect({ code, kind, message, fields, details }).toStrictEqual({
      code: 'UNAUTHENTICATED',
      kind: 'unauthenticated',
      message: missing.message,
      fields: undefined,
      details: {},
    });
  });

  test('a key is valid until the millisecond in which it expires', async () => {
    const { secret } = await create(w.admin, { expiresAt: START + DAY });
    w.time.advance(DAY - 1);
    expect(await authenticated(secret)).toBe('ok');
    w.time.advance(1);
    expect(await authenticated(secret)).toBe('UNAUTHENTICATED');
  });
});

describe('issuing a key', () => {
  /** A person creates person and service keys for themselves, an admin with full also the others. */
  // biome-ignore format: a table
  test.each<[CallerName, Record<IssuedKind, string>]>([
    ['admin',          { person: 'ok', service: 'ok', agent: 'ok', runtime: 'ok', acting: 'ok' }],
    ['member',         { person: 'ok', service: 'ok', agent: 'FORBIDDEN', runtime: 'FORBIDDEN', acting: 'FORBIDDEN' }],
    ['agent',          { person: 'FORBIDDEN', service: 'FORBIDDEN', agent: 'FORBIDDEN', runtime: 'FORBIDDEN', acting: 'FORBIDDEN' }],
    ['service',        { person: 'FORBIDDEN', service: 'FORBIDDEN', agent: 'FORBIDDEN', runtime: 'FORBIDDEN', acting: 'FORBIDDEN' }],
    ['runtime',        { person: 'FORBIDDEN', service: 'FORBIDDEN', agent: 'FORBIDDEN', runtime: 'FORBIDDEN', acting: 'FORBIDDEN' }],
    ['actingAsMember', { person: 'FORBIDDEN', service: 'FORBIDDEN', agent: 'FORBIDDEN', runtime: 'FORBIDDEN', acting: 'FORBIDDEN' }],
    ['actingAsAgent',  { person: 'FORBIDDEN', service: 'FORBIDDEN', agent: 'FORBIDDEN', runtime: 'FORBIDDEN', acting: 'FORBIDDEN' }],
  ])('issuing a key by %s: %j', async (who, expected) => {
    for (const [kind, verdict] of Object.entries(expected) as [IssuedKind, string][]) {
      const memberId = kind === 'agent' || kind === 'acting' ? w.agent.id : undefined;
      expect(await outcome(() => create(w[who], { kind, memberId }))).toBe(verdict);
    }
  });

  test('issuing another kind of key as an admin without full is 403', async () => {
    const admin = await w.caller('ada', 'person', ['agents:write', 'tasks:read']);
    expect(await outcome(() => create(admin, { kind: 'runtime' }))).toBe('FORBIDDEN');
    expect(await outcome(() => create(admin, { kind: 'person' }))).toBe('ok');
  });

  test('issuing a key shows the secret once; later neither it nor its hash is returned', async () => {
    const { key, secret } = await create(w.member, {
      name: ' Laptop ',
      scopes: ['full', 'full'],
      expiresAt: START + DAY,
    });
    expect(key).toMatchObject({
      name: 'Laptop',
      kind: 'person',
      memberId: w.member.id,
      scopes: ['full'],
      createdBy: w.member.id,
      expiresAt: START + DAY,
      lastUsedAt: null,
      createdAt: START,
    });
    expect(secret).toMatch(new RegExp(`^tdm_${key.id}_[0-9A-Za-z]{49}$`));
    expect(JSON.stringify(await keysOf(w.admin))).not.toContain(secret);
    expect(await authenticated(key.secretHash)).toBe('UNAUTHENTICATED');
  });

  // biome-ignore format: a table
  test.each<[IssuedKind, () => string | undefined, () => string | null]>([
    ['person',  () => w.member.id, () => w.admin.id],
    ['service', () => w.member.id, () => null],
    ['runtime', () => w.member.id, () => null],
    ['agent',   () => w.agent.id,  () => w.agent.id],
    ['acting',  () => w.member.id, () => w.member.id],
  ])('memberId is only used for agent and acting keys: %s', async (kind, memberId, expected) => {
    const { key } = await create(w.admin, { kind, memberId: memberId() });
    expect([key.memberId, key.createdBy]).toStrictEqual([expected(), w.admin.id]);
  });

  test.each<[string, () => Partial<NewKey>, string]>([
    ['an agent key without memberId', () => ({ kind: 'agent' }), 'memberId'],
    ['an acting key without memberId', () => ({ kind: 'acting' }), 'memberId'],
    ['an agent key for a human', () => ({ kind: 'agent', memberId: w.member.id }), 'memberId'],
    ['a key for a member who is not there', () => ({ kind: 'acting', memberId: 'none' }), 'memberId'],
    [
      "a key for another workspace's member",
      () => ({ kind: 'acting', memberId: w.other.member.id }),
      'memberId',
    ],
    [
      'an agent key with a chat scope',
      () => ({ kind: 'agent', memberId: w.agent.id, scopes: ['chat:read'] }),
      'scopes',
    ],
    [
      'a runtime key with a chat scope',
      () => ({ kind: 'runtime', scopes: ['full', 'chat:write'] }),
      'scopes',
    ],
    [
      'an acting key with a chat scope',
      () => ({ kind: 'acting', memberId: w.member.id, scopes: ['chat:read'] }),
      'scopes',
    ],
    ['a key without scopes', () => ({ scopes: [] }), 'scopes'],
    ['a key without a name', () => ({ name: ' ' }), 'name'],
    ['a key that has expired', () => ({ expiresAt: START }), 'expiresAt'],
  ])('%s is 400 with the field named', async (_what, input, field) => {
    expect(Object.keys((await refusal(() => create(w.admin, input()))).fields ?? {})).toStrictEqual([field]);
  });

  // biome-ignore format: a table
  test.each<[Scope[], Scope[], string]>([
    [['full'],                      ['tasks:write', 'agents:read', 'full'], 'ok'],
    [['full'],                      ['chat:read'],                          'FORBIDDEN'],
    [['full', 'chat:read'],         ['chat:read', 'tasks:read'],            'ok'],
    [['tasks:read', 'chat:write'],  ['chat:write'],                         'ok'],
    [['tasks:read', 'chat:write'],  ['tasks:write'],                        'FORBIDDEN'],
    [['tasks:read', 'chat:read'],   ['tasks:read'],                         'INSUFFICIENT_SCOPE'],
    [['tasks:write'],               ['full'],                               'FORBIDDEN'],
  ])('a key cannot grant a scope that it lacks: with %j, %j is %s', async (own, wanted, expected) => {
    const person = await w.caller('bob', 'person', own);
    expect(await outcome(() => create(person, { scopes: wanted }))).toBe(expected);
  });
});

describe('seeing and revoking keys', () => {
  test('an admin with full sees all keys of the workspace, newest first', async () => {
    const names = (await keysOf(w.admin)).map(({ name }) => name);
    expect(names).toStrictEqual([
      'as scout',
      'as bob',
      'Host',
      'CI',
      "scout's key",
      "bob's first key",
      "ada's first key",
    ]);
  });

  test('other callers see their own keys: those that speak as them and those that they created', async () => {
    await create(w.member, { name: 'My bot', kind: 'service' });
    expect((await keysOf(w.member)).map(({ name }) => name)).toStrictEqual([
      'My bot',
      'as bob',
      "bob's first key",
    ]);
    expect((await keysOf(w.agent)).map(({ name }) => name)).toStrictEqual(['as scout', "scout's key"]);
    expect((await keysOf(w.service)).map(({ name }) => name)).toStrictEqual(['CI']);
    expect((await keysOf(w.runtime)).map(({ name }) => name)).toStrictEqual(['Host']);
  });

  test('an admin without full sees the same keys as others', async () => {
    const admin = await w.caller('ada', 'person', ['tasks:write']);
    expect((await keysOf(admin)).map(({ name }) => name)).not.toContain("bob's first key");
    expect(await outcome(() => w.tandem.keys.revoke(admin, w.member.key.id))).toBe('NOT_FOUND');
  });

  test('revoking a key takes effect with the next request', async () => {
    const { key, secret } = await create(w.member);
    expect(await authenticated(secret)).toBe('ok');
    await w.tandem.keys.revoke(w.member, key.id);
    expect(await authenticated(secret)).toBe('UNAUTHENTICATED');
    expect(await outcome(() => w.tandem.keys.revoke(w.member, key.id))).toBe('NOT_FOUND');
  });

  test("another member's key, another workspace's and an unknown one are the same 404", async () => {
    for (const id of [w.admin.key.id, w.other.member.key.id, 'none']) {
      expect(await outcome(() => w.tandem.keys.revoke(w.member, id))).toBe('NOT_FOUND');
    }
    expect(await outcome(() => w.tandem.keys.revoke(w.admin, w.other.member.key.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.keys.revoke(w.admin, w.member.key.id))).toBe('ok');
  });

  test('lastUsedAt shows the last use of a key, to the minute', async () => {
    const { key, secret } = await create(w.member);
    const lastUsedAt = async () => (await keysOf(w.member)).find(({ id }) => id === key.id)?.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await w.tandem.authenticate(secret);
    expect(await lastUsedAt()).toBe(START);
    w.time.advance(59_999);
    await w.tandem.authenticate(secret);
    expect(await lastUsedAt()).toBe(START);
    w.time.advance(1);
    await w.tandem.authenticate(secret);
    expect(await lastUsedAt()).toBe(START + 60_000);
  });
});

describe('an invitation', () => {
  test('an invitation gives the person a person key with full, chat:read and chat:write', async () => {
    const { member, invitation } = await invite();
    const { key, secret } = await accept(invitation.code);
    expect(key).toMatchObject({
      kind: 'person',
      memberId: member.id,
      createdBy: member.id,
      scopes: ['full', 'chat:read', 'chat:write'],
      expiresAt: null,
    });
    expect(await w.tandem.authenticate(secret)).toMatchObject({
      workspaceId: w.workspaceId,
      type: 'human',
      id: member.id,
      key: { kind: 'person', scopes: EVERYTHING },
    });
  });

  test('an invitation works once, even when it is accepted twice at the same time', async () => {
    const { invitation } = await invite();
    const results = await Promise.all([1, 2].map(() => outcome(() => accept(invitation.code))));
    expect(results).toStrictEqual(['ok', 'NOT_FOUND']);
    expect(await outcome(() => accept(invitation.code))).toBe('NOT_FOUND');
  });

  test('a used, expired, replaced, withdrawn, forged, broken or unknown invitation is the same 404', async () => {
    const used = (await invite('used')).invitation.code;
    await accept(used);
    const replaced = await invite('replaced');
    await w.tandem.members.invite(w.admin, replaced.member.id);
    const withdrawn = await invite('withdrawn');
    await w.tandem.members.delete(w.admin, withdrawn.member.id);
    const known = idInSecret('tdi', (await invite('forged')).invitation.code);
    const forged = newSecret('tdi', known ?? '', secrets);
    expect(await outcome(() => accept(forged))).toBe('NOT_FOUND');
    const expired = (await invite('expired')).invitation;
    w.time.advance(expired.expiresAt - START);
    const codes = [
      used,
      replaced.invitation.code,
      withdrawn.invitation.code,
      expired.code,
      `${used}x`,
      'none',
      '',
    ];
    const refusals = await Promise.all(codes.map((code) => refusal(() => accept(code))));
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(refusals[0]?.code).toBe('NOT_FOUND');
  });

  test('an invitation works until the millisecond in which it expires', async () => {
    const { invitation } = await invite();
    w.time.advance(invitation.expiresAt - START - 1);
    expect(await outcome(() => accept(invitation.code))).toBe('ok');
  });

  test('the secret of a key is not an invitation code', async () => {
    const { secret } = await create(w.admin);
    expect(await outcome(() => accept(secret))).toBe('NOT_FOUND');
  });

  test('a revoked invitation no longer works, and revoking again does nothing', async () => {
    const { member, invitation } = await invite();
    await w.tandem.members.uninvite(w.admin, member.id);
    expect(await outcome(() => accept(invitation.code))).toBe('NOT_FOUND');
    expect(await w.tandem.members.get(w.admin, member.id)).toMatchObject({ invitedUntil: null });
    expect(await outcome(() => w.tandem.members.uninvite(w.admin, member.id))).toBe('ok');
  });

  test('a new invitation can be created while the person has no key', async () => {
    const { member } = await invite();
    const again = await w.tandem.members.invite(w.admin, member.id);
    const { key } = await accept(again.code);
    expect(await outcome(() => w.tandem.members.invite(w.admin, member.id))).toBe('FORBIDDEN');
    await w.tandem.keys.revoke(w.admin, key.id);
    expect(await outcome(() => w.tandem.members.invite(w.admin, member.id))).toBe('ok');
  });
});

describe('the workspace', () => {
  test('the workspace can be read with any key', async () => {
    for (const who of ['admin', 'member', 'agent', 'service', 'runtime', 'actingAsMember'] as const) {
      expect(await w.tandem.workspace.get(w[who])).toStrictEqual({
        id: w.workspaceId,
        name: 'Acme',
        agentCompletion: false,
        goalVerification: 'propose',
        agentIntake: 'open',
        agentIntakeLimit: 20,
        proofOfDone: 'off',
        overrides: 0,
        agentKeys: 'any',
        plan: { chat: true },
        createdAt: START,
        updatedAt: START,
      });
    }
  });

  test("the workspace can only be changed with a person's own key, by an admin with full", async () => {
    const actingAsAdmin = await w.tandem.authenticate(
      (await create(w.admin, { kind: 'acting', memberId: w.admin.id, scopes: ['full'] })).secret,
    );
    const withoutFull = await w.caller('ada', 'person', ['tasks:read', 'tasks:write', 'agents:write']);
    const refused = [w.member, w.agent, w.service, w.runtime, w.actingAsMember, actingAsAdmin, withoutFull];
    for (const by of refused) {
      expect(await outcome(() => w.tandem.workspace.update(by, { agentCompletion: true }))).toBe('FORBIDDEN');
    }
    w.time.advance(5);
    expect(
      await w.tandem.workspace.update(w.admin, {
        name: ' Acme 2 ',
        agentCompletion: true,
        goalVerification: 'autonomous',
      }),
    ).toMatchObject({
      name: 'Acme 2',
      agentCompletion: true,
      goalVerification: 'autonomous',
      updatedAt: START + 5,
    });
    expect((await w.tandem.workspace.get(w.other.admin)).agentCompletion).toBe(false);
  });

  test("the workspace's name must not be blank", async () => {
    expect((await refusal(() => w.tandem.workspace.update(w.admin, { name: ' ' }))).fields).toHaveProperty(
      'name',
    );
  });
});
