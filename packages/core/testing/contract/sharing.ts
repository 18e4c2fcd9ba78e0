import { createTandem, isEverything, type News, type Storage } from '../../src/index.ts';
import { begun, portsOn } from './begun.ts';

/** Maximum time for a change of leader, and for recovery from a lost signal. */
const SECONDS = 10_000;

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + SECONDS; !(await holds()); ) {
    if (Date.now() > end) throw new Error('The condition was not met in time.');
    await pause(20);
  }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The contract of every Storage, even one used by a single process. */
export function alone(open: () => Promise<Storage>): void {
  test('a process without others becomes the leader, at once or soon', async () => {
    const tandem = createTandem(portsOn(await open()));
    await until(() => tandem.leads());
    expect(await tandem.leads()).toBe(true);
  });

  test('of several concurrent first starts, one creates the workspace', async () => {
    const tandem = createTandem(portsOn(await open()));
    const start = () => tandem.operator.firstWorkspace({ name: 'First', admin: { name: 'ada' } });
    const made = await Promise.all(Array.from({ length: 5 }, start));
    expect(made.filter((each) => each !== null)).toHaveLength(1);
    expect(await tandem.operator.workspaces()).toHaveLength(1);
    expect(await start()).toBeNull();
  });
}

/** The contract of two storages that stand for two processes on one database: `open` returns them, empty. */
export function sharing(open: () => Promise<readonly [Storage, Storage]>): void {
  const lead = async (storage: Storage) => (await storage.leads?.()) ?? false;
  const exclusively = <T>(storage: Storage, work: () => Promise<T>) =>
    storage.exclusively?.('work', work) ??
    Promise.reject(new Error('The storage does not implement Sharing.'));
  const tally = async (storage: Storage, name: string, hits: number, resetMs = 60_000) => {
    const [total] = (await storage.tally?.([{ name, hits, resetMs }])) ?? [];
    return total ?? { hits: Number.NaN, resetMs: Number.NaN };
  };

  test('one of two storages is the leader, and the other after that one has closed', async () => {
    const both = await open();
    await until(async () => (await lead(both[0])) || (await lead(both[1])));
    for (let i = 0; i < 20; i++) {
      expect((await Promise.all(both.map(lead))).filter(Boolean)).toHaveLength(1);
      await pause(20);
    }
    const [first, second] = (await lead(both[0])) ? both : [both[1], both[0]];
    await first.close();
    await until(() => lead(second));
  });

  test('exclusive work runs in one storage at a time, even after a failure', async () => {
    const both = await open();
    let busy = 0;
    let max = 0;
    const work = (fails: boolean) => async () => {
      max = Math.max(max, ++busy);
      await pause(10);
      busy--;
      if (fails) throw new Error('failed');
    };
    const runs = Array.from({ length: 10 }, (_, i) => exclusively(both[i % 2] as Storage, work(i % 3 === 0)));
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    expect(max).toBe(1);
  });

  test('of concurrent first starts on both storages, one creates the workspace', async () => {
    const starts = (await open()).flatMap((storage, i) => {
      const ports = portsOn(storage);
      const tandem = createTandem({ ...ports, newId: () => `${i}${ports.newId()}` });
      return Array.from({ length: 5 }, () =>
        tandem.operator.firstWorkspace({ name: 'First', admin: { name: 'ada' } }),
      );
    });
    expect((await Promise.all(starts)).filter((each) => each !== null)).toHaveLength(1);
  });

  test('of two parents that would close a cycle, set on both storages at once, one is refused', async () => {
    const [a, b] = await open();
    const { tandem, me } = await begun(a);
    const other = createTandem(portsOn(b, 'OTHER'));
    for (const title of ['one', 'two']) await tandem.tasks.create(me, { title });
    for (let round = 0; round < 2; round++) {
      const outcomes = await Promise.allSettled([
        tandem.tasks.update(me, 1, { parentTaskNumber: 2 }),
        other.tasks.update(me, 2, { parentTaskNumber: 1 }),
      ]);
      const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
      expect(refused).toEqual(['CYCLE_DETECTED']);
      for (const number of [1, 2]) await tandem.tasks.update(me, number, { parentTaskNumber: null });
    }
  });

  test('hits are added up by name, in a window that ends for both storages at once', async () => {
    const [a, b] = await open();
    expect(await tally(a, 'k', 3, 1_000)).toMatchObject({ hits: 3 });
    const seen = await tally(b, 'k', 4, 60_000);
    expect(seen.hits).toBe(7);
    expect(seen.resetMs).toBeLessThanOrEqual(1_000);
    expect(await tally(b, 'other', 1)).toMatchObject({ hits: 1 });
    await pause(seen.resetMs + 50);
    expect(await tally(a, 'k', 2)).toMatchObject({ hits: 2 });
  });

  test('totals are returned in the order of the counts', async () => {
    const [a] = await open();
    const counts = ['z', 'a', 'm'].map((name, i) => ({ name, hits: i + 1, resetMs: 60_000 }));
    expect((await a.tally?.(counts))?.map(({ hits }) => hits)).toStrictEqual([1, 2, 3]);
    expect(await a.tally?.([])).toStrictEqual([]);
  });

  test('concurrent counts lose no hits', async () => {
    const both = await open();
    await Promise.all(Array.from({ length: 20 }, (_, i) => tally(both[i % 2] as Storage, 'k', 1)));
    expect((await tally(both[0], 'k', 0)).hits).toBe(20);
  });

  test('signals of one storage are published by the other once the commit is readable there', async () => {
    const [a, b] = await open();
    const heard: News[] = [];
    b.signals.watch?.('w');
    b.signals.subscribe((news) => heard.push(...news));
    const isThere = () => heard.some((news) => isEverything(news) || news.topic === 'a');
    await until(async () => {
      await a.write('w', async ({ signals }) => signals.raise({ topic: 'a', toOne: true, about: { x: 1 } }));
      await pause(50);
      return isThere();
    });
  });

  test('both storages have the same time, within some milliseconds', async () => {
    const [a, b] = await open();
    expect(Math.abs((a.steadyClock?.() ?? 0) - (b.steadyClock?.() ?? Number.NaN))).toBeLessThan(250);
  });
}
