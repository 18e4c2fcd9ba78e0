import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, apiOf, keepWhatRuns, newAgent, type Office, office } from '@tandem/server/testing';
import { newUser, run, start, type User } from '../../testing/cli.ts';
import { newRepository } from '../../testing/git.ts';

let there: Office;
let ada: Api;
let person: User;
let agent: User;
let commit: string;

const REMOTE = 'https://git.example.com/team/app.git';

beforeAll(async () => {
  there = await office();
  ({ ada } = there);
  const { url } = there.server;
  person = newUser({ TANDEM_URL: url, TANDEM_KEY: there.adminKey });
  const { key } = await newAgent(ada, 'builder', 'tasks:read', 'tasks:write');
  agent = newUser({ TANDEM_URL: url, TANDEM_KEY: key });
  const repo = newRepository({ 'app.txt': 'One\n' }, agent.home);
  repo.git('remote', 'add', 'origin', REMOTE.replace('://', '://ada:secret@'));
  commit = repo.git('rev-parse', 'HEAD');
  keepWhatRuns();
});

const work = (...args: string[]) => run(agent, ['work', ...args]);
const checked = async (): Promise<string> => {
  const criteria = ['--criterion', 'tests=Tests pass', '--check', 'tests=npm test', '--protect', 'test/**'];
  const { stdout } = await run(person, ['task', 'create', 'Fix it', '--assign', 'builder', ...criteria]);
  await work('next');
  return stdout.trim();
};
const resultsOf = async (task: string) => (await ada('GET', `tasks/${task}/results`)).body.data;

test('names the commit, the branch and the remote without credentials, and warns of other changes', async () => {
  const task = await checked();
  expect(await work('submit', '--summary', 'Done')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('tandem work submit --commit HEAD'),
  });
  writeFileSync(join(agent.home, 'more.txt'), 'Two\n');
  const { code, stderr } = await work('submit', '--summary', 'Done', '--commit', 'HEAD');
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/have changes that are not committed\. Checks run/),
  ]);
  expect(await resultsOf(task)).toMatchObject([
    { artifact: { kind: 'git', repository: REMOTE, commit, branch: 'main' } },
  ]);
});

test('takes a commit and a repository from elsewhere, and refuses half of them', async () => {
  const task = await checked();
  expect(await work('submit', '--summary', 'Done', '--repository', REMOTE)).toMatchObject({ code: 2 });
  expect(await work('submit', '--summary', 'Done', '--commit', '--output=x')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--commit ID --repository URL'),
  });
  const named = ['--commit', 'a'.repeat(40), '--repository', 'git@host:team/app'];
  expect(await work('submit', '--summary', 'Done', ...named)).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('committed'),
  });
  expect(await resultsOf(task)).toMatchObject([
    { artifact: { repository: 'git@host:team/app', commit: 'a'.repeat(40) } },
  ]);
});

test('shows criteria with their checks and verifications', async () => {
  const task = await checked();
  await work('submit', '--summary', 'Done', '--commit', 'HEAD');
  const { id, key } = await newAgent(ada, 'checker', 'tasks:read', 'tasks:write');
  await ada('PATCH', `agents/${id}`, { verifier: true });
  const checker = apiOf(there.server.url, key);
  const { data } = (await ada('GET', `tasks/${task}/verifications`)).body;
  const claimed = await checker('POST', `verifications/${data[0].id}/claim`, {});
  const report = { outcome: 'failed', exitCode: 1, output: 'ok 1\nnot ok 2\n', durationMs: 7 };
  await checker('POST', `verifications/${data[0].id}/report`, { token: claimed.body.lease.token, ...report });
  const { stdout } = await run(person, ['task', 'show', task]);
  expect(stdout).toContain(
    '  [open] tests: Tests pass\n    check: npm test; within 600 s; protects test/**\n',
  );
  expect(stdout).toContain(`  [failed] tests: Tests pass; commit ${commit.slice(0, 12)}; by checker, `);
  expect(stdout).toContain('; exit code 1; ');
  expect(stdout).toContain('    not ok 2\n');
  expect(stdout).toContain(`Commit ${commit} of ${REMOTE}`);
});

test('a worker names the commit of its folder, unless its command names another', async () => {
  const criteria = [{ id: 'tests', text: 'Tests pass', check: { command: 'npm test' } }];
  const create = async (title: string): Promise<string> =>
    (await ada('POST', 'tasks', { title, assignedTo: 'builder', criteria })).body.taskNumber;
  const [plain, named] = [await create('Plain'), await create('Named')];
  const artifact = { kind: 'git', repository: REMOTE, commit: 'b'.repeat(40) };
  const command = `grep -q Plain && echo Done || echo '${JSON.stringify({ artifact })}'`;
  const worker = start(agent, ['agent', 'run', '--agent', 'builder', '--exec', command, '--parallel', '2']);
  await worker.says(new RegExp(`task ${plain}: succeeded`));
  await worker.says(new RegExp(`task ${named}: succeeded`));
  worker.signal('SIGTERM');
  await worker.done;
  expect(await resultsOf(plain)).toMatchObject([
    {
      summary: expect.stringContaining('From the worker: '),
      artifact: { repository: REMOTE, commit, branch: 'main' },
    },
  ]);
  expect(await resultsOf(named)).toMatchObject([{ artifact }]);
});

test('a check has the time limit and the protected files of the options', async () => {
  const named = ['--criterion', 'tests=Tests pass', '--check', 'tests=npm test', '--check-timeout', '90'];
  const { stdout } = await run(person, ['task', 'create', 'Fix it', ...named]);
  const check = async () => (await ada('GET', `tasks/${stdout.trim()}`)).body.criteria[0].check;
  expect(await check()).toMatchObject({ command: 'npm test', timeoutSeconds: 90, protect: [] });
  await run(person, ['task', 'edit', stdout.trim(), ...named, '--protect', 'test/**']);
  expect(await check()).toMatchObject({ timeoutSeconds: 90, protect: ['test/**'] });
});

test('a check needs its criterion', async () => {
  const create = (...args: string[]) => run(person, ['task', 'create', 'Fix it', ...args]);
  expect(await create('--check', 'tests=npm test')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--criterion tests=TEXT'),
  });
  for (const option of [
    ['--protect', 'test/**'],
    ['--check-timeout', '5'],
  ])
    expect(await create('--criterion', 'a=b', ...option)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${option[0]} needs a check`),
    });
});
