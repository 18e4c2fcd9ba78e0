import { handMovedTime, outcome } from '../../testing/world.ts';
import type { Caller } from '../access/caller.ts';
import { publisher } from '../shared/signals.ts';
import { createWaits, type Wait } from './waits.ts';

const callerWith = (keyId: string, workspaceId = 'w') =>
  ({ workspaceId, inboxId: null, key: { id: keyId } }) as Caller;
const CALLER = callerWith('k1');

/** Lets all pending promises settle. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function someWaits() {
  const time = handMovedTime();
  const published = publisher();
  /** Number of watches by workspace. */
  const watched = new Map<string, number>();
  const watch = (workspaceId: string) => {
    watched.set(workspaceId, (watched.get(workspaceId) ?? 0) + 1);
    return () => void watched.delete(workspaceId);
  };
  const signals = { ...published, watch };
  const revoked = new Set<Caller>();
  const waits = createWaits({ schedule: time.schedule, steadyClock: time.now, signals }, async (caller) => {
    if (revoked.has(caller)) throw new Error('revoked');
    return caller;
  });
  /** The current state; a wait ends when it is not null. */
  const there: { sight: string | null; looks: number } = { sight: null, looks: 0 };
  /** Holds a request, and records whether it was answered. */
  const hold = (topic: string | readonly string[], more: Partial<Wait<string | null>> = {}) => {
    const request = {
      answered: false,
      answer: waits.hold({
        caller: CALLER,
        topics: [topic].flat(),
        seconds: 25,
        look: async () => {
          there.looks++;
          return there.sight;
        },
        isOver: (found) => found !== null,
        ...more,
      }),
    };
    const end = () => {
      request.answered = true;
    };
    request.answer.then(end, end);
    return request;
  };
  const signal = async (topic: string, toOne = false) => {
    signals.publish([{ topic, toOne }]);
    await settle();
  };
  return { time, signals, watched, waits, revoked, there, hold, tell: signal };
}

describe('a wait', () => {
  test('a wait returns at once when the result is there already', async () => {
    const { there, hold, waits } = someWaits();
    there.sight = 'done';
    expect(await hold('turn 1').answer).toBe('done');
    expect([there.looks, waits.size()]).toStrictEqual([1, 0]);
  });

  test('a wait ends after a signal of its topic when the result is there', async () => {
    const { there, hold, tell, waits } = someWaits();
    const request = hold('turn 1');
    await settle();
    expect([request.answered, waits.size()]).toStrictEqual([false, 1]);
    there.sight = 'done';
    await tell('turn 1');
    expect(await request.answer).toBe('done');
    expect(waits.size()).toBe(0);
  });

  test('a wait continues after a signal without a result', async () => {
    const { there, hold, tell } = someWaits();
    const request = hold('turn 1');
    await settle();
    await tell('turn 1');
    expect([request.answered, there.looks]).toStrictEqual([false, 2]);
  });

  test('a wait looks again at once when a signal arrived during a look', async () => {
    const { hold, tell } = someWaits();
    const sights = [null, 'done'];
    let show = () => {};
    const request = hold('turn 1', {
      look: () =>
        new Promise((resolve) => {
          show = () => resolve(sights.shift() ?? null);
        }),
    });
    await tell('turn 1', true);
    show();
    await settle();
    show();
    expect(await request.answer).toBe('done');
  });

  test('a wait is not woken by another topic', async () => {
    const { there, hold, tell } = someWaits();
    hold('turn 1');
    await settle();
    await tell('turn 2');
    expect(there.looks).toBe(1);
  });

  test('a wait ends with the current result when its time is up: never early, and less than 100 ms late', async () => {
    const { hold, time } = someWaits();
    time.advance(37);
    const request = hold('turn 1', { seconds: 1 });
    await settle();
    time.advance(999);
    await settle();
    expect(request.answered).toBe(false);
    time.advance(100);
    expect(await request.answer).toBeNull();
  });

  test('a wait does not end early with another one in its span', async () => {
    const { hold, time } = someWaits();
    const first = hold('turn 1', { seconds: 1 });
    await settle();
    time.advance(50);
    const second = hold('turn 2', { seconds: 1 });
    await settle();
    time.advance(999);
    await settle();
    expect([first.answered, second.answered]).toStrictEqual([true, false]);
    time.advance(100);
    await settle();
    expect(second.answered).toBe(true);
  });

  test('a wait ends when the client disconnects, and passes on its signal', async () => {
    const { there, hold, tell, waits } = someWaits();
    const client = new AbortController();
    const gone = hold('queue 1', { gone: client.signal });
    const next = hold('queue 1');
    await settle();
    client.abort();
    await settle();
    expect([gone.answered, next.answered, waits.size()]).toStrictEqual([true, false, 1]);
    there.sight = 'work';
    await tell('queue 1', true);
    expect(await next.answer).toBe('work');
  });

  test('a wait ends with an error when the key was revoked, and the next waiter looks instead', async () => {
    const { revoked, there, hold, tell } = someWaits();
    const lost = callerWith('k2');
    const first = hold('queue 1', { caller: lost });
    const second = hold('queue 1');
    await settle();
    revoked.add(lost);
    there.sight = 'work';
    await tell('queue 1', true);
    await expect(first.answer).rejects.toThrow('revoked');
    expect(await second.answer).toBe('work');
  });

  test('a request does not wait for a disconnected client, for no time, or when closed', async () => {
    const { hold, waits, time } = someWaits();
    expect(await hold('turn 1', { gone: AbortSignal.abort() }).answer).toBeNull();
    expect(await hold('turn 1', { seconds: 0 }).answer).toBeNull();
    expect(await hold('turn 1', { seconds: -1 }).answer).toBeNull();
    waits.close();
    expect(await hold('turn 1').answer).toBeNull();
    expect([waits.closed(), time.timers()]).toStrictEqual([true, 0]);
  });

  test('a wait ends when waits are closed', async () => {
    const { hold, waits } = someWaits();
    const requests = [hold('turn 1'), hold('turn 2')];
    await settle();
    waits.close();
    expect(await Promise.all(requests.map(({ answer }) => answer))).toStrictEqual([null, null]);
    expect(waits.size()).toBe(0);
  });

  test('a wait lasts 25 seconds at most', async () => {
    const { hold, time } = someWaits();
    const request = hold('turn 1', { seconds: 3_600 });
    await settle();
    time.advance(25_100);
    await settle();
    expect(request.answered).toBe(true);
  });

  test('waits of one span share a timer, which is canceled with the last of them', async () => {
    const { there, hold, tell, time } = someWaits();
    const requests = Array.from({ length: 100 }, (_, i) => hold(`turn ${i}`));
    await settle();
    expect(time.timers()).toBe(1);
    there.sight = 'done';
    for (let i = 0; i < 99; i++) await tell(`turn ${i}`);
    expect(time.timers()).toBe(1);
    await tell('turn 99');
    await Promise.all(requests.map(({ answer }) => answer));
    expect(time.timers()).toBe(0);
  });
});

