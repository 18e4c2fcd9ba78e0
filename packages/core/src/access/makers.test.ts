import { aHuman, aKey, anAgent, aWorkspace } from '../../testing/contract/rows.ts';
import { outcome, refusal, type World, world } from '../../testing/world.ts';
import type { Member } from '../members/member.ts';
import { callerOf } from './callers.ts';
import { ISSUED_KINDS, type IssuedKind } from './keys.ts';

describe('whether a key is valid', () => {
  const admin = aHuman('ada', { role: 'admin' });
  const demoted = aHuman('ada');
  const removed = aHuman('ada', { role: 'admin', deleted: true });

  const verdict = (kind: IssuedKind, creator: Member | null, createdBy: string | null = 'ada') =>
    outcome(() =>
      callerOf({
        workspace: aWorkspace('w'),
        key: aKey('k', { kind, createdBy, memberId: kind === 'service' || kind === 'runtime' ? null : 'x' }),
        member: kind === 'agent' ? anAgent('x') : aHuman('x'),
        creator,
      }),
    );

  // biome-ignore format: a table
  test.each<[IssuedKind, string, string, string]>([
    // kind      maker is an admin  is one no more     was removed
    ['person',   'ok',              'ok',              'UNAUTHENTICATED'],
    ['service',  'ok',              'ok',              'UNAUTHENTICATED'],
    ['agent',    'ok',              'ok',              'ok'],
    ['runtime',  'ok',              'UNAUTHENTICATED', 'UNAUTHENTICATED'],
    ['acting',   'ok',              'UNAUTHENTICATED', 'UNAUTHENTICATED'],
  ])('a %s key is valid while its creator is an admin: %s; no longer one: %s; removed: %s', async (kind, ...expected) => {
    const found = await Promise.all([admin, demoted, removed].map((creator) => verdict(kind, creator)));
    expect(found).toEqual(expected);
    expect(await verdict(kind, null)).toBe(expected[2]);
  });

  test.each(ISSUED_KINDS)('a %s key created by the operator has no creator to check', async (kind) => {
    expect(await verdict(kind, null, null)).toBe('ok');
  });
});

describe('a member has at most 1,000 keys, including expired ones', () => {
  let w: World;
  beforeEach(async () => {
    w = await world();
  });

  const fill = (of: { memberId?: string; createdBy?: string }) =>
    w.storage.write(w.workspaceId, async ({ keys }) => {
      const id = of.memberId ?? of.createdBy ?? '';
      for (let n = await keys.countOfMember(id, 1_000); n < 1_000; n++) {
        await keys.insert(aKey(`${id} ${n}`, { kind: 'agent', expiresAt: 1, ...of }));
      }
    });
  const make = (kind: IssuedKind, memberId?: string) => () =>
    w.tandem.keys.create(w.admin, { name: 'One more', kind, memberId, scopes: ['full'] });

  test('creating more than 1,000 keys is 409 LIMIT_REACHED with the limit, until one is revoked', async () => {
    await fill({ createdBy: w.admin.id });
    const refused = await refusal(make('service'));
    expect(refused.code).toBe('LIMIT_REACHED');
    expect(refused.message).toMatch(/at most 1000 keys.*Revoke/);
    await w.tandem.keys.revoke(w.admin, `${w.admin.id} 999`);
    expect(await outcome(make('service'))).toBe('ok');
    expect(await outcome(make('service'))).toBe('LIMIT_REACHED');
  });

  test('keys that speak as a member count toward its limit, whoever creates them, even the operator', async () => {
    await fill({ memberId: w.agent.id });
    expect(await outcome(make('agent', w.agent.id))).toBe('LIMIT_REACHED');
    const input = { name: 'One more', kind: 'acting', scopes: ['full'] } as const;
    expect(await outcome(() => w.tandem.operator.createKey(w.workspaceId, 'scout', input))).toBe(
      'LIMIT_REACHED',
    );
    expect(await outcome(make('agent', (await w.newAgent('owl')).id))).toBe('ok');
  });

  test('keys of people who accepted an invitation count toward their limit', async () => {
    const { member, invitation } = await w.tandem.members.create(w.admin, {
      name: 'eve',
      displayName: 'Eve',
    });
    await fill({ memberId: member.id });
    const accept = () => w.tandem.keys.acceptInvitation(invitation.code);
    expect(await outcome(accept)).toBe('LIMIT_REACHED');
    await w.tandem.keys.revoke(w.admin, `${member.id} 0`);
    expect(await outcome(accept)).toBe('ok');
  });
});

describe('removing a member', () => {
  test('removing a member returns its keys, and records an event for each', async () => {
    const w = await world();
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    const bob = await w.tandem.operator.callerFor(w.workspaceId, 'bob');
    const { keys } = await w.tandem.members.delete(bob, w.admin.id);
    expect(keys.map(({ name }) => name)).toEqual(['as scout', 'as bob', 'Host', 'CI', "ada's first key"]);
    for (const key of keys) {
      const { items } = await w.storage.read(w.workspaceId, ({ events }) =>
        events.ofEntity('key', key.id, { limit: 1, after: undefined }),
      );
      expect(items[0]).toMatchObject({
        action: 'revoked',
        actor: { name: 'bob' },
        entity: { title: key.name },
      });
    }
  });
});
