import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { needingPrograms } from '@tandem/core/testing/programs';
import {
  type Api,
  apiOf,
  keepWhatRuns,
  newKey,
  newWorkspace,
  type Office,
  office,
} from '@tandem/server/testing';
import {
  CLI,
  newUser,
  run,
  runOnTerminal,
  start,
  startAs,
  testOnTerminal,
  type User,
} from '../../../testing/cli.ts';
import { widthOf } from '../../output/width.ts';

let there: Office;
let user: User;
let ada: Api;

/**
 * Clears a screen with 7-bit and 8-bit sequences, forges a line and a column, and reverses the text
 * direction.
 */
const HOSTILE = 'Red\u001b[2J\u009b2J\r\nOK\t7\u0007\u202eemca';

beforeAll(async () => {
  there = await office();
  ada = there.ada;
  user = newUser({ TANDEM_URL: there.server.url, TANDEM_KEY: there.adminKey });
  keepWhatRuns();
});

const create = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(user, ['task', 'create', ...args]);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
};

test('creates a task with all fields and prints its number', async () => {
  await ada('POST', 'labels', { name: 'urgent' });
  writeFileSync(join(user.home, 'body.md'), '# Why\n\nBecause.\n');
  const args = ['Write it', '--priority', 'p1', '--assign', 'scribe', '--tag', 'a,b', '--label', 'Urgent'];
  const more = ['--due', '2027-01-31', '--effort', 's', '--body', '@body.md', '--status', 'backlog'];
  const number = await create(
    ...args,
    ...more,
    '--criterion',
    'pages=Two pages',
    '--criterion',
    'It reads well',
  );
  const { body } = await ada('GET', `tasks/${number}`);
  expect(body).toMatchObject({
    title: 'Write it',
    description: '# Why\n\nBecause.',
    priority: 'p1',
    status: 'backlog',
    assignedTo: 'scribe',
    tags: ['a', 'b'],
    labels: [{ name: 'urgent' }],
    dueDate: '2027-01-31T00:00:00.000Z',
    effort: 's',
    criteria: [{ id: 'pages', text: 'Two pages' }, { text: 'It reads well' }],
  });
});

test('lists tasks in an order, and only those that match every filter', async () => {
  const late = await create('Late', '--tag', 'sorted', '--due', '2027-02-01', '--assign', 'ada');
  const soon = await create('Soon', '--tag', 'sorted', '--due', '2027-01-01');
  const never = await create('Never', '--tag', 'sorted', '--status', 'backlog');
  const listed = async (...args: string[]) => {
    const { stdout } = await run(user, ['task', 'list', '--tag', 'sorted', '--json', ...args]);
    return stdout.split('\n').flatMap((line) => (line ? [String(JSON.parse(line).taskNumber)] : []));
  };
  expect(await listed('--sort', 'due')).toEqual([soon, late, never]);
  expect(await listed('--sort', 'created', '--order', 'asc')).toEqual([late, soon, never]);
  expect(await listed('--ready', '--sort', 'due', '--due-before', '2027-01-15')).toEqual([soon]);
  expect(await listed('--assigned', 'me', '--project', 'none')).toEqual([late]);
  expect(await listed('--words', 'lat')).toEqual([late]);
  expect(await listed('--blocked')).toEqual([]);
});

test('lists the tasks of a saved view, and replaces parts of its query', async () => {
  const first = await create('First', '--tag', 'viewed', '--priority', 'p0');
  const second = await create('Second', '--tag', 'viewed', '--priority', 'p1');
  const saved = await run(user, [
    'view',
    'create',
    'Viewed',
    '--tag',
    'viewed',
    '--sort',
    'priority',
    '--shared',
  ]);
  expect(saved.stdout).toContain('tandem task list --view "Viewed"');
  const listed = async (...args: string[]) => {
    const { stdout } = await run(user, ['task', 'list', '--json', '--view', ...args]);
    return stdout.split('\n').flatMap((line) => (line ? [String(JSON.parse(line).taskNumber)] : []));
  };
  expect(await listed('viewed')).toEqual([first, second]);
  expect(await listed('Viewed', '--sort', 'created')).toEqual([second, first]);
  expect(await listed('Viewed', '--priority', 'p1')).toEqual([second]);
  expect((await run(user, ['view', 'list'])).stdout).toMatch(/^Viewed\tada\tyes\t/);
  expect((await run(user, ['view', 'delete', 'VIEWED'])).code).toBe(0);
  const missing = await run(user, ['task', 'list', '--view', 'Viewed']);
  expect(missing.stderr).toContain('There is no view Viewed. List them with: tandem view list');
});

