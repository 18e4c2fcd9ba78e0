import { spawnSync } from 'node:child_process';
import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import {
  apiOf,
  cleanUp,
  keepWhatRuns,
  newKey,
  type Office,
  office,
  ROOT,
  type Running,
  startTandem,
  stopped,
  temporaryFolder,
  withNewScribe,
} from '@tandem/server/testing';

jest.setTimeout(60_000);
afterEach(cleanUp);

let shared: Office;
beforeAll(async () => {
  shared = await office();
  keepWhatRuns();
});

/** The shared office with a new scribe, whose key allows turns and tasks, and without open tasks. */
async function fresh(): Promise<Office> {
  shared = await withNewScribe(shared);
  const { ada, agent, server } = shared;
  const { body: open } = await ada('GET', 'tasks?status=todo,in_progress,waiting');
  for (const { taskNumber } of open.data) await ada('POST', `tasks/${taskNumber}/archive`);
  const scopes = ['agents:write', 'tasks:read', 'tasks:write'];
  const key = await newKey(ada, { kind: 'agent', memberId: agent.id, scopes });
  return { ...shared, agent: { id: agent.id, key }, scribe: apiOf(server.url, key) };
}

async function working(world: Office, command: string, ...options: string[]): Promise<Running> {
  const worker = startTandem(['agent', 'run', '--agent', 'scribe', '--exec', command, ...options], {
    TANDEM_KEY: world.agent.key,
    TANDEM_URL: world.server.url,
    OTEL_METRIC_EXPORT_INTERVAL: '300',
  });
  await worker.says('stderr', /^(Answering|Working|Answering and working) for scribe at /);
  return worker;
}

/** A shell script in a file, for scripts too long for one line. */
function script(text: string): string {
  const file = join(temporaryFolder(), 'run.sh');
  writeFileSync(file, text);
  return `sh '${file}'`;
}

const newTask = async ({ ada }: Office, title: string, more: object = {}): Promise<number> =>
  (await ada('POST', 'tasks', { title, assignedTo: 'scribe', ...more })).body.taskNumber;
const taskOf = async ({ ada }: Office, number: number) => (await ada('GET', `tasks/${number}`)).body;
const resultsOf = async ({ ada }: Office, number: number) =>
  (await ada('GET', `tasks/${number}/results`)).body.data;

/** Waits until the task waits for this kind. */
async function waitingFor(world: Office, number: number, kind: string) {
  for (;;) {
    const task = await taskOf(world, number);
    if (task.waitingFor?.kind === kind) return task;
    await pause(50);
  }
}

