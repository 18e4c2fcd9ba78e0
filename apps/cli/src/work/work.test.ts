import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, apiOf, keepWhatRuns, newAgent, newKey, type Office, office } from '@tandem/server/testing';
import { newUser, run, start, type User } from '../../testing/cli.ts';

let there: Office;
let ada: Api;

beforeAll(async () => {
  there = await office();
  ada = there.ada;
  keepWhatRuns();
});

let count = 0;
let agent: User;
let name: string;
let agentId: string;

/** Each test has its own agent, whose tasks are assigned to it. */
beforeEach(async () => {
  name = `agent${count++}`;
  const { id, key } = await newAgent(ada, name, 'tasks:read', 'tasks:write');
  agentId = id;
  agent = newUser({ TANDEM_URL: there.server.url, TANDEM_KEY: key });
});

const task = async (body: object = {}): Promise<number> =>
  (await ada('POST', 'tasks', { title: 'Count the gulls', assignedTo: name, ...body })).body.taskNumber;
const work = (...args: string[]) => run(agent, ['work', ...args]);
const statusOf = async (number: number): Promise<string> => (await ada('GET', `tasks/${number}`)).body.status;

test('exits with 75 when there is no work, at once or after the wait', async () => {
  const none = { code: 75, stdout: '', stderr: 'There is nothing to do now.\n' };
  expect(await work('next')).toMatchObject(none);
  expect(await work('next', '--wait', '1')).toMatchObject(none);
});

test('a wait without a limit gets the next task', async () => {
  const waiting = start(agent, ['work', 'next', '--wait', '--json']);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const number = await task();
  const { code, stdout } = await waiting.done;
  expect([code, JSON.parse(stdout).task.taskNumber]).toEqual([0, number]);
});

test('claims, shows and submits a task without passing its token', async () => {
  const criteria = [
    { id: 'number', text: 'There is a number' },
    { id: 'list', text: 'There is a list' },
  ];
  const number = await task({ criteria, description: 'All of them.' });
  const taken = await work('next');
  expect(taken.code).toBe(0);
  expect(taken.stdout).toMatch(
    /^#\d+ Count the gulls\n[\s\S]*Description\n {2}All of them\.\n\nCriteria\n {2}\[open\] number: /,
  );
  const token = (await work('next', '--task', String(number))).stdout;
  expect(token).toBe('');

  const beat = await work(
    'heartbeat',
    '--note',
    'Half',
    '--percent',
    '50',
    '--checkpoint',
    'north: 12',
    '--usage',
    'tokens=7',
  );
  expect([beat.code, beat.stdout]).toEqual([0, 'continue\n']);
  expect((await ada('GET', `tasks/${number}`)).body.claim.progress).toMatchObject({
    note: 'Half',
    percent: 50,
  });
  // The task is claimed, so a change must send the token too.
  expect((await run(agent, ['task', 'edit', String(number), '--priority', 'p1'])).code).toBe(0);

  writeFileSync(join(agent.home, 'list.txt'), '31 gulls\n');
  const proof = ['--evidence', 'number=31', '--command', 'list=echo counted', '--file', 'list=list.txt'];
  const done = await run(agent, ['work', 'submit', '--summary', '-', ...proof], 'There are 31.\n');
  expect(done).toMatchObject({ code: 0, stdout: '' });
  expect(await statusOf(number)).toBe('waiting');
  const [result] = (await ada('GET', `tasks/${number}/results`)).body.data;
  expect(result).toMatchObject({ outcome: 'succeeded', summary: 'There are 31.' });
  expect(result.evidence).toEqual([
    { criterionId: 'number', text: '31' },
    { criterionId: 'list', command: 'echo counted', output: 'counted', exitCode: 0 },
    { criterionId: 'list', fileId: expect.any(String) },
  ]);
  expect((await run(agent, ['task', 'show', String(number)])).stdout).toMatch(
    /\nEvidence\n {2}number: 31\n {2}list: echo counted \(exit code 0\)\n {2}list: file \w+\n/,
  );
  expect(await work('held')).toMatchObject({ stdout: '', stderr: 'This key holds no tasks.\n' });
});