test('a signal to all wakes every waiter of the topic', async () => {
  const { there, hold, tell } = someWaits();
  const requests = [hold('turn 1'), hold('turn 1')];
  await settle();
  there.sight = 'done';
  await tell('turn 1');
  expect(await Promise.all(requests.map(({ answer }) => answer))).toStrictEqual(['done', 'done']);
});

test('a signal to one wakes the longest waiter', async () => {
  const { there, hold, tell } = someWaits();
  const first = hold('queue 1');
  await settle();
  const second = hold('queue 1');
  await settle();
  there.sight = 'work';
  await tell('queue 1', true);
  expect([first.answered, second.answered]).toStrictEqual([true, false]);
  await tell('queue 1', true);
  expect(second.answered).toBe(true);
});

describe('where signals may have been missed', () => {
  test('after lost signals every waiter of the workspace looks again, and continues without a result', async () => {
    const { there, hold, signals, waits } = someWaits();
    const requests = [hold('turn 1'), hold('work', { concerns: () => false })];
    const other = hold('turn 1', { caller: callerWith('k2', 'v') });
    await settle();
    signals.publish([{ everything: true, workspaceId: 'w' }]);
    await settle();
    expect([there.looks, waits.size()]).toStrictEqual([5, 3]);
    there.sight = 'done';
    signals.publish([{ everything: true, workspaceId: 'w' }]);
    await settle();
    expect([...requests, other].map(({ answered }) => answered)).toStrictEqual([true, true, false]);
  });

  test('after lost signals without a workspace every waiter looks again', async () => {
    const { there, hold, signals } = someWaits();
    const requests = [hold('turn 1'), hold('turn 1', { caller: callerWith('k2', 'v') })];
    await settle();
    there.sight = 'done';
    signals.publish([{ everything: true, workspaceId: null }]);
    expect(await Promise.all(requests.map(({ answer }) => answer))).toStrictEqual(['done', 'done']);
  });

  test('a waiter that is looking while signals are lost looks again at once', async () => {
    const { hold, signals } = someWaits();
    const sights = [null, 'done'];
    let show = () => {};
    const request = hold('turn 1', {
      look: () =>
        new Promise((resolve) => {
          show = () => resolve(sights.shift() ?? null);
        }),
    });
    await settle();
    signals.publish([{ everything: true, workspaceId: 'w' }]);
    show();
    await settle();
    show();
    expect(await request.answer).toBe('done');
  });

  test('after lost signals waiters look 250 at a time, except those answered meanwhile', async () => {
    const { there, hold, signals, tell, time } = someWaits();
    const requests = Array.from({ length: 600 }, (_, i) =>
      hold(`turn ${i}`, { caller: callerWith(`k${i}`) }),
    );
    await settle();
    there.looks = 0;
    signals.publish([{ everything: true, workspaceId: 'w' }]);
    await settle();
    expect(there.looks).toBe(250);
    there.sight = 'done';
    await tell('turn 599');
    expect(there.looks).toBe(251);
    for (const looks of [501, 600]) {
      time.advance(10);
      await settle();
      expect(there.looks).toBe(looks);
    }
    expect(requests.filter(({ answered }) => answered)).toHaveLength(350);
  });

  test('the storage watches a workspace from before the first look until its last wait ends', async () => {
    const { there, hold, tell, watched } = someWaits();
    const first = hold('turn 1', {
      look: async () => {
        expect(watched.get('w')).toBe(1);
        return there.sight;
      },
    });
    const second = hold('turn 2');
    const other = hold('turn 1', { caller: callerWith('k2', 'v') });
    await settle();
    expect([...watched]).toStrictEqual([
      ['w', 1],
      ['v', 1],
    ]);
    there.sight = 'done';
    await tell('turn 1');
    await Promise.all([first.answer, other.answer]);
    expect([...watched]).toStrictEqual([['w', 1]]);
    await tell('turn 2');
    await second.answer;
    expect([...watched]).toStrictEqual([]);
  });

  test('a request without wait watches nothing', async () => {
    const { hold, watched } = someWaits();
    const look = async () => {
      expect([...watched]).toStrictEqual([]);
      return null;
    };
    await hold('turn 1', { seconds: 0, look }).answer;
  });
});