test('a worker does ten tasks, asks once, redoes a returned one, and is stopped', async () => {
  const world = await fresh();
  const { ada, agent } = world;
  const pipe = join(temporaryFolder(), 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const opened = createInterface(createReadStream(pipe));
  const begun = new Promise<void>((resolve) => opened.once('line', () => resolve()));
  const over = new Promise<void>((resolve) => opened.once('close', () => resolve()));
  const numbers: number[] = [];
  for (let i = 1; i <= 8; i++) numbers.push(await newTask(world, `Plain ${i}`));
  const colored = await newTask(world, 'Paint it');
  const drafted = await newTask(world, 'Draft it');
  numbers.push(colored, drafted);
  const worker = await working(
    world,
    script(`
      read -r briefing
      case "$briefing" in
        *'"title":"Endless"'*) exec 3>'${pipe}'; sleep 60 & echo started >&3; wait ;;
        *'"choice":"blue"'*) echo "It is blue." ;;
        *'"title":"Paint it"'*)
          echo '{"question":{"kind":"choice","text":"Which color?","options":[{"id":"red","text":"Red"},{"id":"blue","text":"Blue"}]}}' ;;
        *'"verdict":"returned"'*) echo "Better." ;;
        *) echo "$TANDEM_KIND $TANDEM_TASK is done."; echo '{"usage":{"tokens":5},"evidence":[{"text":"Seen"}]}' ;;
      esac`),
  );

  const { questionId } = (await waitingFor(world, colored, 'answer')).waitingFor;
  await ada('POST', `questions/${questionId}/answer`, { choice: 'blue' });
  await waitingFor(world, drafted, 'review');
  await ada('POST', `tasks/${drafted}/reviews`, { verdict: 'returned', comment: 'Do it better.' });
  for (const number of numbers) {
    await waitingFor(world, number, 'review');
    const { status } = await ada('POST', `tasks/${number}/reviews`, { verdict: 'accepted' });
    expect([number, status, (await taskOf(world, number)).status]).toEqual([number, 201, 'done']);
  }
  expect(await resultsOf(world, numbers[0] as number)).toMatchObject([
    {
      outcome: 'succeeded',
      summary: `task ${numbers[0]} is done.`,
      usage: { tokens: 5 },
      evidence: [{ text: 'Seen' }],
    },
  ]);
  expect(await resultsOf(world, colored)).toMatchObject([{ summary: 'It is blue.' }]);
  expect(await resultsOf(world, drafted)).toMatchObject([
    { summary: 'Better.', review: { verdict: 'accepted' } },
    { summary: `task ${drafted} is done.`, review: { verdict: 'returned' } },
  ]);

  const endless = await newTask(world, 'Endless');
  await begun;
  const reportedAt = performance.now();
  await ada('POST', `agents/${agent.id}/stop`);
  await over;
  expect(performance.now() - reportedAt).toBeLessThan(12_000);
  await worker.says('stderr', new RegExp(`^task ${endless}: lost \\(paused\\)$`, 'm'));
  expect(await taskOf(world, endless)).toMatchObject({ status: 'todo', claim: null });
  expect((await stopped(worker)).code).toBe(0);
});

test('a task released for later rests, and its checkpoint goes to the next run', async () => {
  const world = await fresh();
  const number = await newTask(world, 'Wait for the mill');
  const command = `printf half > "$TANDEM_CHECKPOINT"; echo "The mill is busy." >&2; exit 75`;
  const worker = await working(world, command);
  await worker.says('stderr', /: released, to be done later$/m);
  expect(await taskOf(world, number)).toMatchObject({ status: 'todo', claim: null });
  const { body } = await world.scribe('POST', `tasks/${number}/claim`);
  expect(body).toMatchObject({ checkpoint: 'half', task: { claim: { attempt: 2 } } });
});

test('a task whose command fails goes back, and one whose result is rejected waits for a person', async () => {
  const world = await fresh();
  const failing = await newTask(world, 'Fail');
  const refused = await newTask(world, 'Boast');
  const worker = await working(
    world,
    `read -r it; case "$it" in *Boast*) echo Done; echo '{"to":"done"}';; *) echo "no model" >&2; exit 3;; esac`,
    '--only',
    'tasks',
  );
  await worker.says('stderr', new RegExp(`^task ${refused}: refused: `, 'm'));
  expect(await resultsOf(world, failing)).toMatchObject([{ outcome: 'failed', summary: 'no model' }]);
  expect((await taskOf(world, failing)).status).toBe('todo');
  expect((await resultsOf(world, refused))[0].summary).toMatch(
    /^The service rejected the output of the command: .*\n\nDone$/s,
  );
  await waitingFor(world, refused, 'attention');
});

test('a result keeps valid evidence when other evidence names an unknown criterion', async () => {
  const world = await fresh();
  const number = await newTask(world, 'Prove it', { criteria: [{ id: 'a', text: 'It is counted' }] });
  const output = `{"evidence":[{"criterionId":"x","text":"1"},{"criterionId":"a","text":"31"},{"criterionId":"y","text":"2"}]}`;
  const worker = await working(world, `echo Counted; echo '${output}'`);
  await waitingFor(world, number, 'review');
  expect(await resultsOf(world, number)).toMatchObject([
    {
      outcome: 'succeeded',
      summary: expect.stringMatching(/^Counted\n\nFrom the worker: .*"x".*"y"/s),
      evidence: [{ criterionId: 'a', text: '31' }],
    },
  ]);
  await worker.says('stderr', /: Evidence for the criterion "y" was dropped/);
});

test('a command that times out is ended and fails, after a warning about its silence', async () => {
  const world = await fresh();
  const number = await newTask(world, 'Hang');
  const logs = temporaryFolder();
  const options = ['--timeout', '3s', '--silent-after', '1s', '--logs', logs];
  const worker = await working(world, `echo Begun; trap '' TERM; sleep 60`, ...options);
  await worker.says('stderr', new RegExp(`^task ${number}: no output for 1 second$`, 'm'));
  await worker.says('stderr', new RegExp(`^task ${number}: failed$`, 'm'));
  expect(await resultsOf(world, number)).toMatchObject([
    { outcome: 'failed', summary: expect.stringContaining('--timeout') },
  ]);
  const [log] = readdirSync(logs) as [string];
  expect(readFileSync(join(logs, log), 'utf8')).toBe('Begun\n\n[timed out, ended by a signal]\n');
});

test("a worker keeps the output of its runs in the user's state folder unless configured otherwise", async () => {
  const world = await fresh();
  const state = temporaryFolder();
  const number = await newTask(world, 'Short');
  const worker = startTandem(['agent', 'run', '--agent', 'scribe', '--exec', 'echo Seen'], {
    TANDEM_KEY: world.agent.key,
    TANDEM_URL: world.server.url,
    XDG_STATE_HOME: state,
  });
  const [notice] = await worker.says('stderr', /^Output of runs is saved in .*$/m);
  await worker.says('stderr', new RegExp(`^task ${number}: succeeded$`, 'm'));
  const folder = join(state, 'tandem', 'runs', 'scribe');
  const [log] = readdirSync(folder) as [string];
  expect(readFileSync(join(folder, log), 'utf8')).toMatch(/^Seen\n/);
  expect(notice).toBe(`Output of runs is saved in ${folder}.`);
});

test('a stopped worker releases its task with the checkpoint', async () => {
  const world = await fresh();
  const number = await newTask(world, 'Long');
  const folder = temporaryFolder();
  const command = `printf half > "$TANDEM_CHECKPOINT"; touch '${folder}/begun'; sleep 60`;
  const worker = await working(world, command);
  await worker.says('stderr', /: claimed$/m);
  while (spawnSync('test', ['-e', `${folder}/begun`]).status !== 0) await pause(20);
  const { code, stderr } = await stopped(worker);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/: released$/m)]);
  expect((await world.scribe('POST', `tasks/${number}/claim`)).body.checkpoint).toBe('half');
});