test('lists the attempts at a task with cost, end and transcript', async () => {
  const number = await task();
  const attempts = (...args: string[]) => run(agent, ['task', 'attempts', String(number), ...args]);
  expect(await attempts()).toMatchObject({ code: 0, stderr: 'No agent has worked on this task.\n' });
  await work('next');
  await work('heartbeat', '--usage', 'costUsd=0.419', '--usage', 'tokens=7');
  expect((await attempts()).stdout).toMatch(/^1\t\w+\t\S+Z\t\trunning\t\$0\.42 tokens=7\t\t\t\t\t\n$/);
  await work('release');
  const transcript = {
    schema_version: 'ATIF-v1.6',
    session_id: 's',
    agent: { name: 'test', version: '1' },
    steps: [{ step_id: 1, source: 'agent', message: 'Counted' }],
  };
  const api = apiOf(there.server.url, agent.env.TANDEM_KEY as string);
  await api('PUT', `tasks/${number}/attempts/1/transcript`, transcript);
  expect((await attempts()).stdout).toMatch(/\treleased\t\$0\.42 tokens=7\t\t1\t\w+\t\t\n$/);
  const [found] = (await attempts('--json')).stdout.trim().split('\n');
  expect(JSON.parse(found as string)).toMatchObject({ end: 'released', transcript: { steps: 1 } });
});

describe.each(['any', 'runs'] as const)('where agents may use %s keys', (agentKeys) => {
  beforeEach(() => ada('PATCH', 'workspace', { agentKeys }));
  afterEach(() => ada('PATCH', 'workspace', { agentKeys: 'any' }));

  test('commands about the claimed task have the key of its run', async () => {
    const number = await task({ criteria: [{ id: 'list', text: 'There is a list' }] });
    await work('next');
    const folder = join(agent.home, '.local/state/tandem/claims');
    const file = join(folder, readdirSync(folder)[0] ?? '', `${number}.json`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { runKey } = JSON.parse(readFileSync(file, 'utf8'));
    expect((await apiOf(there.server.url, runKey)('GET', 'me')).body.key.kind).toBe('run');
    const all = [
      ['task', 'show', String(number)],
      ['task', 'comment', String(number), 'Counting'],
      ['work', 'heartbeat', '--note', 'Half'],
      ['task', 'create', 'Count the eggs', '--parent', String(number), '--assign', name],
    ];
    for (const args of all) expect([args, await run(agent, args)]).toMatchObject([args, { code: 0 }]);
    writeFileSync(join(agent.home, 'list.txt'), '31 gulls');
    expect(await work('submit', '--summary', 'Done', '--file', 'list=list.txt')).toMatchObject({ code: 0 });
    expect(await statusOf(number)).toBe('waiting');
  });

  test('a command after the end of the claim says why, and forgets it', async () => {
    const number = await task({ criteria: [{ id: 'list', text: 'There is a list' }] });
    await work('next');
    await ada('POST', `tasks/${number}/transition`, { to: 'todo' });
    writeFileSync(join(agent.home, 'list.txt'), '31 gulls');
    const { code, stderr } = await work('submit', '--summary', 'Done', '--file', 'list=list.txt');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/claim/)]);
    expect(await work('submit', '--summary', 'Done')).toMatchObject({ code: 2 });
  });
});