test('reads a description from standard input, and unescapes a doubled @', async () => {
  const { stdout } = await start(user, ['task', 'create', 'Long', '--body', '-', '--json'], 'two\nlines\n')
    .done;
  expect(JSON.parse(stdout).description).toBe('two\nlines');
  const number = await create('At', '--body', '@@home');
  expect((await ada('GET', `tasks/${number}`)).body.description).toBe('@home');
});

test('edits, moves, comments on and relates a task, and clears fields with none', async () => {
  const number = await create('One', '--assign', 'ada', '--due', '+3d', '--effort', 'm');
  const other = await create('Other');
  for (const args of [
    ['edit', number, '--title', 'First', '--assign', 'none', '--due', 'none', '--effort', 'none'],
    ['move', `#${number}`, 'in_progress', '--reason', 'It is time'],
    ['comment', number, '@ada: a comment'],
    ['link', number, 'blocks', other],
  ]) {
    expect((await run(user, ['task', ...args])).code).toBe(0);
  }
  const { body } = await ada('GET', `tasks/${number}`);
  expect(body).toMatchObject({ title: 'First', assignedTo: null, dueDate: null, effort: null });
  expect([body.status, body.relations[0].task.taskNumber]).toEqual(['in_progress', Number(other)]);
  const output = (await run(user, ['task', 'show', number])).stdout;
  expect(output).toMatch(/^#\d+ First\n {2}status +in_progress\n/);
  expect(output).toContain('\nRelations\n  blocks #');
  expect(output).toMatch(/\nComment by ada \(human\), \S+\n {2}@ada: a comment\n$/);
  expect((await run(user, ['task', 'unlink', number, other])).code).toBe(0);
  expect((await ada('GET', `tasks/${number}`)).body.relations).toEqual([]);
});

test("--json prints the API's objects, and a list one per line across pages", async () => {
  const number = await create('As it is');
  const { stdout } = await run(user, ['task', 'show', number, '--json']);
  expect(JSON.parse(stdout)).toEqual((await ada('GET', `tasks/${number}`)).body);
  for (let i = 0; i < 105; i++) await ada('POST', 'tasks', { title: `${i}`, tags: ['many'] });
  const many = await run(user, ['task', 'list', '--tag', 'many', '--json', '--limit', '104']);
  const listed = many.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed.map(({ title }) => title)).toEqual(Array.from({ length: 104 }, (_, i) => `${104 - i}`));
  expect(many.stderr).toBe('There are more: --limit 208 shows more of them.\n');
  const page = (await ada('GET', 'tasks?tags=many&limit=2')).body.data;
  expect(listed.slice(0, 2)).toEqual(page);
});

test('edits and moves several tasks in one request, and tells which were refused', async () => {
  const numbers = [await create('Wash'), await create('Rinse'), await create('Repeat')];
  const all = numbers.join(',');
  const edited = await run(user, ['task', 'edit', all, '--priority', 'p0', '--json']);
  expect(edited.code).toBe(0);
  expect(
    edited.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).priority),
  ).toEqual(['p0', 'p0', 'p0']);
  await run(user, ['task', 'move', String(numbers[1]), 'canceled']);
  const moved = await run(user, ['task', 'move', all, 'canceled']);
  expect(moved.code).toBe(1);
  expect(moved.stderr).toContain(`Task ${numbers[0]} is now canceled.`);
  expect(moved.stderr).toContain(
    `Task ${numbers[1]} is unchanged. A task cannot move from canceled to canceled.`,
  );
  expect(moved.stderr).toContain(`Task ${numbers[2]} is now canceled.`);
});

test('splits a task by a plan, and shows its tree', async () => {
  const parent = await create('Renovate the tower');
  const first = await create('Scaffold', '--parent', parent);
  const plan = join(user.home, 'plan.json');
  writeFileSync(
    plan,
    JSON.stringify([
      { key: 'paint', title: 'Paint' },
      { title: 'Clean', blockedBy: ['paint'] },
      { title: 'Dry' },
    ]),
  );
  const split = await run(user, ['task', 'split', parent, '--file', plan]);
  expect([split.code, split.stderr]).toEqual([0, `Created 3 sub-tasks of task ${parent}, which is todo.\n`]);
  const [paint, clean, dry] = split.stdout.trim().split('\n');
  expect(await run(user, ['task', 'edit', String(dry), '--parent', String(paint)])).toMatchObject({
    code: 0,
  });
  expect(await run(user, ['task', 'move', first, 'canceled'])).toMatchObject({ code: 0 });
  const { stdout } = await run(user, ['task', 'tree', parent]);
  expect(stdout.split('\n')).toEqual([
    `#${parent} todo 1/3 Renovate the tower`,
    `├─ #${first} canceled Scaffold`,
    `├─ #${paint} todo 0/1 Paint`,
    `│  └─ #${dry} todo Dry`,
    `└─ #${clean} todo Clean`,
    '',
  ]);
  const shown = await run(user, ['task', 'show', String(dry)]);
  expect(shown.stdout).toContain(`#${paint} Paint`);
  writeFileSync(plan, '{"title": "no list"}');
  const refused = await run(user, ['task', 'split', parent, '--file', plan]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('must hold a list of tasks')]);
  expect(await run(user, ['task', 'move', parent, 'canceled'])).toMatchObject({ code: 1 });
  const canceled = await run(user, ['task', 'move', parent, 'canceled', '--children', 'cancel']);
  expect(canceled.code).toBe(0);
  expect((await run(user, ['task', 'tree', parent])).stdout).toContain(`#${dry} canceled Dry`);
});