test('takes up several tasks at a time if the worker and the agent allow it', async () => {
  const world = await fresh();
  await world.ada('PATCH', `agents/${world.agent.id}`, { maxClaims: 2 });
  const folder = join(temporaryFolder(), 'begun');
  mkdirSync(folder);
  const both = `touch '${folder}/'$TANDEM_TASK; while [ $(ls '${folder}' | wc -l) -lt 2 ]; do sleep 0.1; done; echo Both`;
  const numbers = [await newTask(world, 'One'), await newTask(world, 'Two')];
  await working(world, both, '--parallel', '2');
  for (const number of numbers) await waitingFor(world, number, 'review');
});

test('a worker takes only the selected kind of work and passes the kind to the command', async () => {
  const world = await fresh();
  const number = await newTask(world, 'Not now');
  await working(world, 'echo "a $TANDEM_KIND$TANDEM_TASK"', '--only', 'turns');
  const { body: sent } = await world.ada('POST', 'chats', { agentId: world.agent.id, body: 'Hello' });
  const { body } = await world.ada('GET', `chats/${sent.thread.id}/turns/${sent.turn.id}?wait=25`);
  expect([body.reply.body, (await taskOf(world, number)).status]).toEqual(['a turn', 'todo']);
});

test('a worker reports a key that does not allow the selected kind of work', async () => {
  const world = await fresh();
  const key = await newKey(world.ada, { kind: 'agent', memberId: world.agent.id, scopes: ['agents:write'] });
  const { code, stderr } = await startTandem(
    ['agent', 'run', '--agent', 'scribe', '--exec', 'true', '--only', 'tasks'],
    { TANDEM_KEY: key, TANDEM_URL: world.server.url },
  ).ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('tasks:write')]);
});

test('a program that reports less than it spends is stopped by its measured usage', async () => {
  const world = await fresh();
  const number = await newTask(world, 'Spend', { budget: { costUsd: 1 } });
  const metered = join(ROOT, 'apps/cli/testing/metered.mjs');
  const worker = await working(world, `'${process.execPath}' '${metered}'`);
  await worker.says('stderr', /lost \(over_budget\)/);
  expect(await taskOf(world, number)).toMatchObject({
    waitingFor: { kind: 'attention', what: expect.stringMatching(/^The budget is used up: 1/) },
  });
  const { body } = await world.ada('GET', `usage?groupBy=attempt&agentId=${world.agent.id}`);
  expect(body.data[0]).toMatchObject({ taskNumber: number, usageSources: null });
  expect(body.data[0].usage.costUsd).toBeGreaterThanOrEqual(1);
  await stopped(worker);
});

test('a worker asks, hands in and releases in a workspace whose agents use run keys', async () => {
  const world = await fresh();
  await world.ada('PATCH', 'workspace', { agentKeys: 'runs' });
  try {
    const [done, asked] = [await newTask(world, 'Plain'), await newTask(world, 'Ask')];
    const worker = await working(
      world,
      script(`
        case "$(cat)" in
          *'"title":"Ask"'*) echo '{"question":{"kind":"text","text":"Which?"}}' ;;
          *) echo "Done." ;;
        esac`),
    );
    await waitingFor(world, done, 'review');
    expect(await resultsOf(world, done)).toMatchObject([{ outcome: 'succeeded', summary: 'Done.' }]);
    await waitingFor(world, asked, 'answer');
    await stopped(worker);
  } finally {
    await world.ada('PATCH', 'workspace', { agentKeys: 'any' });
  }
});
