import { outcome, type World, world } from '../../testing/world.ts';
import type { Caller } from './caller.ts';

let w: World;
/** Bob, an admin as well, by his own key. */
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

/** Everything that an admin does to people, keys and the workspace, as it comes to those who still may. */
const powers = (by: Caller): Record<string, () => Promise<unknown>> => ({
  promote: () => w.tandem.members.update(by, w.member.id, { role: 'admin' }),
  add: () => w.tandem.members.create(by, { name: 'mallory', displayName: 'Mallory', role: 'admin' }),
  invite: () => w.tandem.members.invite(by, carl),
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

/** What comes of a request that was let in before something was taken, and has its turn just after. */
async function justAfter(taken: () => Promise<unknown>, power: () => Promise<unknown>): Promise<string> {
  const [, came] = await Promise.all([taken(), outcome(power)]);
  return came;
}

const NAMES = Object.keys(powers({} as Caller));

describe('who is let in as an admin, and is none when their turn comes,', () => {
  test.each(NAMES)('does no more: %s', async (name) => {
    expect(await justAfter(demoteBob, powers(bob)[name] as () => Promise<unknown>)).toBe('FORBIDDEN');
    expect((await w.tandem.members.get(w.admin, bob.id)) as object).toMatchObject({ role: 'member' });
  });

  test.each(NAMES)('does as much as ever where nothing was taken: %s', async (name) => {
    expect(await justAfter(async () => undefined, powers(bob)[name] as () => Promise<unknown>)).toBe('ok');
  });

  test('does not promote themselves again by a key that acts as another admin', async () => {
    const acting = await made(bob, 'acting', w.admin.id);
    const rename = () => w.tandem.members.update(acting, carl, { displayName: 'C' });
    expect(await justAfter(demoteBob, rename)).toBe('UNAUTHENTICATED');
  });

  test('is nobody any more when the key has been revoked, or the person removed', async () => {
    const revoke = () => w.tandem.keys.revoke(w.admin, bob.key.id);
    expect(await justAfter(revoke, powers(bob)['make a key'] as () => Promise<unknown>)).toBe(
      'UNAUTHENTICATED',
    );
    const other = await w.tandem.operator.callerFor(w.workspaceId, 'bob');
    const remove = () => w.tandem.members.delete(w.admin, bob.id);
    expect(await justAfter(remove, powers(other).add as () => Promise<unknown>)).toBe('UNAUTHENTICATED');
  });

  test('is told of the last admin first, where two demote each other', async () => {
    const other = () => w.tandem.members.update(bob, w.admin.id, { role: 'member' });
    expect(await justAfter(demoteBob, other)).toBe('LAST_ADMIN');
  });
});

test('a key that is revoked makes no other one just after', async () => {
  const eve = await w.newPerson('eve');
  const make = () => w.tandem.keys.create(eve, { name: 'k', kind: 'person', scopes: ['full'] });
  expect(await justAfter(() => w.tandem.keys.revoke(w.admin, eve.key.id), make)).toBe('UNAUTHENTICATED');
  expect((await w.tandem.keys.list(w.admin, { limit: 1 })).items[0]?.memberId).not.toBe(eve.id);
});
