import { isEverything, type News, type Signal, type Storage, type Stores } from '../../src/index.ts';
import { aTask } from './rows.ts';

/** The contract of every Storage for the signals of units of work. */
export function signals(open: () => Storage): void {
  const isSignal = (news: News): news is Signal => !isEverything(news);
  /** Records all signals from now on, commit by commit. */
  const heard = (storage: Storage): Signal[][] => {
    const commits: Signal[][] = [];
    storage.signals.subscribe((news) => commits.push(news.filter(isSignal)));
    return commits;
  };
  const raise = (topic: string) => (stores: Stores) => {
    stores.signals.raise({ topic, toOne: false });
  };

  test("signals are published after the commit, before the writer's promise resolves", async () => {
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

  test("a signal's change is readable when the signal is published", async () => {
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

  test('signals of a rolled-back unit are never published, those of concurrent units are', async () => {
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

  test('signals are published in commit order', async () => {
    const storage = open();
    const commits = heard(storage);
    const topics = Array.from({ length: 20 }, (_, i) => `${i}`);
    await Promise.all(topics.map((topic) => storage.write('w', async (stores) => raise(topic)(stores))));
    expect(commits.flat().map(({ topic }) => topic)).toEqual(topics);
  });

  test('an unsubscribed listener receives no more signals', async () => {
    const storage = open();
    const commits: unknown[] = [];
    const end = storage.signals.subscribe((raised) => commits.push(raised));
    end();
    await storage.write('w', async (stores) => raise('a')(stores));
    expect(commits).toEqual([]);
  });
}
