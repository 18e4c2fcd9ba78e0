import {
  type Caller,
  isEverything,
  Refusal,
  type Storage,
  type Tandem,
  UnitOfWorkMisuse,
} from '../../src/index.ts';
import { begun } from './begun.ts';

/** The contract of every Storage for transactions of several operations. */
export function transactions(open: () => Promise<Storage>): void {
  const begin = async () => begun(await open());
  const titles = async (tandem: Tandem, me: Caller) =>
    (await tandem.tasks.list(me, {})).items.map(({ title }) => title).reverse();
  const sequences = async (tandem: Tandem, me: Caller) =>
    (await tandem.events.list(me, { limit: 100 })).items.map(({ event }) => event.seq).sort((a, b) => a - b);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 30));

  test('operations of a transaction commit together, and see each other before', async () => {
    const { tandem, me } = await begin();
    const seen = await tandem.transaction(async (tx) => {
      const { taskNumber } = await tx.tasks.create(me, { title: 'First' });
      await tx.comments.create(me, taskNumber, { body: 'A comment' });
      await tx.tasks.create(me, { title: 'Second' });
      return (await tx.tasks.list(me, {})).items.length;
    });
    expect(seen).toBe(2);
    expect(await titles(tandem, me)).toEqual(['First', 'Second']);
  });

  test('a transaction that throws leaves no row, number, event or signal', async () => {
    const { tandem, me, storage } = await begin();
    const topics: string[] = [];
    storage.signals.subscribe((news) => {
      for (const each of news) if (!isEverything(each)) topics.push(each.topic);
    });
    const before = await sequences(tandem, me);
    const failed = tandem.transaction(async (tx) => {
      await tx.tasks.create(me, { title: 'First' });
      await tx.projects.create(me, { title: 'A project' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await pause();
    expect(topics).toEqual([]);
    expect(await titles(tandem, me)).toEqual([]);
    expect((await tandem.projects.list(me, {})).items).toEqual([]);
    expect(await sequences(tandem, me)).toEqual(before);
    expect((await tandem.tasks.create(me, { title: 'Next' })).taskNumber).toBe(1);
    const after = await sequences(tandem, me);
    expect(after).toEqual(after.map((_, i) => (after[0] as number) + i));
  });

  test('a refused operation that the host catches leaves nothing behind, and the transaction commits', async () => {
    const { tandem, me } = await begin();
    await tandem.transaction(async (tx) => {
      const { taskNumber } = await tx.tasks.create(me, { title: 'First' });
      const refused = tx.tasks.create(me, { title: 'Refused', assignedTo: 'nobody' });
      await expect(refused).rejects.toBeInstanceOf(Refusal);
      const blocked = tx.tasks.transition(me, taskNumber, { to: 'waiting' });
      await blocked.catch((error) => expect(error).toBeInstanceOf(Refusal));
      await tx.tasks.create(me, { title: 'Second' });
    });
    expect(await titles(tandem, me)).toEqual(['First', 'Second']);
    const numbers = (await tandem.tasks.list(me, {})).items.map(({ taskNumber }) => taskNumber);
    expect(numbers).toEqual([2, 1]);
  });

  test('concurrent operations of a transaction run one after another', async () => {
    const { tandem, me } = await begin();
    const created = await tandem.transaction((tx) =>
      Promise.all(['a', 'b', 'c'].map((title) => tx.tasks.create(me, { title }))),
    );
    expect(created.map(({ taskNumber }) => taskNumber)).toEqual([1, 2, 3]);
  });

  test('concurrent transactions and operations each get their own numbers', async () => {
    const { tandem, me } = await begin();
    const two = (title: string) =>
      tandem.transaction(async (tx) => {
        await tx.tasks.create(me, { title });
        await tx.tasks.create(me, { title });
      });
    await Promise.all([two('a'), tandem.tasks.create(me, { title: 'b' }), two('c'), two('d')]);
    const { items } = await tandem.tasks.list(me, {});
    expect(items.map(({ taskNumber }) => taskNumber)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const found = items.map(({ title }) => title).join('');
    expect(found.replaceAll('b', '')).toMatch(/^(aa|cc|dd){3}$/);
  });

  test('a transaction spans workspaces, and can create one', async () => {
    const { tandem, me } = await begin();
    const other = { name: 'Other', admin: { name: 'eve' } };
    await expect(
      tandem.transaction(async (tx) => {
        await tx.operator.createWorkspace(other);
        await tx.tasks.create(me, { title: 'Here' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await tandem.operator.workspaces()).toHaveLength(1);
    const { workspace } = await tandem.transaction(async (tx) => {
      const created = await tx.operator.createWorkspace(other);
      const eve = await tx.operator.callerFor(created.workspace.id, 'eve');
      await tx.tasks.create(eve, { title: 'There' });
      await tx.tasks.create(me, { title: 'Here' });
      return created;
    });
    const eve = await tandem.operator.callerFor(workspace.id, 'eve');
    expect([await titles(tandem, me), await titles(tandem, eve)]).toEqual([['Here'], ['There']]);
  });

  test('signals of a transaction are published after its commit, before its promise resolves', async () => {
    const { tandem, me, storage } = await begin();
    let heard = 0;
    storage.signals.subscribe(() => {
      heard++;
    });
    await tandem.transaction(async (tx) => {
      await tx.tasks.create(me, { title: 'First' });
      expect(heard).toBe(0);
    });
    expect(heard).toBe(1);
  });

  test('a long poll inside a transaction looks once', async () => {
    const { tandem, me } = await begin();
    await tandem.agents.create(me, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
    const bot = await tandem.operator.callerFor(me.workspaceId, 'bot');
    const claimed = await tandem.transaction((tx) => tx.claims.next(bot, { wait: 20 }));
    expect(claimed).toBeNull();
  });

  test('an operation called after its transaction has ended throws', async () => {
    const { tandem, me } = await begin();
    let escaped: Pick<Tandem, 'tasks'> | undefined;
    await tandem.transaction(async (tx) => {
      escaped = tx;
    });
    await expect(escaped?.tasks.create(me, { title: 'Late' })).rejects.toBeInstanceOf(UnitOfWorkMisuse);
    expect(await titles(tandem, me)).toEqual([]);
  });

  test('a transaction that ends before its operation throws, and leaves nothing behind', async () => {
    const { tandem, me } = await begin();
    let left: Promise<unknown> | undefined;
    const ended = tandem.transaction(async (tx) => {
      left = tx.tasks.create(me, { title: 'Left' }).catch(() => undefined);
    });
    await expect(ended).rejects.toBeInstanceOf(UnitOfWorkMisuse);
    await left;
    expect(await titles(tandem, me)).toEqual([]);
  });

  test('a function without a promise is a transaction too', async () => {
    const { tandem } = await begin();
    expect(await tandem.transaction((() => 1) as never)).toBe(1);
  });

  test.each(['operation', 'transaction'])(
    'another %s, begun while a transaction is running, throws, and the storage keeps working',
    async (kind) => {
      const { tandem, me } = await begin();
      const nested = tandem.transaction(async (tx) => {
        await tx.tasks.create(me, { title: 'First' });
        if (kind === 'operation') await tandem.tasks.create(me, { title: 'Second' });
        else await tandem.transaction((inner) => inner.tasks.create(me, { title: 'Second' }));
      });
      await expect(nested).rejects.toBeInstanceOf(UnitOfWorkMisuse);
      expect(await titles(tandem, me)).toEqual([]);
      await tandem.tasks.create(me, { title: 'Third' });
      expect(await titles(tandem, me)).toEqual(['Third']);
    },
  );
}
