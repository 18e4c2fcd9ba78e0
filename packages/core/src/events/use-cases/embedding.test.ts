import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import { inMemoryStorage } from '../../in-memory/index.ts';
import type { Storage } from '../../ports.ts';
import { publisher } from '../../shared/signals.ts';
import type { Positioned } from '../shown-page.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const task = (title: string, by = w.admin) => w.tandem.tasks.create(by, { title });

/** Lets units end, and advances the time until their events are delivered. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    w.time.advance(10);
  }
}

/** Collects the titles of delivered events. */
function heard(workspaceId = w.workspaceId) {
  const titles: (string | null)[] = [];
  const stop = w.tandem.events.subscribe(workspaceId, ({ event }) => titles.push(event.entity.title));
  return { titles, stop };
}

describe('a listener', () => {
  test('a listener receives everything committed after it began, in order and once', async () => {
    await task('before');
    const { titles } = heard();
    await Promise.all(Array.from({ length: 600 }, (_, n) => task(`${n}`)));
    await settled();
    await task('last');
    await settled();
    expect(titles).toStrictEqual([...Array.from({ length: 600 }, (_, n) => `${n}`), 'last']);
  });

  test('a listener receives events committed in the same moment as its call', async () => {
    const { titles } = heard();
    const made = task('at once');
    expect(titles).toStrictEqual([]);
    await made;
    await settled();
    expect(titles).toStrictEqual(['at once']);
  });

  test('a listener receives nothing before the commit, and nothing that was rolled back', async () => {
    const { titles } = heard();
    await settled();
    await w.storage.write(w.workspaceId, async ({ labels }) => {
      await labels.list({ limit: 1, after: undefined });
      expect(titles).toStrictEqual([]);
    });
    await outcome(() => w.tandem.tasks.create(w.admin, { title: 'refused', labels: ['none'] }));
    await outcome(() =>
      w.storage
        .write(w.workspaceId, async (stores) => {
          const { items } = await stores.events.after(0, 1).then(({ events }) => ({ items: events }));
          await stores.events.append({ ...(items[0] as (typeof items)[0]), id: 'undone' });
          throw new Error('Undone');
        })
        .catch(() => undefined),
    );
    await task('kept');
    await settled();
    expect(titles).toStrictEqual(['kept']);
  });

  test('a listener receives missed events at once when the storage reports lost signals', async () => {
    const news = publisher();
    w = await world({ storage: { ...inMemoryStorage(), signals: news } });
    const { titles } = heard();
    await settled();
    await task('missed');
    news.publish([{ everything: true, workspaceId: w.other.workspaceId }]);
    await settled();
    expect(titles).toStrictEqual([]);
    news.publish([{ everything: true, workspaceId: w.workspaceId }]);
    await settled();
    await task('missed too');
    news.publish([{ everything: true, workspaceId: null }]);
    await settled();
    expect(titles).toStrictEqual(['missed', 'missed too']);
  });

  test('a listener that throws, synchronously or not, affects neither itself nor others', async () => {
    const calls: string[] = [];
    w.tandem.events.subscribe(w.workspaceId, ({ event }) => {
      calls.push(`throws ${event.entity.title}`);
      throw new Error('A fault of the program');
    });
    w.tandem.events.subscribe(w.workspaceId, async ({ event }) => {
      calls.push(`rejects ${event.entity.title}`);
      throw new Error('A fault of the program');
    });
    const { titles } = heard();
    await task('one');
    await settled();
    await task('two');
    await settled();
    expect(titles).toStrictEqual(['one', 'two']);
    expect(calls.sort()).toStrictEqual(['rejects one', 'rejects two', 'throws one', 'throws two']);
  });

  test('an unsubscribed listener is not called, even if it unsubscribes itself', async () => {
    const first = heard();
    const second = heard();
    const one: Positioned[] = [];
    const stop = w.tandem.events.subscribe(w.workspaceId, (each) => {
      one.push(each);
      stop();
    });
    await Promise.all([task('one'), task('two')]);
    await settled();
    first.stop();
    await task('three');
    await settled();
    expect([one.length, first.titles, second.titles]).toStrictEqual([
      1,
      ['one', 'two'],
      ['one', 'two', 'three'],
    ]);
  });

  test('a listener receives only events of its own workspace', async () => {
    const ours = heard();
    const theirs = heard(w.other.workspaceId);
    await task('ours');
    await task('theirs', w.other.admin);
    await settled();
    expect([ours.titles, theirs.titles]).toStrictEqual([['ours'], ['theirs']]);
  });

  test('a listener receives the position to continue from', async () => {
    const received: Positioned[] = [];
    w.tandem.events.subscribe(w.workspaceId, (each) => received.push(each));
    await Promise.all([task('one'), task('two')]);
    await settled();
    const { items } = await w.tandem.events.after(w.workspaceId, received[0]?.position);
    expect(items).toStrictEqual([received[1]]);
  });

  test('a listener receives events of another process without a signal a second later', async () => {
    const { titles } = heard();
    await settled();
    await w.storage.write(w.workspaceId, async ({ events }) => {
      const [event] = (await events.after(0, 1)).events;
      if (event)
        await events.append({
          ...event,
          id: 'from elsewhere',
          entity: { ...event.entity, title: 'elsewhere' },
        });
    });
    await settled();
    w.time.advance(1_000);
    await settled();
    expect(titles).toStrictEqual(['elsewhere']);
  });

  test('an unsubscribed listener leaves no timer behind, nor does closing the program', async () => {
    const before = w.time.timers();
    const { stop } = heard();
    await task('one');
    await settled();
    stop();
    w.time.advance(1_000);
    expect(w.time.timers()).toBe(before);
    heard();
    await settled();
    await w.tandem.close();
    w.time.advance(1_000);
    expect(w.time.timers()).toBe(before);
  });
});

