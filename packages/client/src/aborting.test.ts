import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { cutting } from '../testing/cutting.ts';
import { type Running, running } from '../testing/service.ts';

const ROOT = resolve(__dirname, '../../..');

let office: Running;
beforeAll(async () => {
  office = await running();
});
afterAll(() => office.stop());

const REASON = new Error('enough');

/** A signal that fires after this many milliseconds. */
function after(ms: number): AbortSignal {
  const ends = new AbortController();
  setTimeout(() => ends.abort(REASON), ms);
  return ends.signal;
}

test('sends nothing if the signal has already fired', async () => {
  const proxy = await cutting(office.url);
  const sent = office.as('ada', { url: proxy.url }).workspace.me({ signal: AbortSignal.abort(REASON) });
  await expect(sent).rejects.toBe(REASON);
  expect(proxy.count()).toBe(0);
  await proxy.stop();
});

test("rejects with the signal's reason while the service holds the request", async () => {
  const scout = office.as('scout');
  const beganAt = performance.now();
  await expect(scout.claims.next({ wait: 20 }, { signal: after(50) })).rejects.toBe(REASON);
  await expect(scout.work.next(office.agentId, { wait: Infinity }, { signal: after(50) })).rejects.toBe(
    REASON,
  );
  expect(performance.now() - beganAt).toBeLessThan(5_000);
  // Gives the service time to notice that the connection is closed, so that the aborted wait does not get the
  // task.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { taskNumber } = await office.as('ada').tasks.create({ title: 'Free', assignedTo: 'scout' });
  expect((await office.as('ada').tasks.archive(taskNumber)).status).toBe('todo');
});

test('rejects while it pauses before a retry', async () => {
  const tandem = office.as('ada', { url: 'http://127.0.0.1:1', tries: Infinity, retryMs: Infinity });
  jest.spyOn(Math, 'random').mockReturnValue(0.99);
  await expect(tandem.workspace.me({ signal: after(600) })).rejects.toBe(REASON);
  jest.restoreAllMocks();
});

test('rejects while a file downloads', async () => {
  const ada = office.as('ada');
  const { id } = await ada.files.upload({ name: 'large', content: new Uint8Array(8 * 1024 * 1024) });
  const ends = new AbortController();
  const response = await ada.files.content(id, { signal: ends.signal });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  ends.abort(REASON);
  await expect(
    (async () => {
      for (;;) if ((await reader.read()).done) return;
    })(),
  ).rejects.toBe(REASON);
});

test('ends a stream without an error', async () => {
  const ada = office.as('ada');
  const events: unknown[] = [];
  for await (const event of ada.events.stream({}, { signal: after(100) })) events.push(event);
  expect(events).toEqual([]);
});

/** Runs in its own process, which exits only if nothing is left running. */
const PROGRAM = `
const { createClient } = require('@tandem/client');
const [, url, key, agentId] = process.argv;
const tandem = createClient({ url, key });
const ends = new AbortController();
const { signal } = ends;
const one = async (act) => { try { await act(); } catch (error) { if (!signal.aborted) console.log(error); } };
const all = [
  one(() => tandem.work.next(agentId, { wait: Infinity }, { signal })),
  one(async () => { for await (const event of tandem.events.stream({}, { signal })) console.log(event.type); }),
  one(() => createClient({ url: 'http://127.0.0.1:1', tries: Infinity, retryMs: Infinity }).workspace.me({ signal })),
];
setTimeout(() => ends.abort(), 300);
Promise.all(all).then(() => console.log('all ended'));
`;

test('leaves nothing running that keeps the program alive', async () => {
  const args = ['-r', 'esbuild-register', '--conditions=@tandem/source', '-e', PROGRAM];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...args, office.url, office.keys.scout, office.agentId],
    { cwd: ROOT, timeout: 20_000 },
  );
  expect(stdout).toBe('all ended\n');
});
