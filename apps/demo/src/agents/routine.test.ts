import { createClient, type Tandem } from '@tandem/client';
import {
  type Api,
  apiOf,
  cleanUp,
  keepWhatRuns,
  newKey,
  newWorkspace,
  serve,
  temporaryFolder,
} from '@tandem/server/testing';
import { IDLE_MS, MAX_FINISHED, nextRoutine } from './routine.ts';

let ada: Api;
let timetable: Tandem;
/** When the next routine task is requested. */
let now = Date.now();

beforeAll(async () => {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  const { url } = await serve(dataDir);
  ada = apiOf(url, key);
  await ada('POST', 'agents', { name: 'wren', displayName: 'Wren', emoji: '🐦', model: 'any' });
  const scopes = ['tasks:read', 'tasks:write'];
  timetable = createClient({ url, key: await newKey(ada, { kind: 'service', scopes }) });
  keepWhatRuns();
});
afterEach(cleanUp);

const routines = async () => (await ada('GET', 'tasks?assigned=wren&tags=routine')).body.data;
const next = () => nextRoutine('wren', timetable, now);
const move = (task: { taskNumber: number }, to: string) =>
  ada('POST', `tasks/${task.taskNumber}/transition`, { to });

test('creates a routine task some time after the last one has ended, and keeps a few', async () => {
  await next();
  await next();
  const [first, ...others] = await routines();
  expect([first.status, others]).toEqual(['todo', []]);

  await move(first, 'in_progress');
  await move(first, 'waiting');
  now += 10 * IDLE_MS;
  await next();
  expect(await routines()).toHaveLength(1);

  await move(first, 'done');
  now = Date.now();
  await next();
  expect(await routines()).toHaveLength(1);

  for (let made = 2; made < MAX_FINISHED + 4; made++) {
    now += 2 * IDLE_MS;
    await next();
    const [newest] = await routines();
    expect(newest.status).toBe('todo');
    await move(newest, 'in_progress');
    await move(newest, 'done');
  }
  expect(await routines()).toHaveLength(MAX_FINISHED);
});

test('a routine task causes no notifications', async () => {
  expect((await ada('GET', 'notifications')).body.data).toEqual([]);
});
