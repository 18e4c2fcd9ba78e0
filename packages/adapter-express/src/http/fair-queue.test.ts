import { fairQueue } from './fair-queue.ts';

const turned = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Keeps the process from everything else. */
function labour(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('work that comes alone runs at once', async () => {
  const turns = fairQueue();
  let begun = false;
  const done = turns.run('a', async () => {
    begun = true;
    return 7;
  });
  expect(begun).toBe(true);
  expect(await done).toBe(7);
});

test('a failure reaches its own caller, and the next piece of work begins', async () => {
  const turns = fairQueue();
  const failing = turns.run('a', async () => {
    await null;
    throw new Error('no');
  });
  const next = turns.run('a', async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('holders take turns, however much work another one has queued', async () => {
  const turns = fairQueue();
  const order: string[] = [];
  const bring = (holder: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      turns.run(holder, async () => {
        await null;
        order.push(`${holder}${i}`);
      }),
    );
  await Promise.all([...bring('a', 4), ...bring('b', 2), ...bring('c', 1)]);
  expect(order).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
});

test('the event loop turns between many pieces of work', async () => {
  const turns = fairQueue();
  let done = 0;
  const all = Promise.all(
    Array.from({ length: 20 }, () =>
      turns.run('a', async () => {
        labour(4);
        done++;
      }),
    ),
  );
  await turned();
  expect(done).toBeLessThan(10);
  await all;
  expect(done).toBe(20);
});

test('work that waits blocks nothing', async () => {
  const turns = fairQueue();
  let finish = () => {};
  const long = turns.run('a', () => new Promise<void>((resolve) => (finish = resolve)));
  expect(await turns.run('a', async () => 'short')).toBe('short');
  expect(await turns.run('b', async () => 'short')).toBe('short');
  finish();
  await long;
});

test('queued work starts in one event loop turn, alternating between holders', async () => {
  const turns = fairQueue();
  const begun: string[] = [];
  const bring = (holder: string) =>
    turns.run(holder, async () => {
      await null;
      begun.push(holder);
      await turned();
    });
  const all = Promise.all(['a', 'a', 'a', 'a', 'b', 'b'].map(bring));
  await turned();
  expect(begun).toEqual(['a', 'a', 'b', 'a', 'b', 'a']);
  await all;
});

test('up to 64 waiting pieces run at once, and the next begins when one ends', async () => {
  const turns = fairQueue();
  let begun = 0;
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const all = Array.from({ length: 100 }, () =>
    turns.run('a', () => {
      begun++;
      return work();
    }),
  );
  // A slow machine takes more turns to begin them.
  while (begun < 64) await turned();
  await turned();
  expect(begun).toBe(64);
  ends.shift()?.();
  while (begun < 65) await turned();
  await turned();
  expect(begun).toBe(65);
  while (ends.length > 0) {
    ends.shift()?.();
    await turned();
  }
  await Promise.all(all);
});

test('a holder may queue a thousand pieces, and others are still accepted', async () => {
  const turns = fairQueue();
  const work = async () => undefined;
  const brought = Array.from({ length: 1_001 }, () => turns.run('a', work));
  await expect(turns.run('a', work)).rejects.toMatchObject({
    problem: { status: 429, code: 'RATE_LIMITED' },
  });
  await turns.run('b', work);
  await Promise.all(brought);
  await turns.run('a', work);
});
