import type { Delivery, Storage, Webhook } from '../../src/index.ts';
import { aHuman, aWorkspace } from './rows.ts';

const AT = 1_700_000_000_000;
const ALL = { limit: 100, after: undefined };

const aWebhook = (id: string, more: Partial<Webhook> = {}): Webhook => ({
  id,
  url: `https://example.org/${id}`,
  types: ['*'],
  description: null,
  enabled: true,
  disabledReason: null,
  creator: { id: 'ada', name: 'ada' },
  secret: `whsec_${id}`,
  oldSecret: null,
  position: 0,
  failingSince: null,
  notBefore: null,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

/** For an event, unless `seq` is null. */
const aDelivery = (id: string, webhookId: string, more: Partial<Delivery> = {}): Delivery => ({
  id,
  webhookId,
  messageId: `message of ${id}`,
  type: 'task.created',
  seq: 1,
  status: 'pending',
  attempts: 0,
  nextAt: AT,
  attemptedAt: null,
  code: null,
  durationMs: null,
  answer: null,
  createdAt: AT,
  ...more,
});

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** The contract of every Storage for webhooks and their deliveries. */
export function webhooks(open: () => Promise<Storage>): void {
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
    for (const ws of ['w', 'v']) {
      await storage.write(ws, async ({ workspace, members }) => {
        await workspace.insert(aWorkspace(ws));
        await members.insert(aHuman('ada', { role: 'admin' }));
        await members.insert(aHuman('bob'));
      });
    }
  });
  const write = (work: Parameters<Storage['write']>[1], ws = 'w') => storage.write(ws, work);
  const insert = (...rows: readonly Webhook[]) =>
    write(async (stores) => {
      for (const row of rows) await stores.webhooks.insert(row);
    });
  const send = (...rows: readonly Delivery[]) =>
    write(async ({ deliveries }) => {
      for (const row of rows) await deliveries.insert(row);
    });
  const listed = (webhookId: string, status?: Delivery['status'], ws = 'w') =>
    storage.read(ws, async ({ deliveries }) => ids((await deliveries.list(webhookId, status, ALL)).items));

  describe('webhooks', () => {
    test('webhooks are stored unchanged, and updated', async () => {
      const full = aWebhook('full', {
        types: ['task.created', 'webhook.deleted'],
        description: '🦉',
        enabled: false,
        disabledReason: 'gone',
        oldSecret: { secret: 'whsec_old', until: AT + 1 },
        position: 2 ** 40,
        failingSince: AT,
      });
      await insert(aWebhook('plain'), full);
      const one = (id: string, ws = 'w') => storage.read(ws, (stores) => stores.webhooks.byId(id));
      expect([await one('plain'), await one('full')]).toStrictEqual([aWebhook('plain'), full]);
      expect([await one('other'), await one('full', 'v')]).toEqual([null, null]);
      const changed = { ...aWebhook('full', { url: 'https://example.com/' }), updatedAt: AT + 1 };
      await write((stores) => stores.webhooks.update(changed));
      expect(await one('full')).toStrictEqual(changed);
    });

    test('webhooks are listed newest first by page, and all of them oldest first, for one workspace', async () => {
      await insert(aWebhook('a'), aWebhook('b'), aWebhook('c'));
      await write((stores) => stores.webhooks.insert(aWebhook('a')), 'v');
      await storage.read('w', async (stores) => {
        const first = await stores.webhooks.list({ limit: 2, after: undefined });
        const rest = await stores.webhooks.list({ limit: 2, after: first.next ?? undefined });
        expect([ids(first.items), ids(rest.items), rest.next]).toEqual([['c', 'b'], ['a'], null]);
        expect(ids(await stores.webhooks.all())).toEqual(['a', 'b', 'c']);
      });
    });

    test("webhooks show their creator's current name, even of a removed one", async () => {
      await insert(aWebhook('a'), aWebhook('b', { creator: { id: 'bob', name: 'bob' } }));
      await write(async ({ members }) => {
        await members.update(aHuman('ada', { role: 'admin', name: 'lovelace' }));
        await members.remove(aHuman('bob'), AT);
      });
      const all = await storage.read('w', (stores) => stores.webhooks.all());
      expect(all.map(({ creator }) => creator)).toEqual([
        { id: 'ada', name: 'lovelace' },
        { id: 'bob', name: 'bob' },
      ]);
    });

    test('removed webhooks disappear at once, and their deliveries in batches', async () => {
      await insert(aWebhook('gone'), aWebhook('stays'));
      await send(...['1', '2', '3', '4', '5'].map((id) => aDelivery(id, 'gone')), aDelivery('6', 'stays'));
      await write((stores) => stores.webhooks.remove('gone'));
      await storage.read('w', async (stores) => {
        expect(await stores.webhooks.byId('gone')).toBeNull();
        expect(ids((await stores.webhooks.list(ALL)).items)).toEqual(['stays']);
        expect(ids(await stores.webhooks.all())).toEqual(['stays']);
      });
      const clear = () => write((stores) => stores.webhooks.clear(0, 2)) as Promise<boolean>;
      expect(await clear()).toBe(true);
      expect(await listed('gone')).toHaveLength(3);
      for (let units = 0; await clear(); units++) expect(units).toBeLessThan(10);
      expect([await listed('gone'), await listed('stays')]).toEqual([[], ['6']]);
    });

    test('the directory lists workspaces with webhooks', async () => {
      const watched = () => storage.directory.workspacesWithWebhooks();
      expect(await watched()).toEqual([]);
      await insert(aWebhook('a'), aWebhook('b'));
      expect(await watched()).toEqual(['w']);
      await write((stores) => stores.webhooks.remove('a'));
      expect(await watched()).toEqual(['w']);
      await write((stores) => stores.webhooks.remove('b'));
      expect(await watched()).toEqual([]);
    });
  });

  describe('deliveries', () => {
    beforeEach(() => insert(aWebhook('a'), aWebhook('b')));

    test('deliveries are stored unchanged, and updated, for their webhook', async () => {
      const tried = aDelivery('1', 'a', {
        type: 'webhook.test',
        seq: null,
        status: 'failed',
        attempts: 3,
        attemptedAt: AT,
        code: 500,
        durationMs: 12,
        answer: 'no \u{1F989}',
      });
      await send(tried);
      const one = (webhookId: string, ws = 'w') =>
        storage.read(ws, ({ deliveries }) => deliveries.byId(webhookId, '1'));
      expect(await one('a')).toStrictEqual(tried);
      expect([await one('b'), await one('a', 'v')]).toEqual([null, null]);
      const done: Delivery = { ...tried, status: 'delivered', nextAt: null };
      await write(({ deliveries }) => deliveries.update(done));
      expect(await one('a')).toStrictEqual(done);
    });

    test('a delivery is planned once per event; planning it again restarts the existing one', async () => {
      const plan = (id: string, messageId: string, now: number) =>
        write(({ deliveries }) =>
          deliveries.plan([aDelivery(id, 'a', { messageId, nextAt: now, createdAt: now })], now),
        );
      await plan('1', 'm1', AT);
      await plan('2', 'm2', AT);
      const tried = { status: 'given_up', attempts: 10, nextAt: null, code: 500, answer: 'x' } as const;
      await write(async ({ deliveries }) => {
        const first = await deliveries.byId('a', '1');
        if (first) await deliveries.update({ ...first, ...tried });
      });
      await plan('3', 'm1', AT + 5);
      const { items } = await storage.read('w', ({ deliveries }) => deliveries.list('a', undefined, ALL));
      expect(ids(items)).toEqual(['2', '1']);
      expect(items[1]).toStrictEqual(
        aDelivery('1', 'a', { messageId: 'm1', nextAt: AT + 5, code: 500, answer: 'x' }),
      );
    });

    test('deliveries of one event are planned for each webhook', async () => {
      await write(({ deliveries }) =>
        deliveries.plan(
          [aDelivery('1', 'a', { messageId: 'm' }), aDelivery('2', 'b', { messageId: 'm' })],
          AT,
        ),
      );
      expect([await listed('a'), await listed('b')]).toEqual([['1'], ['2']]);
    });

    test('deliveries are listed newest first by page, and by status', async () => {
      const at = (id: string, status: Delivery['status']) => aDelivery(id, 'a', { status });
      await send(at('1', 'pending'), at('2', 'failed'), at('3', 'pending'), at('4', 'given_up'));
      await send(aDelivery('5', 'b'));
      expect(await listed('a')).toEqual(['4', '3', '2', '1']);
      expect(await listed('a', 'pending')).toEqual(['3', '1']);
      expect([await listed('a', 'delivered'), await listed('a', undefined, 'v')]).toEqual([[], []]);
      for (const status of [undefined, 'pending'] as const) {
        const paged = await storage.read('w', async ({ deliveries }) => {
          const first = await deliveries.list('a', status, { limit: 1, after: undefined });
          const rest = await deliveries.list('a', status, { limit: 9, after: first.next ?? undefined });
          return ids([...first.items, ...rest.items]);
        });
        expect(paged).toEqual(await listed('a', status));
      }
    });

    test('due deliveries come first those due longest, up to the limit, or only tests', async () => {
      await send(
        aDelivery('late', 'a', { nextAt: AT + 2 }),
        aDelivery('early', 'a', { nextAt: AT }),
        aDelivery('done', 'a', { status: 'delivered', nextAt: null }),
        aDelivery('test', 'a', { type: 'webhook.test', seq: null, nextAt: AT + 1 }),
        aDelivery('test done', 'a', { type: 'webhook.test', seq: null, nextAt: null }),
        aDelivery('others', 'b', { nextAt: 1 }),
      );
      await storage.read('w', async ({ deliveries }) => {
        const due = async (now: number, atMost = 9, testsAlone = false) =>
          ids(await deliveries.due('a', now, atMost, testsAlone));
        expect(await due(AT + 2)).toEqual(['early', 'test', 'late']);
        expect(await due(AT + 1)).toEqual(['early', 'test']);
        expect([await due(AT + 2, 1), await due(AT - 1)]).toEqual([['early'], []]);
        expect([await due(AT + 2, 9, true), await due(AT, 9, true)]).toEqual([['test'], []]);
        const next = (id: string, testsAlone: boolean) => deliveries.nextDue(id, testsAlone);
        expect([await next('a', false), await next('a', true)]).toEqual([AT, AT + 1]);
        expect([await next('b', true), await next('none', false)]).toEqual([null, null]);
      });
      await storage.read('v', async ({ deliveries }) => {
        expect([await deliveries.due('a', AT + 9, 9, false), await deliveries.nextDue('a', false)]).toEqual([
          [],
          null,
        ]);
      });
    });

    test('untried deliveries are counted up to the limit', async () => {
      await send(...['1', '2', '3'].map((id) => aDelivery(id, 'a')), aDelivery('4', 'b'));
      await send(aDelivery('5', 'a', { status: 'failed' }));
      const count = (atMost: number, id = 'a') =>
        storage.read('w', ({ deliveries }) => deliveries.countPending(id, atMost));
      expect([await count(9), await count(3), await count(2), await count(9, 'none')]).toEqual([3, 3, 2, 0]);
    });

    test('old deliveries are forgotten in batches, except pending ones', async () => {
      const over = { status: 'given_up', nextAt: null } as const;
      await send(
        ...[1, 2, 3, 4].map((createdAt) => aDelivery(`${createdAt}`, 'a', { createdAt, ...over })),
        aDelivery('5', 'b', { createdAt: 1, status: 'delivered', nextAt: null }),
        aDelivery('6', 'b', { createdAt: 1, status: 'failed' }),
      );
      const clear = () => write((stores) => stores.webhooks.clear(4, 3)) as Promise<boolean>;
      expect([await clear(), await clear()]).toEqual([true, false]);
      expect([await listed('a'), await listed('b')]).toEqual([['4'], ['6']]);
    });
  });

  test('adminIds returns the people who are currently admins', async () => {
    const admins = () => storage.read('w', ({ members }) => members.adminIds());
    expect(await admins()).toEqual(['ada']);
    await write(({ members }) => members.update(aHuman('bob', { role: 'admin' })));
    expect([...(await admins())].sort()).toEqual(['ada', 'bob']);
    await write(({ members }) => members.remove(aHuman('ada', { role: 'admin' }), AT));
    expect(await admins()).toEqual(['bob']);
  });
}
