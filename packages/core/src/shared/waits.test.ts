import { handMovedTime, judged } from '../../testing/world.ts';
import { waitingRoom } from './waits.ts';

function aRoom() {
  const time = handMovedTime();
  return { time, room: waitingRoom(time.schedule, time.now) };
}

/** Says whether a wait is over, without waiting for it. */
async function over(wait: Promise<void>): Promise<boolean> {
  const pending = Symbol();
  await Promise.resolve();
  return (await Promise.race([wait, Promise.resolve(pending)])) !== pending;
}

describe('a wait', () => {
  test('ends when its topic is woken', async () => {
    const { room } = aRoom();
    const wait = room.until('turn 1', 25_000);
    expect(await over(wait)).toBe(false);
    expect(room.size()).toBe(1);
    room.wake('turn 1');
    await wait;
    expect(room.size()).toBe(0);
  });

  test('is not ended by another topic', async () => {
    const { room } = aRoom();
    const wait = room.until('turn 1', 25_000);
    room.wake('turn 2');
    expect(await over(wait)).toBe(false);
  });

  test('ends when its time is over: never early, and less than 100 ms late', async () => {
    const { room, time } = aRoom();
    time.advance(37);
    const wait = room.until('turn 1', 1_000);
    time.advance(999);
    expect(await over(wait)).toBe(false);
    time.advance(100);
    expect(await over(wait)).toBe(true);
  });

  test('does not end early because another in its span does', async () => {
    const { room, time } = aRoom();
    const first = room.until('turn 1', 1_000);
    time.advance(50);
    const second = room.until('turn 2', 1_000);
    time.advance(999);
    expect([await over(first), await over(second)]).toStrictEqual([true, false]);
    time.advance(100);
    expect(await over(second)).toBe(true);
  });

  test('ends when the client goes', async () => {
    const { room } = aRoom();
    const client = new AbortController();
    const wait = room.until('turn 1', 25_000, client.signal);
    client.abort();
    await wait;
    expect(room.size()).toBe(0);
  });

  test('does not begin for a client that has gone, for no time, or in a closed room', async () => {
    const { room, time } = aRoom();
    await room.until('turn 1', 25_000, AbortSignal.abort());
    await room.until('turn 1', 0);
    await room.until('turn 1', -1);
    room.close();
    await room.until('turn 1', 25_000);
    expect(room.closed()).toBe(true);
    expect(time.timers()).toBe(0);
  });

  test('ends when the room closes', async () => {
    const { room } = aRoom();
    const waits = [room.until('turn 1', 25_000), room.until('turn 2', 25_000)];
    room.close();
    await Promise.all(waits);
    expect(room.size()).toBe(0);
  });

  test('shares its timer with all that end in the same span, and calls it off with the last of them', async () => {
    const { room, time } = aRoom();
    const waits = Array.from({ length: 100 }, (_, i) => room.until(`turn ${i}`, 25_000));
    expect(time.timers()).toBe(1);
    for (let i = 0; i < 99; i++) room.wake(`turn ${i}`);
    expect(time.timers()).toBe(1);
    room.wake('turn 99');
    await Promise.all(waits);
    expect(time.timers()).toBe(0);
  });
});

test('waking a topic wakes everybody who waits for it', async () => {
  const { room } = aRoom();
  const waits = [room.until('turn 1', 25_000), room.until('turn 1', 25_000)];
  room.wake('turn 1');
  await Promise.all(waits);
});

test('waking one wakes whoever has waited longest', async () => {
  const { room } = aRoom();
  const first = room.until('queue 1', 25_000);
  const second = room.until('queue 1', 25_000);
  room.wakeOne('queue 1');
  await first;
  expect(await over(second)).toBe(false);
  room.wakeOne('queue 1');
  await second;
});

describe('the places of a key', () => {
  test('are 200; the next waiting request is 429 until one is answered', () => {
    const { room } = aRoom();
    const leave = Array.from({ length: 200 }, () => room.enter('k1'));
    expect(judged(() => room.enter('k1'))).toBe('RATE_LIMITED');
    leave[0]?.();
    expect(judged(() => room.enter('k1'))).toBe('ok');
  });

  test('are its own', () => {
    const { room } = aRoom();
    for (let i = 0; i < 200; i++) room.enter('k1');
    expect(judged(() => room.enter('k2'))).toBe('ok');
  });
});
