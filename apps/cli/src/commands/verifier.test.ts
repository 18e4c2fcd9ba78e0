import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Api, apiOf, keepWhatRuns, newAgent, type Office, office } from '@tandem/server/testing';
import { newUser, run, start, type User } from '../../testing/cli.ts';
import type { Repository } from '../../testing/git.ts';
import { artifactOf, CHECK, HONEST, project } from '../../testing/verification.ts';

let there: Office;
let ada: Api;
let author: Api;
let verifier: Api;
let checker: User;
let repo: Repository;
let commit: string;

beforeAll(async () => {
  there = await office();
  ({ ada } = there);
  const { url } = there.server;
  author = apiOf(url, (await newAgent(ada, 'author', 'tasks:read', 'tasks:write')).key);
  const { id, key } = await newAgent(ada, 'checker', 'tasks:read', 'tasks:write');
  await ada('PATCH', `agents/${id}`, { verifier: true });
  verifier = apiOf(url, key);
  repo = project();
  commit = repo.commit(HONEST);
  checker = newUser({ TANDEM_URL: url, TANDEM_KEY: key });
  keepWhatRuns();
});

/** A task whose result has this check; returns its number and the id of the verification. */
async function submitted(check: Partial<typeof CHECK> = {}): Promise<{ task: number; id: string }> {
  const criteria = [{ id: 'tests', text: 'Tests pass', check: { ...CHECK, ...check } }];
  const { body } = await ada('POST', 'tasks', { title: 'Fix it', status: 'in_progress', criteria });
  const task = body.taskNumber;
  const artifact = artifactOf(repo, commit);
  await author('POST', `tasks/${task}/results`, { outcome: 'succeeded', summary: 'Done', artifact });
  const { data } = (await ada('GET', `tasks/${task}/verifications`)).body;
  return { task, id: data[0].id };
}

const stateOf = async (id: string) => (await ada('GET', `verifications/${id}`)).body;
async function until(id: string, isSo: (verification: Awaited<ReturnType<typeof stateOf>>) => boolean) {
  for (;;) {
    const verification = await stateOf(id);
    if (isSo(verification)) return verification;
    await pause(50);
  }
}
const working = (...options: string[]) =>
  start(checker, ['verifier', 'run', '--agent', 'checker', '--repo', repo.folder, ...options]);
const scratches = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tandem-verifier-'));

test('takes verifications until stopped, and keeps its key from commands', async () => {
  const { id } = await submitted({
    command: 'tr "\\\\0" "\\\\n" < /proc/$PPID/environ; env; sh test/check.sh',
  });
  const doing = working();
  const { report, verifier: by } = await until(id, ({ state }) => state === 'passed');
  expect(by).toMatchObject({ name: 'checker' });
  expect(report).toMatchObject({ exitCode: 0, output: expect.stringMatching(/\nright\n$/) });
  expect(report.output).not.toContain('tdm_');
  doing.signal('SIGTERM');
  expect(await doing.done).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/commands can do what your user can[\s\S]*Verifying for checker at http/),
  });
});

test('shows the output while a command runs, and releases it on Ctrl-C', async () => {
  const { id } = await submitted({ command: 'echo begun; sleep 600' });
  const doing = working();
  const { progress } = await until(id, (seen) => seen.progress !== null);
  expect(progress.output).toBe('begun\n');
  doing.signal('SIGINT');
  expect(await doing.done).toMatchObject({ code: 0 });
  expect(await stateOf(id)).toMatchObject({ state: 'pending', tries: 0, verifier: null });
  await verifier('POST', `verifications/${id}/claim`, {});
}, 30_000);

