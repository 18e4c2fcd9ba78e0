import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handMovedTime } from '@tandem/core/testing/world';
import { handler } from './express.ts';
import { startTandem } from './index.ts';
import { memory } from './memory.ts';
import { sqlite } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-embed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const acme = { name: 'Acme', admin: { name: 'ada' } };
/** Until running callbacks and what they start are done. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Adapters that record that they close, except for one, which fails. */
function recordingClose(failing?: string) {
  const closed: string[] = [];
  const close = (name: string) => async () => {
    closed.push(name);
    if (name === failing) throw new Error(`${name} can't close.`);
  };
  const adapters = {
    storage: { ...memory(), close: close('storage') },
    webhooks: { send: async () => Promise.reject(), close: close('webhooks') } as never,
    files: { close: close('files') } as never,
  };
  return { closed, adapters };
}
const ALL = ['storage', 'webhooks', 'files'];

test('a started Tandem works, is closed once, and finds its data again', async () => {
  const file = join(folder, 'tandem.db');
  const first = await startTandem({ storage: sqlite({ file }) });
  await first.operator.createWorkspace(acme);
  await first.close();
  await first[Symbol.asyncDispose]();
  const later = await startTandem({ storage: Promise.resolve(sqlite({ file })) });
  expect(await later.operator.workspaces()).toMatchObject([{ name: 'Acme' }]);
  await later.close();
  await expect(later.operator.workspaces()).rejects.toThrow();
});

test('close answers waiting requests, and closes the storage before what it uses', async () => {
  const { closed, adapters } = recordingClose();
  const tandem = await startTandem({ ...adapters, housekeeping: false });
  const { workspace } = await tandem.operator.createWorkspace(acme);
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  await tandem.agents.create(ada, { name: 'otto', displayName: 'Otto', emoji: '🤖', model: 'any' });
  const otto = await tandem.operator.callerFor(workspace.id, 'otto');
  const waiting = tandem.claims.next(otto, { wait: 25 });
  while (tandem.waiting() === 0) await settled();
  await tandem.close();
  expect(await waiting).toBeNull();
  expect(closed).toEqual(ALL);
});

test.each(['storage', 'webhooks'])('close closes the rest when the %s fails to close', async (failing) => {
  const { closed, adapters } = recordingClose(failing);
  const tandem = await startTandem(adapters);
  await expect(tandem.close()).rejects.toThrow(`${failing} can't close.`);
  expect(closed).toEqual(ALL);
});

test('a storage that fails to open is the error, and the rest is closed', async () => {
  const { closed, adapters } = recordingClose('webhooks');
  const storage = Promise.reject(new Error('The database is away.'));
  await expect(startTandem({ ...adapters, storage })).rejects.toThrow('The database is away.');
  expect(closed).toEqual(['webhooks', 'files']);
});

test('housekeeping runs by the given clock and schedule, and its failures are logged once a minute', async () => {
  const time = handMovedTime();
  const logged: unknown[] = [];
  const storage = memory();
  let away = true;
  const leads = async () => {
    if (away) throw new Error('The database is away.');
    return true;
  };
  const tandem = await startTandem({
    storage: { ...storage, leads },
    clock: time.now,
    schedule: time.schedule,
    logger: { error: (details, message) => logged.push([message, details]), warn: () => undefined },
  });
  await settled();
  time.advance(1_000);
  await settled();
  expect(logged).toEqual([
    ['housekeeping failed', { job: 'leads', error: new Error('The database is away.') }],
  ]);
  away = false;
  await tandem.close();
  expect(time.timers()).toBe(0);
});

test('the error behind a 500 is logged, and not shown', async () => {
  const logged: unknown[] = [];
  const tandem = await startTandem({
    storage: memory(),
    logger: { error: (details, message) => logged.push([message, details]), warn: () => undefined },
  });
  const { secret } = await tandem.operator.createWorkspace(acme);
  const error = new Error('a bug of the host');
  tandem.before('tasks.list', () => {
    throw error;
  });
  const headers = { Authorization: `Bearer ${secret}` };
  const response = await handler(tandem)(new Request('http://localhost/api/v1/tasks', { headers }));
  const { requestId, message } = ((await response.json()) as { error: Record<string, string> }).error;
  expect([response.status, message]).toEqual([500, expect.not.stringContaining('bug')]);
  expect(logged).toEqual([['request failed', { requestId, error }]]);
  await tandem.close();
});

test('without housekeeping nothing runs by itself', async () => {
  const time = handMovedTime();
  const tandem = await startTandem({
    storage: memory(),
    schedule: time.schedule,
    housekeeping: false,
  });
  expect(time.timers()).toBe(0);
  await tandem.close();
});

test('an unknown option is refused, and everything is closed', async () => {
  const { closed, adapters } = recordingClose('storage');
  const misspelt = { ...adapters, clok: Date.now };
  await expect(startTandem(misspelt)).rejects.toThrow('createTandem has no port named clok.');
  expect(closed).toEqual(ALL);
});