test('sets, changes and removes the budget, external id and metadata of a task', async () => {
  const number = await create(
    'Import',
    ...['--budget', 'tokens=5000', '--budget', 'costUsd=2.5', '--external-id', 'jira:A-1'],
    ...['--metadata', 'area=north=shore', '--metadata', 'team=gulls'],
  );
  const fields = async () => {
    const { budget, externalId, metadata } = (await ada('GET', `tasks/${number}`)).body;
    return { budget, externalId, metadata };
  };
  expect(await fields()).toEqual({
    budget: { tokens: 5_000, costUsd: 2.5 },
    externalId: { source: 'jira', id: 'A-1' },
    metadata: { area: 'north=shore', team: 'gulls' },
  });
  const cleared = ['--budget', 'none', '--external-id', 'none', '--metadata', 'team='];
  expect(await run(user, ['task', 'edit', number, ...cleared])).toMatchObject({ code: 0 });
  expect(await fields()).toEqual({ budget: null, externalId: null, metadata: { area: 'north=shore' } });
});

needingPrograms('bash').test('a reader that stops early causes no error', async () => {
  const command = `"${process.execPath}" "${CLI}" task list --limit 1000 --json | head -n 1 > /dev/null; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await startAs(user, 'bash', ['-c', command], '').done;
  expect([stdout, stderr]).toEqual(['0\n', '']);
});

test('in a pipe, a list has one row per line with tabs between columns, and nothing is cut', async () => {
  const title = `A title that is ${'very '.repeat(40)}long`;
  const number = await create(title, '--tag', 'wide', '--assign', 'ada');
  const { stdout } = await run(user, ['task', 'list', '--tag', 'wide']);
  expect(stdout).toBe(`${number}\ttodo\tp2\tada\t\t${title}\n`);
});

describe('on a terminal', () => {
  beforeAll(async () => {
    for (const title of ['日本語の題名 '.repeat(10), HOSTILE, `🪶${'x'.repeat(200)}`]) {
      await ada('POST', 'tasks', {
        title,
        tags: ['shown'],
        assignedTo: 'ada',
        dueDate: Date.UTC(2027, 0, 31),
      });
    }
  });

  testOnTerminal.each([50, 80, 200])('a table is as wide as the terminal: %d columns', async (columns) => {
    const env = { ...user.env, NO_COLOR: '1' };
    const { code, stdout } = await runOnTerminal(
      { ...user, env },
      ['task', 'list', '--tag', 'shown'],
      columns,
    );
    const lines = stdout.trimEnd().split('\r\n');
    expect([code, lines.length]).toEqual([0, 4]);
    expect(lines[0]).toMatch(/^# +STATUS +PRI +ASSIGNED +DUE +TITLE$/);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    expect(lines[1]?.endsWith('…')).toBe(true);
    // No control characters have an effect, and colors are off.
    expect(stdout.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  });

  testOnTerminal('uses colors, unless NO_COLOR is set or the terminal has none', async () => {
    const list = ['task', 'list', '--tag', 'shown'];
    expect((await runOnTerminal(user, list)).stdout).toContain('\u001b[36m');
    const env = { ...user.env, TERM: 'dumb' };
    expect((await runOnTerminal({ ...user, env }, list)).stdout).not.toContain('\u001b');
  });
});

test('escapes control characters in texts of others, wherever it prints them', async () => {
  const { body: made } = await ada('POST', 'tasks', {
    title: HOSTILE,
    description: HOSTILE,
    criteria: [{ text: HOSTILE }],
  });
  await ada('POST', `tasks/${made.taskNumber}/comments`, { body: HOSTILE });
  for (const command of ['show', 'comments', 'list']) {
    const args = ['task', command, ...(command === 'list' ? [] : [String(made.taskNumber)])];
    const { stdout, stderr } = await run(user, args);
    expect(stdout).toContain('Red\\u001b[2J\\u009b2J');
    expect(stdout + stderr).not.toMatch(/[^\n\t\P{Cc}]|[\u202a-\u202e\u2066-\u2069]/u);
  }
});

test.each([
  [['task', 'list', '--status', 'open'], 'Allowed choices are backlog, todo,'],
  [['task', 'move', '1', 'nowhere'], 'Allowed choices are backlog, todo,'],
  [['task', 'create', 'X', '--due', 'soon'], 'It must be a date'],
  [['task', 'list', '--limit', '0'], 'It must be an integer from 1'],
  [['task', 'show', '1/2'], 'It must be the number of a task'],
  [['task', 'edit', '1'], 'Specify what to change'],
  [['task', 'comment', '1'], 'Pass the comment once'],
  [['task', 'lst'], "unknown command 'lst'"],
  [['task', 'create'], "missing required argument 'title'"],
])('exits with 2 and explains wrong usage: %j', async (args, message) => {
  const { code, stdout, stderr } = await run(user, args);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});

test.each([
  [['task', 'show', '999999'], /^.+\n$/],
  [['task', 'create', ' '], /title/],
  [['task', 'create', 'X', '--label', 'no such'], /no such/],
  [['task', 'create', 'X', '--body', '@/nowhere'], /^\/nowhere cannot be read \(ENOENT\)/],
])('exits with 1 and the reason when the service rejects: %j', async (args, message) => {
  const { code, stdout, stderr } = await run(user, args);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)]);
});

test('a rejected transition lists the allowed statuses', async () => {
  const number = await create('Not so fast');
  const { code, stderr } = await run(user, ['task', 'move', number, 'done']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('backlog, in_progress, waiting, canceled')]);
});

test("exits with 3 within seconds when the server can't be reached, and says what to check", async () => {
  const env = { ...user.env, TANDEM_URL: 'http://127.0.0.1:9' };
  const { code, stderr } = await start({ ...user, env }, ['task', 'list']).done;
  expect(code).toBe(3);
  expect(stderr).toMatch(/^Check that the server runs there\./m);
});

test('distinguishes another server from one that is down', async () => {
  const other = createServer((_request, response) => response.end('<html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const env = { ...user.env, TANDEM_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}` };
  const { code, stderr } = await run({ ...user, env }, ['task', 'list']);
  await new Promise((resolve) => other.close(resolve));
  expect([code, stderr]).toEqual([3, expect.stringMatching(/did not respond like Tandem/)]);
});

