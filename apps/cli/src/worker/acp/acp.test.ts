import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanUp, keepWhatRuns, stopped, tandem } from '@tandem/server/testing';
import {
  EXAMPLE,
  git,
  newTask,
  openOffice,
  resultsOf,
  reviewed,
  SCRIPTED,
  taskOf,
  type Workshop,
  working,
  workshop,
} from '../../../testing/workshop.ts';

/** The kept transcript of the task's newest attempt. */
async function transcriptOf(world: Workshop, number: number) {
  const { body } = await world.ada('GET', `tasks/${number}/attempts`);
  const { fileId } = body.data[0].transcript;
  return (await world.ada('GET', `files/${fileId}/content`)).body;
}

jest.setTimeout(60_000);
afterEach(cleanUp);
beforeAll(async () => {
  await openOffice();
  keepWhatRuns();
});

test('hands in the last message, the commit and the changed files of a turn that ends without a result', async () => {
  const world = await workshop();
  const number = await newTask(world, 'Commit: a file / with ünusual ../ words');
  await working(world);
  const result = await reviewed(world, number);
  const branch = `tandem/${number}-commit-a-file-with-unusual-words`;
  const path = join(world.worktrees, branch.replace('tandem/', ''));
  expect(result).toMatchObject({
    outcome: 'partial',
    summary: 'The file is committed.\n\nChanged files:\n- work.txt',
    artifact: {
      kind: 'git',
      repository: `file://${world.remote}`,
      branch,
      commit: git(path, 'rev-parse', 'HEAD'),
      base: git(world.repo, 'rev-parse', 'main'),
    },
  });
  expect(git(path, 'branch', '--show-current')).toBe(branch);
  expect(world.did()[0]).toBe(`session ${path} tandem:http`);
});

// biome-ignore format: a table
test.each([
  ['http',  'any',  SCRIPTED],
  ['http',  'runs', SCRIPTED],
  ['stdio', 'any',  `NO_HTTP=1 ${SCRIPTED}`],
])('an agent that uses the tools by %s hands in once, and its steps are kept: %s keys', async (transport, agentKeys, command) => {
  const world = await workshop();
  await world.ada('PATCH', 'workspace', { agentKeys });
  const number = await newTask(world, 'Tools');
  const worker = await working(world, command);
  await worker.says('stderr', new RegExp(`task ${number}: handed in by the agent`));
  expect(world.did()).toEqual([
    expect.stringMatching(new RegExp(` tandem:${transport}$`)),
    'tools get_context,heartbeat,submit_work,release_task,ask_human,get_task,create_task,split_task,update_task,add_comment',
    ...['get_context ok', 'heartbeat ok', 'submit_work ok'],
  ]);
  expect(await resultsOf(world, number)).toMatchObject([{ outcome: 'succeeded', summary: 'By the tool.' }]);
  expect((await transcriptOf(world, number)).steps.at(-1)).toMatchObject({ source: 'agent', message: 'I handed it in.' });
});

test('an agent is told the repository of a task with checks, and hands in its commit', async () => {
  const world = await workshop();
  const criteria = [{ id: 'tests', text: 'Tests pass', check: { command: 'npm test' } }];
  const number = await newTask(world, 'Tools', { criteria });
  const worker = await working(world);
  await worker.says('stderr', new RegExp(`task ${number}: handed in by the agent`));
  const path = join(world.worktrees, `${number}-tools`);
  expect(await resultsOf(world, number)).toMatchObject([
    {
      outcome: 'succeeded',
      artifact: {
        repository: `file://${world.remote}`,
        branch: `tandem/${number}-tools`,
        commit: git(path, 'rev-parse', 'HEAD'),
      },
    },
  ]);
});