describe('a wait for several topics', () => {
  test('a wait for several topics ends with a signal of any, and leaves all of them', async () => {
    const { there, hold, tell, waits } = someWaits();
    const both = hold(['queue 1', 'work']);
    await settle();
    const next = hold('work');
    await settle();
    expect(waits.size()).toBe(2);
    there.sight = 'turn';
    await tell('queue 1', true);
    expect(await both.answer).toBe('turn');
    expect([next.answered, waits.size()]).toStrictEqual([false, 1]);
    await tell('work', true);
    expect(next.answered).toBe(true);
  });

  test('a wait passes on the signal that woke it when it takes something else', async () => {
    const { there, hold, tell } = someWaits();
    const both = hold(['queue 1', 'work'], { settles: () => false });
    await settle();
    const next = hold('work');
    await settle();
    there.sight = 'turn';
    await tell('work', true);
    expect([await both.answer, await next.answer]).toStrictEqual(['turn', 'turn']);
  });

  test('a wait gets the topic of a signal', async () => {
    const { there, hold, tell } = someWaits();
    hold(['queue 1', 'work'], { concerns: (_about, topic) => topic === 'work' });
    await settle();
    await tell('queue 1');
    expect(there.looks).toBe(1);
    await tell('work');
    expect(there.looks).toBe(2);
  });

  test('a wait for several topics looks again when a signal of any arrived during a look', async () => {
    const { hold, tell } = someWaits();
    const sights = [null, 'task'];
    let show = () => {};
    const request = hold(['queue 1', 'work'], {
      look: () =>
        new Promise((resolve) => {
          show = () => resolve(sights.shift() ?? null);
        }),
    });
    await tell('work', true);
    show();
    await settle();
    show();
    expect(await request.answer).toBe('task');
  });
});

describe('the places of a key', () => {
  test('a key may have 200 waiting requests; the next is 429 until one is answered', async () => {
    const { hold } = someWaits();
    const client = new AbortController();
    hold('turn 0', { gone: client.signal });
    for (let i = 1; i < 200; i++) hold(`turn ${i}`);
    await settle();
    expect(await outcome(() => hold('turn 200').answer)).toBe('RATE_LIMITED');
    client.abort();
    await settle();
    const again = hold('turn 200');
    await settle();
    expect(again.answered).toBe(false);
  });

  test('the quota is per key, and a request that need not wait uses none', async () => {
    const { there, hold } = someWaits();
    for (let i = 0; i < 200; i++) hold(`turn ${i}`);
    await settle();
    const other = hold('turn 200', { caller: callerWith('k2') });
    await settle();
    expect(other.answered).toBe(false);
    there.sight = 'done';
    expect(await hold('turn 200').answer).toBe('done');
  });

  test('the keys of one member share a quota of 800', async () => {
    const { hold } = someWaits();
    const byKey = (keyId: string, inboxId = 'ada') => ({ ...callerWith(keyId), inboxId });
    for (let i = 0; i < 800; i++) hold(`turn ${i}`, { caller: byKey(`k${i % 40}`) });
    await settle();
    expect(await outcome(() => hold('turn 800', { caller: byKey('another') }).answer)).toBe('RATE_LIMITED');
    const other = hold('turn 800', { caller: byKey('another', 'eve') });
    await settle();
    expect(other.answered).toBe(false);
  });
});
