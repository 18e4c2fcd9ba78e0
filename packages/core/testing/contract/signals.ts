import { isEverything, type News, type Signal, type Storage, type Stores } from '../../src/index.ts';
import { aTask } from './rows.ts';

/** What every Storage promises of the signals that units of work raise. */
export function signals(open: () => Storage): void {
  const isSignal = (news: News): news is Signal => !isEverything(news);
  /** Everything that is raised from now on, commit by commit. */
  const heard = (storage: Storage): Signal[][] => {
    const commits: Signal[][] = [];
    storage.signals.subscribe((news) => commits.push(news.filter(isSignal)));
    return commits;
  };
  const raise = (topic: string) => (stores: Stores) => {
    stores.signals.raise({ topic, toOne: false });
  };

  test('are published when their unit has been committed, before whoever wrote is told', async () => {
    const storage = open();
    const commits = heard(storage);
    await storage.write('w', async (stores) => {
      raise('a')(stores);
      stores.signals.raise({ topic: 'b', toOne: true });
      await stores.tasks.insert(aTask(await stores.tasks.nextNumber()));
      expect(commits).toEqual([]);
    });
    expect(commits.flat()).toEqual([
      { topic: 'a', toOne: false },
      { topic: 'b', toOne: true },
    ]);
  });

  test('tell of what can be read by then', async () => {
    const storage = open();
    const seen = new Promise((resolve) => {
      storage.signals.subscribe(() => resolve(storage.read('w', ({ tasks }) => tasks.byNumber(1))));
    });
    await storage.write('w', async (stores) => {
      await stores.tasks.insert(aTask(await stores.tasks.nextNumber()));
      raise('a')(stores);
    });
    expect(await seen).toMatchObject({ taskNumber: 1 });
  });

  test('of a unit that is undone are never published, those of units beside it are', async () => {
    const storage = open();
    const commits = heard(storage);
    const units = ['a', 'b', 'c'].map((topic) =>
      storage.write('w', async (stores) => {
        await stores.tasks.insert(aTask(await stores.tasks.nextNumber()));
        raise(topic)(stores);
        if (topic === 'b') throw new Error('no');
      }),
    );
    await Promise.allSettled(units);
    expect(commits.flat().map(({ topic }) => topic)).toEqual(['a', 'c']);
  });

  test('come in the order of the commits', async () => {
    const storage = open();
    const commits = heard(storage);
    const topics = Array.from({ length: 20 }, (_, i) => `${i}`);
    await Promise.all(topics.map((topic) => storage.write('w', async (stores) => raise(topic)(stores))));
    expect(commits.flat().map(({ topic }) => topic)).toEqual(topics);
  });

  test('come no more to a listener that has ended', async () => {
    const storage = open();
    const commits: unknown[] = [];
    const end = storage.signals.subscribe((raised) => commits.push(raised));
    end();
    await storage.write('w', async (stores) => raise('a')(stores));
    expect(commits).toEqual([]);
  });
}