test('creates one task for repeated commands with the same key', async () => {
  const first = await create('Once', '--key', 'once-1');
  expect(await create('Once', '--key', 'once-1')).toBe(first);
});

test('Ctrl-C ends the command at once', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const env = { ...user.env, TANDEM_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
  const doing = start({ ...user, env }, ['task', 'list']);
  await new Promise((resolve) => silent.once('request', resolve));
  doing.signal('SIGINT');
  const { code, signal } = await doing.done;
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
  // A shell reports 130 for this.
  expect([code, signal]).toEqual([null, 'SIGINT']);
});

test('says so when a workspace has no tasks, and prints nothing with --json', async () => {
  const { key } = await newWorkspace(there.dataDir);
  const nobody = newUser({ TANDEM_URL: there.server.url, TANDEM_KEY: key });
  expect(await apiOf(there.server.url, key)('GET', 'tasks')).toMatchObject({ body: { data: [] } });
  expect(await run(nobody, ['task', 'list'])).toMatchObject({ code: 0, stdout: '', stderr: 'No tasks.\n' });
  expect(await run(nobody, ['task', 'list', '--json'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('reviews and prints the newest result that is not an interim one if none awaits review', async () => {
  const number = await create('Review it', '--status', 'in_progress');
  const key = await newKey(ada, { kind: 'agent', memberId: there.agent.id, scopes: ['tasks:write'] });
  const scribe = apiOf(there.server.url, key);
  await scribe('POST', `tasks/${number}/results`, { outcome: 'succeeded', summary: 'Read me', to: 'none' });
  await scribe('POST', `tasks/${number}/transition`, { to: 'waiting' });
  await scribe('POST', `tasks/${number}/results`, { outcome: 'succeeded', summary: 'Shown' });
  await scribe('POST', `tasks/${number}/results`, { outcome: 'succeeded', summary: 'Interim', to: 'none' });
  const done = await run(user, ['task', 'review', number, 'accepted']);
  expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining('scribe: Shown\n') });
});