test('a saved claim is only for this user, and another key does not see it', async () => {
  await task();
  await work('next');
  const folder = join(agent.home, '.local/state/tandem/claims');
  const [whose = ''] = readdirSync(folder);
  const [file = ''] = readdirSync(join(folder, whose));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, whose, file)).mode & 0o777).toBe(0o600);
  const key = await newKey(ada, { kind: 'agent', memberId: agentId, scopes: ['tasks:write'] });
  const other = { ...agent, env: { ...agent.env, TANDEM_KEY: key } };
  expect(await run(other, ['work', 'release'])).toMatchObject({
    code: 2,
    stderr: 'This key has no claimed task here. Claim one with tandem work next.\n',
  });
});

test("claims nothing if the token can't be saved", async () => {
  const number = await task();
  writeFileSync(join(agent.home, '.local'), '');
  expect(await work('next')).toMatchObject({ code: 1, stderr: expect.stringContaining('XDG_STATE_HOME') });
  expect(await statusOf(number)).toBe('todo');
});

test('a command that fails proves nothing, and one for an unknown criterion is not run', async () => {
  const number = await task({ criteria: [{ id: 'tests', text: 'The tests pass' }] });
  await work('next');
  const failed = await work('submit', '--summary', 'Done', '--command', 'tests=echo 3 failed; exit 1');
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ended with 1, which proves nothing'),
  });
  const strange = await work('submit', '--summary', 'Done', '--command', 'test=touch ran');
  expect(strange).toMatchObject({ code: 2, stderr: 'The task has no criterion test: it has tests.\n' });
  expect(readdirSync(agent.home)).not.toContain('ran');
  expect(await statusOf(number)).toBe('in_progress');
  const options = ['--outcome', 'partial', '--command', 'tests=echo 3 failed; exit 1'];
  expect((await work('submit', '--summary', 'Nearly', ...options)).code).toBe(0);
  const [result] = (await ada('GET', `tasks/${number}/results`)).body.data;
  expect(result.evidence).toMatchObject([{ output: '3 failed', exitCode: 1 }]);
});

test('the command for evidence does not get the key', async () => {
  const number = await task({ criteria: [{ id: 'env', text: 'No key' }] });
  await work('next');
  await work('submit', '--summary', 'Done', '--command', 'env=env');
  const [result] = (await ada('GET', `tasks/${number}/results`)).body.data;
  expect(result.evidence[0].output).not.toContain('tdm_');
});

test('a question frees the agent, and the task comes back with the answer', async () => {
  const number = await task();
  await work('next');
  const asked = await work('ask', '--text', 'Do chicks count?', '--option', 'yes=Yes', '--option', 'no=No');
  expect(asked.code).toBe(0);
  expect(await work('next')).toMatchObject({ code: 75 });
  const person = newUser({ TANDEM_URL: there.server.url, TANDEM_KEY: there.adminKey });
  const id = asked.stdout.trim();
  expect(
    (await run(person, ['question', 'answer', id, '--choice', 'no', '--comment', 'Too small'])).code,
  ).toBe(0);
  const again = await work('next');
  expect(again.stdout).toMatch(/\nQuestion\n {2}Do chicks count\?\n\nAnswer by ada\n {2}no\n {2}Too small\n/);
  expect(again.stdout).toMatch(new RegExp(`^#${number} `));
});

test('a claimed task blocks further claims, and is resumed after a crash', async () => {
  const number = await task();
  await task();
  await work('next');
  const more = await work('next');
  expect(more).toMatchObject({ code: 1, stdout: '' });
  expect(more.stderr).toMatch(new RegExp(`held: #${number}\\n.*tandem work next --resume`));
  expect((await work('next', '--resume')).stdout).toMatch(new RegExp(`^#${number} `));
  expect((await work('release', '--note', 'Later', '--after', '+1h')).code).toBe(0);
  expect(await statusOf(number)).toBe('todo');
});