test('keeps the steps of a failed run, in ATIF without the run key', async () => {
  const world = await workshop();
  const number = await newTask(world, 'Leak');
  await working(world);
  await reviewed(world, number);
  const { schema_version, session_id, agent, steps } = await transcriptOf(world, number);
  expect([schema_version, session_id, agent]).toEqual([
    'ATIF-v1.4',
    's1',
    { name: 'scripted', version: '1' },
  ]);
  expect(steps).toMatchObject([
    { step_id: 1, source: 'user', message: expect.stringContaining(`task ${number}`) },
    { step_id: 2, source: 'agent', message: 'My key is Bearer [secret].' },
  ]);
});

test("drives the SDK's own example agent, whose edit is refused", async () => {
  const world = await workshop();
  const number = await newTask(world, 'Improve it');
  await working(world, EXAMPLE, '--allow-tools', 'read');
  expect(await reviewed(world, number)).toMatchObject({
    outcome: 'partial',
    summary: expect.stringContaining("I'll skip the configuration update."),
  });
});

// biome-ignore format: a table
test.each<[string, string, string, object]>([
  ['answers nothing',        'silent', '--timeout=2s', { outcome: 'failed', summary: expect.stringContaining('--timeout') }],
  ['floods',                 'flood',  '--no-logs',    { outcome: 'partial', summary: expect.stringMatching(/^x+enough$/) }],
  ['fails',                  'fail',   '--no-logs',    { outcome: 'failed', summary: expect.stringContaining('no model here'), failure: { class: 'agent_error' } }],
  ['speaks wrong JSON',      'garble', '--no-logs',    { outcome: 'partial', summary: 'Despite all that.' }],
])('an agent that %s leaves a result for a person', async (_, title, option, expected) => {
  const world = await workshop();
  const number = await newTask(world, title);
  await working(world, SCRIPTED, option);
  expect(await reviewed(world, number)).toMatchObject(expected);
});

/** Resolves when the agent has written down this line. */
async function noted(world: Workshop, line: string): Promise<void> {
  while (!world.did().includes(line)) await pause(20);
}

test('grants allowed tools, asks a person about others, and refuses the rest with a reason', async () => {
  const world = await workshop();
  const number = await newTask(world, 'May I?');
  const worker = await working(world, SCRIPTED, '--allow-tools', 'read', '--ask-tools', 'edit');
  let question: { id: string } | undefined;
  while (!question) {
    await pause(50);
    [question] = (await world.ada('GET', `questions?task=${number}`)).body.data;
  }
  expect(question).toMatchObject({
    kind: 'approval',
    text: expect.stringContaining('Use edit'),
    default: false,
    dueAt: expect.any(String),
    blocking: false,
  });
  expect((await taskOf(world, number)).claim).not.toBeNull();
  await world.ada('POST', `questions/${question.id}/answer`, { approved: true });
  expect(await reviewed(world, number)).toMatchObject({ summary: 'I asked.' });
  expect(world.did().slice(1)).toEqual(['read yes', 'edit yes', 'execute no']);
  await worker.says('stderr', /refused the agent a tool \(execute\)/);
});

test.each([
  ['auto,plan,default', 'default'],
  ['default,auto', 'default'],
  ['agent,read-only,agent-full-access', 'read-only'],
  ['build,plan', 'build'],
])('of the modes %s, an agent with the key of its run works in %s', async (modes, mode) => {
  const world = await workshop();
  const number = await newTask(world, 'Look');
  await working(world, `MODES=${modes} ${SCRIPTED}`);
  await reviewed(world, number);
  expect(world.did().slice(1)).toEqual([`mode ${mode}`, 'key of the run: true']);
});

test('the program behind an adapter sends what it has measured', async () => {
  const world = await workshop();
  const number = await newTask(world, 'Adapt');
  await working(world);
  await reviewed(world, number);
  expect(world.did().slice(1)).toEqual(['measured']);
});