test('a listener added while the storage was unreachable receives events once it is back', async () => {
  const storage = inMemoryStorage();
  let away = false;
  const write: Storage['write'] = (id, work) =>
    away ? Promise.reject(new Error('away')) : storage.write(id, work);
  w = await world({ storage: { ...storage, write } });
  away = true;
  const { titles } = heard();
  await settled();
  away = false;
  w.time.advance(1_000);
  await settled();
  await task('after');
  await settled();
  expect(titles).toStrictEqual(['after']);
});

test('a storage that handles lost signals is told which logs are followed, and is polled rarely', async () => {
  const storage = inMemoryStorage();
  const watched: string[] = [];
  let reads = 0;
  let away = false;
  const read: Storage['read'] = (id, work) => {
    reads++;
    return away ? Promise.reject(new Error('away')) : storage.read(id, work);
  };
  const news = publisher();
  const watch = (id: string) => {
    watched.push(id);
    return () => void watched.splice(watched.indexOf(id), 1);
  };
  w = await world({ storage: { ...storage, read, signals: { ...news, watch } } });
  const first = heard();
  const second = heard();
  await settled();
  expect(watched).toStrictEqual([w.workspaceId]);
  reads = 0;
  w.time.advance(20_000);
  await settled();
  expect(reads).toBe(0);
  away = true;
  await task('missed');
  news.publish([{ everything: true, workspaceId: w.workspaceId }]);
  await settled();
  away = false;
  w.time.advance(1_000);
  await settled();
  expect(first.titles).toStrictEqual(['missed']);
  first.stop();
  expect(watched).toStrictEqual([w.workspaceId]);
  second.stop();
  expect(watched).toStrictEqual([]);
});

describe('events after a position', () => {
  test('events after a position include chats, at most 1,000 at a time', async () => {
    const { position } = await w.tandem.events.after(w.workspaceId, 'latest');
    await w.tandem.chats.start(w.member, { agentId: w.agent.id, body: 'Hello' }).catch(() => undefined);
    await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
    const { items } = await w.tandem.events.after(w.workspaceId, position);
    expect(items.map(({ event }) => event.type)).toEqual(
      expect.arrayContaining(['chat.created', 'chat.turn.queued']),
    );
    await Promise.all(Array.from({ length: 1_100 }, (_, n) => task(`${n}`)));
    const page = await w.tandem.events.after(w.workspaceId, undefined, 5_000);
    expect([page.items.length, page.more]).toStrictEqual([1_000, true]);
    expect((await w.tandem.events.after(w.workspaceId, undefined, 0)).items).toHaveLength(1);
  });

  test('reading events is refused for an invalid position, and for a pruned one', async () => {
    const { position } = await w.tandem.events.after(w.workspaceId, undefined, 1);
    w.time.advance(1_000);
    await task('new');
    await w.tandem.events.forget(500);
    expect((await refusal(() => w.tandem.events.after(w.workspaceId, position))).code).toBe('EVENTS_PRUNED');
    expect((await refusal(() => w.tandem.events.after(w.other.workspaceId, position))).code).toBe(
      'INVALID_CURSOR',
    );
  });
});
