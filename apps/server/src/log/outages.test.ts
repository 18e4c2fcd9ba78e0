import type { Log } from './log.ts';
import { outages } from './outages.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A database that can be switched off, and the log. */
function someDatabase() {
  const database = { away: false, silent: false };
  const messages: string[] = [];
  const entries: unknown[] = [];
  const keep = (entry: object, message = '') => {
    messages.push(message);
    entries.push(entry);
  };
  const log: Log = {
    info: keep,
    warn: keep,
    error: keep,
    fatal: keep,
    request: () => undefined,
    flush: () => undefined,
  };
  const watched = outages(log, async () => {
    await (database.silent ? new Promise(() => undefined) : pause(5));
    if (database.away) throw new Error('It does not answer.');
  });
  const fail = (name: string) => watched.failed(new Error('connection refused'), () => messages.push(name));
  return { database, messages, entries, watched, fail };
}

test('a database outage is logged once, whatever fails, and its end once', async () => {
  const { database, messages, entries, fail, watched } = someDatabase();
  database.away = true;
  for (let i = 0; i < 50; i++) fail('request failed');
  await pause(50);
  for (let i = 0; i < 50; i++) fail('request failed');
  expect(messages).toEqual(['database unavailable']);
  await pause(1_200);
  expect(messages).toEqual(['database unavailable']);
  database.away = false;
  await pause(1_100);
  expect(messages).toEqual(['database unavailable', 'database available again']);
  expect(entries).toEqual([
    { error: { name: 'Error', message: 'connection refused', stack: expect.any(String) } },
    { seconds: 2, refused: 100 },
  ]);
  fail('another failed');
  await pause(50);
  expect(messages.slice(2)).toEqual(['another failed']);
  watched.stop();
});

test('every failure is logged while the database responds', async () => {
  const { messages, fail } = someDatabase();
  fail('one');
  fail('two');
  await pause(50);
  expect(messages).toEqual(['one', 'two']);
});

test('of many failures while the database responds ten are logged, then the number of the others', async () => {
  const { messages, entries, fail, watched } = someDatabase();
  for (let i = 0; i < 40; i++) fail(`request ${i}`);
  await pause(50);
  expect(messages).toHaveLength(10);
  watched.stop();
  expect(messages.slice(10)).toEqual(['more requests failed like these']);
  expect(entries).toEqual([{ more: 30 }]);
});

test('an unresponsive database counts as an outage', async () => {
  const { database, messages, fail, watched } = someDatabase();
  database.silent = true;
  fail('request failed');
  await pause(2_500);
  expect(messages).toEqual([]);
  await pause(1_000);
  expect(messages).toEqual(['database unavailable']);
  watched.stop();
});

test('a stopping server sends no more probes', async () => {
  const { database, messages, fail, watched } = someDatabase();
  database.away = true;
  fail('one');
  await pause(50);
  watched.stop();
  database.away = false;
  await pause(1_100);
  expect(messages).toEqual(['database unavailable']);
});
