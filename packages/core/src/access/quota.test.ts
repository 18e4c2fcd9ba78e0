import { world } from '../../testing/world.ts';
import { heldQuota, quotaHolderOf } from './quota.ts';

test('a caller counts against its key and the member behind it', async () => {
  const w = await world();
  const { admin, service, agent, runtime, actingAsMember } = w;
  const of = [admin, service, agent, runtime, actingAsMember].map((caller) => quotaHolderOf(caller).member);
  expect(of).toEqual([admin.id, admin.id, agent.id, null, admin.id]);
  expect(quotaHolderOf(service).key).toBe(service.key.id);
});

test('a session counts against the key that it was signed in with, or else against itself', async () => {
  const w = await world();
  const { secret, key } = await w.tandem.keys.create(w.admin, {
    name: 'own',
    kind: 'person',
    scopes: ['full'],
  });
  const session = await w.tandem.sessions.create({ key: secret });
  const signedIn = await w.tandem.authenticateSession(session.secret);
  expect(quotaHolderOf(signedIn)).toEqual({ key: key.id, member: w.admin.id });
  const { code } = await w.tandem.operator.createLink(w.workspaceId, w.admin.name);
  const linked = await w.tandem.authenticateSession((await w.tandem.sessions.create({ code })).secret);
  expect(quotaHolderOf(linked)).toEqual({ key: linked.key.id, member: w.admin.id });
});

test('released quota can be taken again, and a refused request takes none', async () => {
  const { admin } = await world();
  const quota = heldQuota(2, 'streams', 'Close one.');
  const withKey = (id: string) => ({ ...admin, key: { ...admin.key, id } });
  const held = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'].map((id) => quota.take(withKey(id)));
  for (const id of ['a', 'e']) expect(() => quota.take(withKey(id))).toThrow(/at most/);
  held[0]?.();
  const again = quota.take(withKey('a'));
  expect(() => quota.take(withKey('e'))).toThrow('at most 8 streams');
  for (const giveBack of [...held.slice(1), again]) giveBack();
  for (const id of ['e', 'e']) quota.take(withKey(id));
  expect(() => quota.take(withKey('e'))).toThrow('at most 2 streams');
});