test.each(['hang', 'stubborn'])(
  'stopping the agent in Tandem cancels the session within 2 s (%s)',
  async (title) => {
    const world = await workshop();
    const number = await newTask(world, title);
    const worker = await working(world);
    await noted(world, 'begun');
    const stoppedAt = performance.now();
    await world.ada('POST', `agents/${world.agent.id}/stop`);
    await noted(world, 'canceled');
    // A limit of the product, not of the test.
    expect(performance.now() - stoppedAt).toBeLessThan(2_000);
    if (title === 'stubborn') await noted(world, 'SIGTERM');
    await worker.says('stderr', new RegExp(`task ${number}: lost`));
    expect(await resultsOf(world, number)).toEqual([]);
  },
);

test('pausing the agent cancels the session, and the task goes back with the reason', async () => {
  const world = await workshop();
  const number = await newTask(world, 'hang');
  const worker = await working(world);
  await noted(world, 'begun');
  await world.ada('PATCH', `agents/${world.agent.id}`, { paused: true });
  await noted(world, 'canceled');
  await worker.says('stderr', new RegExp(`task ${number}: (released|lost)`));
  expect(await taskOf(world, number)).toMatchObject({ status: 'todo', claim: null });
  expect(await resultsOf(world, number)).toEqual([]);
});

test('a task whose agent died or reached its quota is released for later, with the class of the failure', async () => {
  const world = await workshop();
  const died = await newTask(world, 'die');
  const limited = await newTask(world, 'quota');
  const worker = await working(world);
  await worker.says('stderr', new RegExp(`task ${died}: released, to be done later \\(other\\)`));
  await worker.says('stderr', new RegExp(`task ${limited}: released, to be done later \\(quota\\)`));
  const restMs = Date.parse((await taskOf(world, limited)).notBefore) - Date.now();
  expect(restMs / 60_000).toBeGreaterThan(145);
  expect(restMs / 60_000).toBeLessThanOrEqual(151);
  expect(await resultsOf(world, limited)).toEqual([]);
});

test('a worker killed with SIGKILL takes its agent along, and the next one goes on in its worktree', async () => {
  const world = await workshop();
  const number = await newTask(world, 'resume');
  const first = await working(world, SCRIPTED, '--lease-seconds', '30');
  await noted(world, 'half');
  first.signal('SIGKILL');
  await first.ended;
  await working(world, SCRIPTED, '--lease-seconds', '30');
  expect(await reviewed(world, number)).toMatchObject({
    outcome: 'partial',
    summary: 'I found half of it.\n\nChanged files:\n- half.txt\n\n1 of them are not committed.',
  });
});

test.each(['any', 'runs'])(
  'removes worktrees of finished tasks, and keeps and lists those with work that is nowhere else: %s keys',
  async (agentKeys) => {
    const world = await workshop();
    await world.ada('PATCH', 'workspace', { agentKeys });
    const [pushed, local] = [await newTask(world, 'commit one'), await newTask(world, 'resume two')];
    const worker = await working(world);
    await reviewed(world, pushed);
    await noted(world, 'half');
    await stopped(worker);
    await world.ada('POST', `tasks/${pushed}/reviews`, { verdict: 'accepted' });
    await world.ada('POST', `tasks/${local}/transition`, { to: 'canceled' });
    const list = (...more: string[]) =>
      tandem(['agent', 'worktrees', '--repo', world.repo, ...more], {
        TANDEM_URL: world.server.url,
        TANDEM_KEY: world.agent.key,
      });
    expect((await list()).stdout).toMatch(
      new RegExp(`^#${pushed}\tdone\t0\t0\ttandem/${pushed}-commit-one\t`, 'm'),
    );
    const { stdout, stderr, code } = await list('--clean');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `#${local}\tcanceled\t0\t1\ttandem/${local}-resume-two\t${world.worktrees}/${local}-resume-two\n`,
    );
    expect(git(world.repo, 'branch', '--list', 'tandem/*').replace(/[*+ ]/g, '')).toBe(
      `tandem/${local}-resume-two`,
    );
  },
);