test('stops the command when the lease is lost, and reports nothing', async () => {
  const { id } = await submitted({ command: `echo begun; sleep 600; echo late` });
  const doing = working();
  await until(id, (seen) => seen.progress !== null);
  const { body } = await verifier('POST', `verifications/${id}/claim`, { takeOver: true });
  await doing.says(/: lost \(/);
  expect(await stateOf(id)).toMatchObject({ state: 'running', report: null });
  doing.signal('SIGTERM');
  await doing.done;
  await verifier('POST', `verifications/${id}/report`, {
    token: body.lease.token,
    outcome: 'failed',
    durationMs: 1,
  });
}, 60_000);

test('runs one verification, exits with its outcome, and cleans up after a killed run', async () => {
  const first = await submitted({ command: 'echo begun; sleep 600' });
  const doing = working('--once', first.id);
  await until(first.id, (seen) => seen.progress !== null);
  const left = scratches();
  expect(left).toEqual(expect.arrayContaining([expect.stringContaining(`-${doing.pid}-`)]));
  doing.signal('SIGKILL');
  await doing.done;
  const second = await submitted();
  expect(await working('--once', second.id).done).toMatchObject({ code: 0 });
  expect(scratches().filter((name) => name.includes(`-${doing.pid}-`))).toEqual([]);
  // Its own id is free again, since the same verifier takes it over.
  await ada('PATCH', `tasks/${first.task}`, {
    criteria: [{ id: 'tests', text: 'Tests pass', check: { ...CHECK, command: 'false' } }],
  });
  const { data } = (await ada('GET', `tasks/${first.task}/verifications`)).body;
  expect(await working('--once', data[0].id).done).toMatchObject({ code: 1 });
  expect(await stateOf(data[0].id)).toMatchObject({ state: 'failed' });
}, 60_000);

test('a CI job lists verifications and reports what it has run, for the right commit only', async () => {
  const { id } = await submitted();
  const { stdout } = await run(checker, ['verify', 'list']);
  expect(stdout).toContain(id);
  const log = join(checker.home, 'test.log');
  writeFileSync(log, 'ok 1\n');
  const report = [
    'verify',
    'report',
    id,
    '--outcome',
    'passed',
    '--exit-code',
    '0',
    '--output',
    log,
    '--seconds',
    '2.5',
  ];
  expect(await run(checker, [...report, '--commit', 'a'.repeat(40)])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(commit),
  });
  expect(await run(checker, [...report, '--commit', commit])).toMatchObject({
    code: 0,
    stderr: 'Reported: passed.\n',
  });
  expect(await stateOf(id)).toMatchObject({
    state: 'passed',
    report: {
      output: 'ok 1\n',
      outputLength: 5,
      durationMs: 2_500,
      outputDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
});

// biome-ignore format: a table
test.each<[string[], number, string]>([
  [['--outcome', 'passed', '--exit-code', '1'],  2, '--outcome passed'],
  [['--outcome', 'passed', '--changed', 'a.sh'], 2, '--outcome passed'],
  [['--outcome', 'failed', '--exit-code', '0.5'], 1, 'exitCode'],
  [['--outcome', 'failed', '--seconds', '-1'],   1, 'durationMs'],
])('a report with %j is refused, and leaves the verification to others', async (options, code, message) => {
  const { id } = await submitted();
  expect(await run(checker, ['verify', 'report', id, ...options])).toMatchObject({
    code,
    stderr: expect.stringContaining(message),
  });
  expect(await stateOf(id)).toMatchObject({ state: 'pending', tries: 0 });
});

const MANY = Array.from({ length: 51 }, (_, i) => ['--repository', `https://git.example/${i}/`]).flat();

test.each([
  [MANY, 2, '--repository: at most 50 addresses'],
  [['--clone', ...MANY], 2, '--repository: at most 50 addresses'],
  [['--clone'], 2, '--clone needs --repository'],
  [['--repo', '/nowhere'], 1, 'is no git repository'],
  [['--default-branch', 'gone'], 1, 'There is no branch gone'],
  [['--env', 'TANDEM_NO_SUCH'], 2, 'there is no such variable'],
])('refuses %j', async (options, code, message) => {
  const args = ['verifier', 'run', '--agent', 'checker'];
  const where = options.includes('--repo') || options.includes('--clone') ? [] : ['--repo', repo.folder];
  expect(await run(checker, [...args, ...where, ...options])).toMatchObject({
    code,
    stderr: expect.stringContaining(message),
  });
});
