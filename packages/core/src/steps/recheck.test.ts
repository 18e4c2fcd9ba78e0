import { outcome, type World, world } from '../../testing/world.ts';
import type { Caller } from '../access/caller.ts';

let w: World;
/** Bob, also an admin, with his own key. */
let bob: Caller;
beforeEach(async () => {
  w = await world();
  await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
  bob = await made(await w.tandem.operator.callerFor(w.workspaceId, 'bob'), 'person');
});

const made = async (by: Caller, kind: 'person' | 'acting', memberId?: string) => {
  const input = { name: 'k', kind, memberId, scopes: ['full'] } as const;
  return w.tandem.authenticate((await w.tandem.keys.create(by, input)).secret);
};
const demoteBob = () => w.tandem.members.update(w.admin, bob.id, { role: 'member' });

/** Everything that an admin can do to people, keys and the workspace, by name. */
const powers = (by: Caller): Record<string, () => Promise<unknown>> => ({
  promote: () => w.tandem.members.update(by, w.member.id, { role: 'admin' }),
  add: () => w.tandem.members.create(by, { name: 'mallory', displayName: 'Mallory', role: 'admin' }),
  invite: () => w.tandem.members.invite(by, carl),
  'revoke an invitation': () => w.tandem.members.uninvite(by, carl),
  remove: () => w.tandem.members.delete(by, carl),
  revoke: () => w.tandem.keys.revoke(by, w.agent.key.id),
  'make a key': () =>
    w.tandem.keys.create(by, { name: 'k', kind: 'agent', memberId: w.agent.id, scopes: ['full'] }),
  'let agents complete': () => w.tandem.workspace.update(by, { agentCompletion: true }),
});
let carl: string;
beforeEach(async () => {
  carl = (await w.tandem.members.create(w.admin, { name: 'carl', displayName: 'Carl' })).member.id;
});

/** The outcome of a request that was authenticated before a right was revoked, and runs right after. */
async function justAfter(taken: () => Promise<unknown>, power: () => Promise<unknown>): Promise<string> {
  const [, came] = await Promise.all([taken(), outcome(power)]);
  return came;
}

const NAMES = Object.keys(powers({} as Caller));

describe('an admin demoted while their request is queued', () => {
  test.each(NAMES)("a demoted admin's queued request is refused: %s", async (name) => {
    expect(await justAfter(demoteBob, powers(bob)[name] as () => Promise<unknown>)).toBe('FORBIDDEN');
    expect((await w.tandem.members.get(w.admin, bob.id)) as object).toMatchObject({ role: 'member' });
  });

  test.each(NAMES)('a queued request of an admin who keeps their rights succeeds: %s', async (name) => {
    expect(await justAfter(async () => undefined, powers(bob)[name] as () => Promise<unknown>)).toBe('ok');
  });

  test('a demoted admin cannot promote themselves with a key that acts as another admin', async () => {
    const acting = await made(bob, 'acting', w.admin.id);
    const rename = () => w.tandem.members.update(acting, carl, { displayName: 'C' });
    expect(await justAfter(demoteBob, rename)).toBe('UNAUTHENTICATED');
  });

  test('a queued request is 401 when its key was revoked or its person removed', async () => {
    const revoke = () => w.tandem.keys.revoke(w.admin, bob.key.id);
    expect(await justAfter(revoke, powers(bob)['make a key'] as () => Promise<unknown>)).toBe(
      'UNAUTHENTICATED',
    );
    const other = await w.tandem.operator.callerFor(w.workspaceId, 'bob');
    const remove = () => w.tandem.members.delete(w.admin, bob.id);
    expect(await justAfter(remove, powers(other).add as () => Promise<unknown>)).toBe('UNAUTHENTICATED');
  });

  test('of two admins who demote each other, the second gets LAST_ADMIN first', async () => {
    const other = () => w.tandem.members.update(bob, w.admin.id, { role: 'member' });
    expect(await justAfter(demoteBob, other)).toBe('LAST_ADMIN');
  });
});

test("a revoked key's queued request creates no other key", async () => {
  const eve = await w.newPerson('eve');
  const make = () => w.tandem.keys.create(eve, { name: 'k', kind: 'person', scopes: ['full'] });
  expect(await justAfter(() => w.tandem.keys.revoke(w.admin, eve.key.id), make)).toBe('UNAUTHENTICATED');
  expect((await w.tandem.keys.list(w.admin, { limit: 1 })).items[0]?.memberId).not.toBe(eve.id);
});
