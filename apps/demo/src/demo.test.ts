import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Api,
  apiOf,
  cleanUp,
  keepWhatRuns,
  newWorkspace,
  type Running,
  startTandem,
  stopped,
  tandem,
  temporaryFolder,
} from '@tandem/server/testing';

/** Creating the demo takes 2 s of CPU time, and more on a busy machine. */
const PATIENCE_MS = 90_000;
/** The time limit of a stop that has nothing to wait for. */
const USUAL_STOP_MS = 10_000;

interface Demo {
  readonly server: Running;
  readonly url: string;
}

async function demo(dataDir: string): Promise<Demo> {
  const server = startTandem(['serve', '--demo'], { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0' });
  const [, url = ''] = await server.says('stdout', /^Tandem serves (http:\/\/\S+)\n/m);
  return { server, url };
}

/** Polls until there is a value. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error('The value never appeared.');
}

const dataDir = temporaryFolder();
let running: Demo;
let key: string;
let mira: Api;

beforeAll(async () => {
  // The state that a demo leaves when it is stopped while being created.
  await newWorkspace(dataDir);
  writeFileSync(join(dataDir, 'demo.json'), '{"told":false}\n');
  running = await demo(dataDir);
  [, key = ''] = await running.server.says('stdout', /^ {2}(tdm_\w+)$/m);
  mira = apiOf(running.url, key);
  keepWhatRuns();
}, PATIENCE_MS);
afterEach(cleanUp);

test('a new demo prints a sign-in link and its folder', async () => {
  const [, code] = await running.server.says('stdout', /^ {2}http:\S+\/#code=(tdl_\w+)$/m);
  const signedIn = await fetch(`${running.url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect(signedIn.status).toBe(201);
  await running.server.says('stdout', new RegExp(`SQLite keeps the demo in ${dataDir},`));
});

test('an interrupted creation starts over and completes', async () => {
  const { body: workspace } = await mira('GET', 'workspace');
  const { body: inbox } = await mira('GET', 'inbox');
  expect([workspace.name, inbox.total >= 9]).toEqual(['Linden Library', true]);
});

test('the doctor finds no problem in a demo', async () => {
  const { code, stdout } = await tandem(['doctor'], { TANDEM_DATA_DIR: dataDir });
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('WRONG')]);
});

test('a demo agent works on a task and reports its progress', async () => {
  const progress = await until(async () => {
    const { body } = await mira('GET', 'tasks?status=in_progress&assigned=wren');
    return body.data[0]?.claim?.progress ?? undefined;
  });
  expect(progress).toMatchObject({ note: expect.any(String), percent: expect.any(Number) });
});

test('a demo agent answers a chat while it works', async () => {
  const { body: agents } = await mira('GET', 'agents');
  const { id: agentId } = agents.data.find(({ name }: { name: string }) => name === 'wren');
  const { body: sent } = await mira('POST', 'chats', { agentId, body: 'What are you working on?' });
  const { body: turn } = await mira('GET', `chats/${sent.thread.id}/turns/${sent.turn.id}?wait=25`);
  expect(turn).toMatchObject({
    status: 'complete',
    reply: { body: expect.stringContaining('I am working on this now') },
  });
});

test('a demo stops within the usual time, and the next start keeps its data', async () => {
  const { body: made } = await mira('POST', 'tasks', { title: 'Mine', assignedTo: 'mira' });
  const begun = performance.now();
  expect((await stopped(running.server)).code).toBe(0);
  expect(performance.now() - begun).toBeLessThan(USUAL_STOP_MS);

  const again = await demo(dataDir);
  await again.server.says('stdout', /#code=tdl_\w+$/m);
  const { body: task } = await apiOf(again.url, key)('GET', `tasks/${made.taskNumber}`);
  expect(task.title).toBe('Mine');
  expect((await stopped(again.server)).stdout).not.toContain('tdm_');
});

test('a folder with other files is refused and left unchanged', async () => {
  const other = temporaryFolder();
  await newWorkspace(other);
  const before = readFileSync(join(other, 'tandem.db'));
  const { code, stderr } = await tandem(['serve', '--demo'], { TANDEM_DATA_DIR: other, TANDEM_PORT: '0' });
  expect([code, stderr]).toEqual([1, expect.stringContaining('contains files that are not a demo')]);
  expect(readFileSync(join(other, 'tandem.db')).equals(before)).toBe(true);
});