test("work held lists the agent's claims on the server, wherever they were made", async () => {
  await ada('PATCH', `agents/${agentId}`, { maxClaims: 2 });
  const first = await task();
  const second = await task();
  await work('next', '--task', String(first));
  const elsewhere = { ...newUser(), env: agent.env };
  await run(elsewhere, ['work', 'next', '--task', String(second)]);
  const { code, stdout } = await work('held', '--json');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(lines).toHaveLength(2);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ taskNumber: first, title: 'Count the gulls', tokenKept: true }),
      expect.objectContaining({ taskNumber: second, tokenKept: false }),
    ]),
  );
  expect(lines[0].claim).toMatchObject({ agent: { name }, expiresAt: expect.any(String) });
  await ada('POST', `agents/${agentId}/stop`);
  expect((await work('held', '--json')).stdout).toBe('');
});

test('work held for a runtime key lists active claims made on this machine', async () => {
  const key = await newKey(ada, { kind: 'runtime', scopes: ['agents:read', 'tasks:read', 'tasks:write'] });
  const host = newUser({ TANDEM_URL: there.server.url, TANDEM_KEY: key });
  const number = await task();
  await run(host, ['work', 'next', '--agent', name]);
  expect(JSON.parse((await run(host, ['work', 'held', '--json'])).stdout).taskNumber).toBe(number);
  await ada('POST', `tasks/${number}/transition`, { to: 'todo' });
  expect((await run(host, ['work', 'held'])).stderr).toBe('This key holds no tasks.\n');
});

test('with several tasks, the number selects one, and a token can be passed', async () => {
  await ada('PATCH', `agents/${agentId}`, { maxClaims: 2 });
  const first = await task();
  const second = await task();
  const { token } = JSON.parse((await work('next', '--json')).stdout).lease;
  await work('next');
  expect(await work('release')).toMatchObject({
    code: 2,
    stderr: `This key has claimed several tasks here. Specify one of ${first}, ${second}.\n`,
  });
  const elsewhere = { ...newUser(), env: agent.env };
  expect((await run(elsewhere, ['work', 'release', String(first), '--token', token])).code).toBe(0);
  expect((await work('release', `#${second}`)).code).toBe(0);
});

test('a lost claim is reported, and its saved token deleted', async () => {
  const number = await task();
  await work('next');
  await ada('POST', `tasks/${number}/transition`, { to: 'todo' });
  const lost = await work('submit', '--summary', 'Done');
  expect([lost.code, lost.stdout]).toEqual([1, '']);
  expect(lost.stderr).toContain('Drop this work and claim another task: tandem work next.');
  expect((await work('held')).stdout).toBe('');
  expect(await statusOf(number)).toBe('todo');
});

test('follows with heartbeats until the task is submitted, and reports a stop', async () => {
  await task();
  await work('next', '--lease-seconds', '30');
  const following = start(agent, ['work', 'heartbeat', '--follow']);
  await following.says(/continue/);
  expect((await work('submit', '--summary', 'Done')).code).toBe(0);
  expect(await following.done).toMatchObject({ code: 0, stdout: 'continue\n' });

  await task();
  await work('next');
  await ada('PATCH', `agents/${agentId}`, { paused: true });
  expect(await work('heartbeat')).toMatchObject({ code: 0, stdout: 'stop\n' });
});

test('following exits with 1 and a message when the task is taken away', async () => {
  const number = await task();
  await work('next', '--lease-seconds', '30');
  const following = start(agent, ['work', 'heartbeat', '--follow']);
  await following.says(/continue/);
  await ada('POST', `agents/${agentId}/stop`);
  expect(await following.done).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Task ${number} is lost`),
  });
}, 40_000);

test("a worker's command uses the task and token set by the worker", async () => {
  const number = await task();
  const { token } = JSON.parse((await work('next', '--json')).stdout).lease;
  const env = { ...agent.env, TANDEM_TASK: String(number), TANDEM_CLAIM: token };
  const inside = { ...newUser(), env };
  expect((await run(inside, ['work', 'heartbeat', '--note', 'At it'])).code).toBe(0);
  expect((await run(inside, ['task', 'edit', String(number), '--priority', 'p0'])).code).toBe(0);
});
