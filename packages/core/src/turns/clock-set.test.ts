import { outcome, type World, world } from '../../testing/world.ts';
import type { ClaimedTurn as Claim } from '../steps/turn-queue.ts';

/* Adjustments of the clock while requests wait and leases run: durations must not change. */

let w: World;
beforeEach(async () => {
  w = await world();
});

const HOUR = 60 * 60_000;
const start = () => w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
const claim = (wait = 0) => w.tandem.turns.claim(w.agent, w.agent.id, { wait });
const heartbeat = ({ turn, lease }: Claim) =>
  w.tandem.turns.heartbeat(w.agent, w.agent.id, turn.id, { token: lease.token });

describe.each([
  ['an hour back', -HOUR],
  ['an hour forward', HOUR],
  ['ten seconds back', -10_000],
  ['ten seconds forward', 10_000],
])('with a clock set %s', (_, by) => {
  test('a claim waits exactly as long as requested', async () => {
    let over = false;
    const wait = claim(25).then((found) => {
      over = true;
      return found;
    });
    await w.held(1);
    w.time.set(by);
    w.time.advance(24_900);
    await w.held(1);
    expect(over).toBe(false);
    w.time.advance(200);
    await w.held(0);
    expect(await wait).toBeNull();
  });

  test('a wait for a reply ends in time, whether it began before or after the clock was set', async () => {
    const { chat, turn } = await start();
    const waitFor = () => w.tandem.chats.turn(w.admin, chat.id, turn.id, { wait: 25 });
    const before = waitFor();
    await w.held(1);
    w.time.advance(5_000);
    w.time.set(by);
    const after = waitFor();
    await w.held(2);
    w.time.advance(20_100);
    await w.held(1);
    expect(await before).toMatchObject({ status: 'pending' });
    w.time.advance(4_800);
    await w.held(1);
    w.time.advance(200);
    await w.held(0);
    expect(await after).toMatchObject({ status: 'pending' });
  });

  test('a lease is not lost early, and no other run gets the turn', async () => {
    await start();
    const held = (await claim()) as Claim;
    w.time.set(by);
    w.time.advance(59_999);
    await w.tandem.turns.expireLeases();
    expect(await claim()).toBeNull();
    await heartbeat(held);
    w.time.advance(59_999);
    await w.tandem.turns.expireLeases();
    expect(await outcome(() => heartbeat(held))).toBe('ok');
  });

  test('a lease does not outlast its time', async () => {
    await start();
    const held = (await claim()) as Claim;
    w.time.set(by);
    w.time.advance(60_000);
    expect(await outcome(() => heartbeat(held))).toBe('LEASE_LOST');
    await w.tandem.turns.expireLeases();
    expect((await claim())?.turn.id).toBe(held.turn.id);
  });

  test('shown times follow the clock: ends of leases, times of events', async () => {
    await start();
    w.time.set(by);
    const held = (await claim()) as Claim;
    expect(held.lease.expiresAt).toBe(w.time.now() + 60_000);
    expect(held.turn.updatedAt).toBe(w.time.now());
    w.time.advance(1_000);
    expect((await heartbeat(held)).expiresAt).toBe(w.time.now() + 60_000);
  });
});

test('keys and invitations expire by the clock', async () => {
  const key = await w.tandem.operator.createKey(w.workspaceId, 'ada', {
    name: 'short',
    kind: 'person',
    scopes: ['full'],
    expiresAt: w.time.now() + HOUR,
  });
  const { invitation } = await w.tandem.members.create(w.admin, { name: 'eve', displayName: 'Eve' });
  w.time.set(invitation.expiresAt - w.time.now());
  expect(await outcome(() => w.tandem.authenticate(key.secret))).toBe('UNAUTHENTICATED');
  expect(await outcome(() => w.tandem.keys.acceptInvitation(invitation.code))).toBe('NOT_FOUND');
});
