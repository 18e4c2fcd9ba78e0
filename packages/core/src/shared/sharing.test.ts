import { endpoints } from '../../testing/endpoints.ts';
import { testPorts } from '../../testing/ports.ts';
import { newTeam } from '../../testing/team.ts';
import { countingIds, handMovedTime, world } from '../../testing/world.ts';
import { createTandem } from '../create-tandem.ts';
import { inMemoryStorage } from '../in-memory/index.ts';
import { sharingOf } from './sharing.ts';

/** Servers on one storage, of which the named one leads. */
function servers() {
  const storage = inMemoryStorage();
  const time = handMovedTime();
  const newId = countingIds();
  const lead = { name: 'a' };
  const receiving = endpoints();
  const server = (name: string) =>
    createTandem({
      ...testPorts(),
      storage: { ...storage, leads: async () => lead.name === name },
      clock: time.now,
      steadyClock: time.steady,
      schedule: time.schedule,
      newId,
      webhooks: receiving.sender,
    });
  return { time, lead, receiving, a: server('a'), b: server('b') };
}

const settled = async () => {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
};

test('webhooks are sent by the leading server, and by its successor from the same position', async () => {
  const { a, b, lead, receiving, time } = servers();
  const { admin: ada } = await newTeam(a);
  await a.webhooks.create(ada, { url: 'https://example.org/hook', types: ['task.created'] });
  const sent = () => receiving.attempts.map(({ body }) => JSON.parse(body).data.entity.taskNumber);
  const happens = async () => {
    await b.tasks.create(ada, { title: 'A task' });
    for (const server of [b, a]) await server.webhooks.deliver();
    await settled();
    time.advance(20);
    await settled();
  };
  await happens();
  expect(sent()).toEqual([1]);
  lead.name = 'b';
  await happens();
  expect(sent()).toEqual([1, 2]);
  lead.name = 'nobody';
  await happens();
  expect(sent()).toEqual([1, 2]);
  lead.name = 'a';
  await a.webhooks.deliver();
  await settled();
  expect(sent()).toEqual([1, 2, 3]);
});

test('an unshared storage leads, and runs exclusive work in sequence, also after a failure', async () => {
  const { leads, exclusively } = sharingOf({});
  expect(await leads()).toBe(true);
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await settled();
    order.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
    return name;
  };
  const [a, b] = await Promise.allSettled([exclusively('x', work('a')), exclusively('x', work('b'))]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect([a.status, b]).toEqual(['rejected', { status: 'fulfilled', value: 'b' }]);
});

test('leases use the steady clock of the storage, if it has one', async () => {
  let now = 5_000_000;
  const { tandem, agent, admin } = await world({
    storage: { ...inMemoryStorage(), steadyClock: () => now },
  });
  await tandem.tasks.create(admin, { title: 'A task', status: 'todo' });
  expect(await tandem.claims.next(agent, { leaseSeconds: 60 })).not.toBeNull();
  const status = async () => {
    await tandem.claims.tidy();
    return (await tandem.tasks.get(admin, 1)).status;
  };
  now += 59_000;
  expect(await status()).toBe('in_progress');
  now += 1_000;
  expect(await status()).toBe('todo');
});

test('times and keys use the clock of the storage, if it has one', async () => {
  const now = Date.parse('2031-02-03T04:05:06Z');
  const { tandem, admin } = await world({ storage: { ...inMemoryStorage(), clock: () => now } });
  expect((await tandem.tasks.create(admin, { title: 'A task' })).createdAt).toBe(now);
  const scopes = ['tasks:read'] as const;
  const expired = tandem.keys.create(admin, { name: 'k', kind: 'person', scopes, expiresAt: now - 1 });
  await expect(expired).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('an unshared storage has no tally', () => {
  expect(createTandem({ ...testPorts(), storage: inMemoryStorage() }).tally).toBeNull();
});
