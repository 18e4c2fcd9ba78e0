import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { cleanUp, keepWhatRuns, newKey, type Office, officeHere } from '../../testing/index.ts';
import { leaveTools, type ToolAnswer, type Tools, toolsOver } from '../../testing/mcp.ts';

/* The list of tools, who sees each of them, and their effects and responses, over HTTP to a real server. */

const ALL = [
  'get_context',
  'next_work',
  'heartbeat',
  'submit_work',
  'release_task',
  'ask_human',
  'find_tasks',
  'get_task',
  'create_task',
  'split_task',
  'update_task',
  'add_comment',
  'verify_goal',
];
/** The maximum number of tokens of the list of tools, and of a response. */
const MOST = { list: 2_600, answer: 2_000 } as const;

let here: Office;
let agentKey: string;
/** The agent's tools, and those of Ada. */
let mine: Tools;
let hers: Tools;

beforeAll(async () => {
  here = await officeHere();
  agentKey = await keyOf('agent', ['tasks:read', 'tasks:write'], here.agent.id);
  keepWhatRuns();
});
beforeEach(async () => {
  mine = counted(await toolsOver(here.server.url, agentKey));
  hers = counted(await toolsOver(here.server.url, here.adminKey));
});
afterEach(async () => {
  await leaveTools();
  // A test's leftovers must not become another test's next task.
  const { body } = await here.ada('GET', 'tasks?status=todo,in_progress,waiting&limit=100');
  for (const { taskNumber } of body.data) await cancel(taskNumber);
  await cleanUp();
});

const keyOf = (kind: string, scopes: string[], memberId?: string) =>
  newKey(here.ada, { kind, scopes, ...(memberId && { memberId }) });

/** Tools whose responses are always short enough. */
const counted = (tools: Tools): Tools => ({
  ...tools,
  call: async (name, args) => {
    const answer = await tools.call(name, args);
    const tokens = countTokens(answer.text);
    if (tokens >= MOST.answer) throw new Error(`${name} answers ${tokens} tokens:\n${answer.text}`);
    return answer;
  },
});

const newTask = async (task: object): Promise<number> =>
  (await here.ada('POST', 'tasks', { title: 'Count the gulls', assignedTo: 'scribe', ...task })).body
    .taskNumber;

/** Claims a task by its number. */
async function takenUp(task: number): Promise<{ task: number; token: string; text: string }> {
  const { text, isError } = await mine.call('next_work', { task });
  expect([text, isError]).toEqual([text, false]);
  return { task, token: /token: (\S+)/.exec(text)?.[1] as string, text };
}

const give = async (task: number, token: string) =>
  mine.call('release_task', { task, token, declined: true });
const cancel = (task: number) => here.ada('POST', `tasks/${task}/transition`, { to: 'canceled' });
const refusal = ({ text, isError }: ToolAnswer) => [isError, text.split('\n')[0]];

describe('the list', () => {
  test('the list of tools is constant, in a fixed order, and small', async () => {
    const { tools } = await mine.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(ALL);
    expect(countTokens(JSON.stringify({ tools }))).toBeLessThan(MOST.list);
    expect((await mine.client.listTools()).tools).toEqual(tools);
  });

  test('the list has a title and every behavior hint for each tool', async () => {
    const { tools } = await mine.client.listTools();
    for (const { title, description, annotations } of tools) {
      expect(title?.length).toBeGreaterThan(5);
      expect(description?.length).toBeGreaterThan(20);
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
    }
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      'get_context',
      'find_tasks',
      'get_task',
    ]);
  });

  const WITHOUT_LEASES = ALL.filter((name) => !['next_work', 'heartbeat', 'release_task'].includes(name));
  // biome-ignore format: a table
  test.each([
    ['agent',   ['tasks:read', 'tasks:write'],   ALL],
    ['agent',   ['tasks:read'],                  ['get_context', 'find_tasks', 'get_task']],
    ['agent',   ['tasks:write'],                 ALL.filter((name) => !['find_tasks', 'get_task'].includes(name))],
    ['agent',   ['agents:write'],                ['get_context']],
    ['runtime', ['tasks:read', 'tasks:write'],   ALL],
    ['person',  ['full'],                        WITHOUT_LEASES],
    ['person',  ['tasks:read'],                  ['get_context', 'find_tasks', 'get_task']],
    ['service', ['tasks:read', 'tasks:write'],   WITHOUT_LEASES],
  ] as const)('the tools listed for a key of kind %s with the scopes %j match its rights', async (kind, scopes, seen) => {
    const key = await keyOf(kind, [...scopes], kind === 'agent' ? here.agent.id : undefined);
    expect(await (await toolsOver(here.server.url, key)).names()).toEqual(seen);
  });

  test('calling a tool that a key does not see is refused', async () => {
    const task = await newTask({});
    const reader = await toolsOver(here.server.url, await keyOf('agent', ['tasks:read'], here.agent.id));
    const answer = await reader.call('add_comment', { task, body: 'x' });
    expect(refusal(answer)).toEqual([true, 'Refused: INSUFFICIENT_SCOPE.']);
    expect(answer.text).toContain('The key lacks the scope tasks:write.');
    expect(refusal(await hers.call('next_work', { task }))).toEqual([true, 'Refused: FORBIDDEN.']);
  });
});

describe('work', () => {
  test('work is claimed, kept by heartbeats, and submitted with proof', async () => {
    const number = await newTask({
      description: 'All of them.',
      criteria: [{ id: 'number', text: 'There is a number' }],
    });
    const { token, text } = await takenUp(number);
    expect(text).toContain(`#${number} in_progress p2 "Count the gulls" for "scribe"`);
    expect(text).toContain('Description, by members:\n> All of them.');
    expect(text).toContain('- number [open] "There is a number"');
    const beat = { task: number, token, note: 'Half', percent: 50, checkpoint: 'north: 12' };
    expect((await mine.call('heartbeat', beat)).text).toMatch(/^continue: you hold #\d+ until 20/);
    const evidence = [{ criterion: 'number', command: 'wc -l', output: '31', exit_code: 0 }];
    const result = { task: number, token, outcome: 'succeeded', summary: 'There are 31.', evidence };
    const submitted = await mine.call('submit_work', result);
    expect(submitted.text).toContain(`Submitted a succeeded result. Now: #${number} waiting`);
    expect(submitted.text).toContain('waits for review');
    const { body } = await here.ada('GET', `tasks/${number}`);
    expect(body.criteria[0].evidence[0]).toMatchObject({ command: 'wc -l', output: '31', exitCode: 0 });
  });

  test('submit_work names the commit on which others run the checks', async () => {
    const criteria = [{ id: 'tests', text: 'Tests pass', check: { command: 'npm test' } }];
    const { task, token, text } = await takenUp(await newTask({ criteria }));
    expect(text).toContain('- tests [open] "Tests pass", checked by "npm test"');
    const result = { task, token, outcome: 'succeeded', summary: 'They pass.' };
    expect(refusal(await mine.call('submit_work', result))).toEqual([true, 'Refused: ARTIFACT_MISSING.']);
    const artifact = {
      kind: 'git',
      repository: 'https://git.example.com/app.git',
      commit: 'a'.repeat(40),
      base: 'b'.repeat(40),
    };
    expect((await mine.call('submit_work', { ...result, artifact })).isError).toBe(false);
    const { body } = await here.ada('GET', `tasks/${task}/results`);
    expect(body.data[0].artifact).toEqual(artifact);
  });

  test('submit_work answers the same result sent again as success, and another one as lost', async () => {
    const { task, token } = await takenUp(await newTask({}));
    const result = { task, token, outcome: 'succeeded', summary: 'There are 31.' };
    expect((await mine.call('submit_work', result)).isError).toBe(false);
    const again = await mine.call('submit_work', result);
    expect([again.isError, again.text]).toEqual([false, expect.stringContaining('was already submitted')]);
    const { body } = await here.ada('GET', `tasks/${task}/results`);
    expect(body.data).toHaveLength(1);
    const other = await mine.call('submit_work', { ...result, summary: 'There are 32.' });
    expect(refusal(other)).toEqual([true, 'Refused: LEASE_LOST.']);
  });

  test('a task is split, waits for its parts, and comes back with their results', async () => {
    const number = await newTask({ description: 'Every island.' });
    const { token } = await takenUp(number);
    const tasks = [
      { key: 'north', title: 'Count the north' },
      { title: 'Add it up', blocked_by: ['north'], assigned_to: 'scribe' },
    ];
    const split = await mine.call('split_task', { task: number, token, tasks, wait: true });
    expect(split.text).toContain(`Now: #${number} waiting p2 "Count the gulls" for "scribe"`);
    expect(split.text).toContain('sub-tasks 0/2 closed waits for children');
    const [north, sum] = [...split.text.matchAll(/Created: #(\d+)/g)].map(([, made]) => Number(made));
    const part = await takenUp(north as number);
    expect(part.text).toContain(`A sub-task of #${number} "Count the gulls".`);
    expect(part.text).toContain(`Beside it: #${sum} todo "Add it up"`);
    for (const child of [north, sum]) await here.ada('POST', `tasks/${child}/transition`, { to: 'canceled' });
    const { text } = await takenUp(number);
    expect(text).toContain('Its sub-tasks are closed: finish it.');
    expect(text).toContain(`- #${north} canceled "Count the north"`);
    await give(number, /token: (\S+)/.exec(text)?.[1] as string);
  });

  test('arguments may have the names that the API gives them', async () => {
    const made = await mine.call('create_task', {
      title: 'Named',
      assignedTo: 'scribe',
      dueDate: '2030-01-01',
    });
    expect([made.isError, made.text]).toEqual([false, expect.stringContaining('due 2030-01-01')]);
    const taskNumber = Number(/#(\d+)/.exec(made.text)?.[1]);
    const taken = await mine.call('next_work', { taskNumber, leaseSeconds: 60 });
    const token = /token: (\S+)/.exec(taken.text)?.[1];
    const released = await mine.call('release_task', { taskNumber, token, notBefore: '2030-01-01' });
    expect(released.text).toContain('rests until 2030-01-01');
    const both = await mine.call('get_task', { task: taskNumber, taskNumber });
    expect(both.isError).toBe(true);
  });

  test('a call without available work says so and what to do next', async () => {
    const { text, isError } = await mine.call('next_work', { wait: 0, labels: ['nothing has it'] });
    expect([text.split('.')[0], isError]).toEqual(['No task is ready for you now', false]);
  });

  test('a question is asked and comes back answered, with the checkpoint', async () => {
    const number = await newTask({});
    const { token } = await takenUp(number);
    await mine.call('heartbeat', { task: number, token, checkpoint: 'north: 12' });
    const options = [
      { id: 'yes', text: 'Yes' },
      { id: 'no', text: 'No', consequence: 'Fewer' },
    ];
    const asked = await mine.call('ask_human', {
      task: number,
      token,
      kind: 'choice',
      text: 'Chicks?',
      options,
    });
    expect(asked.text).toMatch(/^Asked everyone \(question \w+\)\. #\d+ waits for the answer/);
    const { body } = await here.ada('GET', `questions?task=${number}`);
    await here.ada('POST', `questions/${body.data[0].id}/answer`, { choice: 'no', comment: 'They move.' });
    const { text } = await mine.call('next_work', { wait: 5 });
    expect(text).toContain(`You hold task ${number}.`);
    expect(text).toContain('by "ada" (human)');
    expect(text).toContain(': no "No"');
    expect(text).toContain('> They move.');
    expect(text).toContain('Checkpoint of the previous run:\n> north: 12');
    await give(number, /token: (\S+)/.exec(text)?.[1] as string);
  });

  test('returned work comes back with the review', async () => {
    const number = await newTask({});
    const { token } = await takenUp(number);
    await mine.call('submit_work', { task: number, token, outcome: 'succeeded', summary: 'Done.' });
    await here.ada('POST', `tasks/${number}/reviews`, { verdict: 'returned', comment: 'Count again.' });
    const { text } = await mine.call('next_work', { wait: 5 });
    expect(text).toContain('returned by "ada" (human)');
    expect(text).toContain('> Count again.');
    await give(number, /token: (\S+)/.exec(text)?.[1] as string);
  });

  test('a briefing shows where the agent was mentioned, once', async () => {
    const [number, other] = [await newTask({}), await newTask({ status: 'backlog' })];
    const { body } = await here.ada('POST', `tasks/${other}/comments`, { body: '@scribe, also the chicks' });
    const first = await takenUp(number);
    expect(first.text).toContain(
      `You were mentioned:\n- #${other} comment ${body.id} by "ada" (human): "@scribe, also the chicks"`,
    );
    await give(number, first.token);
    const second = await takenUp(number);
    expect(second.text).not.toContain('mentioned');
    await give(number, second.token);
  });

  test('a released task rests for the requested time', async () => {
    const number = await newTask({});
    const { token } = await takenUp(number);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { text } = await mine.call('release_task', { task: number, token, note: 'Fog', not_before: later });
    expect(text).toContain(`Released: #${number} todo`);
    expect(text).toContain(`rests until ${later.slice(0, 19)}Z`);
    expect((await mine.call('next_work', { wait: 0 })).text).toContain('No task is ready');
    const why = /Earlier attempts, newest first:\n- \S+ "scribe" \(agent\), back to todo: "Fog"/;
    expect((await hers.call('get_task', { task: number })).text).toMatch(why);
    const again = await takenUp(number);
    expect(again.text).toMatch(why);
    await give(number, again.token);
  });

  test('an agent that was stopped is told so', async () => {
    const number = await newTask({});
    const { token } = await takenUp(number);
    await here.ada('POST', `agents/${here.agent.id}/stop`);
    const lost = await mine.call('heartbeat', { task: number, token });
    expect(refusal(lost)).toEqual([true, 'Refused: LEASE_LOST.']);
    expect(lost.text).toContain('a person paused or stopped the agent');
    const refused = await mine.call('next_work', { task: number });
    expect(refusal(refused)).toEqual([true, 'Refused: AGENT_PAUSED.']);
    await here.ada('PATCH', `agents/${here.agent.id}`, { paused: false });
  });

  test('a process that hosts several agents names the acting one', async () => {
    const number = await newTask({});
    const key = await keyOf('runtime', ['tasks:read', 'tasks:write', 'agents:read']);
    const host = counted(await toolsOver(here.server.url, key));
    expect((await host.call('get_context')).text).toContain(`- ${here.agent.id} "scribe"`);
    const { text } = await host.call('next_work', { task: number, agent: here.agent.id });
    expect(text).toContain(`You hold task ${number}.`);
    await host.call('release_task', { task: number, token: /token: (\S+)/.exec(text)?.[1], declined: true });
  });
});

test('update_task changes several tasks alike in one request, and names those that were refused', async () => {
  const [one, two, three] = [await newTask({}), await newTask({}), await newTask({ status: 'in_progress' })];
  const change = { task: one, also: [two, three], priority: 'p0', status: 'in_progress' };
  const { text } = await hers.call('update_task', change);
  for (const number of [one, two])
    expect(text).toMatch(new RegExp(`^Changed: #${number} .*in_progress`, 'm'));
  expect(text).toMatch(new RegExp(`^Refused for #${three}: INVALID_TRANSITION\\. A task cannot move`, 'm'));
});

test('update_task cancels the open sub-tasks of a canceled task', async () => {
  const task = await newTask({});
  const { body: child } = await here.ada('POST', 'tasks', { title: 'Chicks', parentTaskNumber: task });
  const refused = await hers.call('update_task', { task, status: 'canceled' });
  expect(refusal(refused)).toEqual([true, 'Refused: CHILDREN_OPEN.']);
  const { isError } = await hers.call('update_task', { task, status: 'canceled', children: 'cancel' });
  expect(isError).toBe(false);
  expect((await here.ada('GET', `tasks/${child.taskNumber}`)).body.status).toBe('canceled');
});

describe('refusals with their remedy', () => {
  test('explains an unknown transition, and one that is not for agents', async () => {
    const number = await newTask({ status: 'todo' });
    const wrong = await mine.call('update_task', { task: number, status: 'done' });
    expect(refusal(wrong)).toEqual([true, 'Refused: INVALID_TRANSITION.']);
    expect(wrong.text).toContain('You may move it to backlog, in_progress, waiting, canceled.');
    const { token } = await takenUp(number);
    const early = await mine.call('update_task', { task: number, token, title: 'Gulls', status: 'done' });
    expect(early.text).toContain('This was done; the rest was not.\nRefused: AGENT_COMPLETION_DISABLED.');
    expect(early.text).toContain('You may move it to backlog, todo, waiting, canceled.');
    await give(number, token);
  });

  test("explains another agent's claim, an invalid token, and too many claims", async () => {
    const [one, two] = [await newTask({}), await newTask({})];
    const { token } = await takenUp(one);
    const held = await mine.call('update_task', { task: one, title: 'Mine' });
    expect(refusal(held)).toEqual([true, 'Refused: TASK_CLAIMED.']);
    expect(held.text).toMatch(/The agent "scribe" holds the task until 20\d\d-.*Z\./);
    expect(refusal(await mine.call('heartbeat', { task: one, token: 'x' }))).toEqual([
      true,
      'Refused: LEASE_LOST.',
    ]);
    const full = await mine.call('next_work', { task: two });
    expect(refusal(full)).toEqual([true, 'Refused: CLAIM_LIMIT.']);
    expect(full.text).toMatch(new RegExp(`- #${one} until 20`));
    const again = await mine.call('next_work', { task: one, take_over: true });
    expect(again.text).toContain(`You hold task ${one}.`);
    const late = await mine.call('submit_work', { task: one, token, outcome: 'succeeded', summary: 'x' });
    expect(late.text).toContain('a newer run of this agent took it over');
    await give(one, /token: (\S+)/.exec(again.text)?.[1] as string);
  });

  test('explains blockers, and criteria without proof', async () => {
    const [first, second] = [await newTask({ title: 'First' }), await newTask({ title: 'Second' })];
    expect((await mine.call('update_task', { task: second, blocked_by: [first] })).text).toContain(
      'Blocked by',
    );
    const blocked = await mine.call('update_task', { task: second, status: 'in_progress' });
    expect(blocked.text).toContain(`- #${first} todo "First" for "scribe"`);
    await here.ada('PATCH', 'workspace', { proofOfDone: 'agents', agentCompletion: true });
    const number = await newTask({
      criteria: [
        { id: 'a', text: 'It is counted' },
        { id: 'b', text: 'Twice' },
      ],
    });
    const { token } = await takenUp(number);
    const evidence = [{ criterion: 'a', text: '31' }];
    const done = { task: number, token, outcome: 'succeeded', summary: '31', to: 'done' };
    const refused = await mine.call('submit_work', { ...done, evidence });
    expect(refusal(refused)).toEqual([true, 'Refused: PROOF_MISSING.']);
    expect(refused.text).toContain('- b: "Twice"');
    expect(refused.text).not.toContain('- a:');
    const proven = await mine.call('submit_work', {
      ...done,
      evidence: [...evidence, { criterion: 'b', text: '31 again' }],
    });
    expect(proven.text).toContain(`Now: #${number} done`);
    await here.ada('PATCH', 'workspace', { proofOfDone: 'off', agentCompletion: false });
  });

  // biome-ignore format: a table
  test.each([
    ['blocks',       'blocks',       'blocked by'],
    ['blocked_by',   'blocked by',   'blocks'],
    ['related',      'related to',   'related to'],
    ['duplicate_of', 'duplicate of', 'has the duplicate'],
  ])('get_task names a %s relation from the side of the task that is read', async (type, near, far) => {
    const [first, second] = [await newTask({ title: 'First' }), await newTask({ title: 'Second' })];
    await here.ada('POST', `tasks/${first}/relations`, { type, taskNumber: second });
    const relationOf = async (task: number, other: number) =>
      new RegExp(`- (.+) #${other} todo`).exec((await mine.call('get_task', { task })).text)?.[1];
    expect([await relationOf(first, second), await relationOf(second, first)]).toEqual([near, far]);
  });

  test('explains invalid arguments', async () => {
    const answer = await mine.call('add_comment', { task: 'gulls', text: 'x' });
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(/^Correct the arguments and call again\. task: .*; body: .*; .*"text"/);
    const field = await mine.call('create_task', { title: ' ', due: 'soon' });
    expect(field.text).toContain('or an ISO 8601 date such as 2026-03-01');
    const refused = await mine.call('create_task', { title: ' ', assigned_to: 'nobody' });
    expect(refused.text).toMatch(/^Refused: VALIDATION_ERROR\.\nCorrect this and call again: /);
    expect(refused.text).toContain('title ');
    expect(refusal(await mine.call('get_task', { task: 99_999 }))).toEqual([true, 'Refused: NOT_FOUND.']);
  });

  test.each(['comments', 'results', 'reviews', 'questions', 'criteria', 'description', 'project'])(
    'explains the %s of a missing task, and a missing one of an existing task',
    async (part) => {
      const gone = await mine.call('get_task', { task: 99_999, part, id: 'none' });
      expect(refusal(gone)).toEqual([true, 'Refused: NOT_FOUND.']);
      const number = await newTask({});
      const { text } = await mine.call('get_task', { task: number, part, id: 'none' });
      expect(text).toMatch(/there is none|NOT_FOUND/);
      expect((await mine.call('get_context')).isError).toBe(false);
    },
  );

  test('an unknown tool is a protocol error', async () => {
    await expect(mine.client.callTool({ name: 'chat' })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('tasks', () => {
  test('tasks are created, changed, commented on, and found', async () => {
    const made = await hers.call('create_task', {
      title: 'Paint the boat',
      description: 'Red.',
      criteria: ['It is red'],
      priority: 'p0',
      effort: 's',
      due: '2030-01-02',
    });
    const number = Number(/#(\d+)/.exec(made.text)?.[1]);
    expect(made.text).toBe(`Created: #${number} todo p0 "Paint the boat" due 2030-01-02`);
    await hers.call('add_comment', { task: number, body: 'With\ntwo coats.' });
    const change = {
      task: `#${number}`,
      assigned_to: 'scribe',
      priority: 'p1',
      due: null,
      status: 'in_progress',
    };
    expect((await hers.call('update_task', change)).text).toContain(
      `Moved: #${number} in_progress p1 "Paint the boat" for "scribe"`,
    );
    const { text } = await hers.call('get_task', { task: number });
    expect(text).toContain('[open] "It is red"');
    expect(text).toMatch(/Comment \w+ by "ada" \(human\), 20.*:\n> With\n> two coats\./);
    const found = await hers.call('find_tasks', { status: ['in_progress'], assigned: 'scribe' });
    expect(found.text).toContain(`#${number} in_progress p1 "Paint the boat"`);
  });

  test('tasks are found by their words, and so are their projects and goals', async () => {
    const number = await newTask({
      title: 'Mend the lighthouse',
      description: 'The lamp of the Leuchtturm is dark.',
    });
    const { body: project } = await here.ada('POST', 'projects', { title: 'Lighthouses of the north' });
    const byTitle = await mine.call('find_tasks', { query: 'lighthou' });
    expect(byTitle.text).toBe(`#${number} todo "Mend the lighthouse" for "scribe"`);
    const byText = await mine.call('find_tasks', { query: 'dark leucht' });
    expect(byText.text).toContain('"The lamp of the Leuchtturm is dark."');
    const all = await mine.call('find_tasks', { query: 'lighthouses', types: ['project', 'goal'] });
    expect(all.text).toContain(`project ${project.id} planning "Lighthouses of the north"`);
    expect((await mine.call('find_tasks', { query: 'no such words' })).text).toBe('Nothing found.');
    const both = await mine.call('find_tasks', { query: 'lighthouse', status: ['todo'] });
    expect([both.isError, both.text]).toEqual([true, expect.stringContaining('omit the others')]);
  });

  test('a long list has a cursor', async () => {
    for (let count = 0; count < 4; count++) await newTask({ title: `Shell ${count}`, status: 'backlog' });
    const first = await mine.call('find_tasks', { status: ['backlog'], limit: 3 });
    expect(first.text.split('\n')).toHaveLength(4);
    const cursor = /cursor (\S+)$/.exec(first.text)?.[1];
    const second = await mine.call('find_tasks', { status: ['backlog'], limit: 3, cursor });
    expect(second.text).toContain('"Shell 0"');
    const other = await mine.call('find_tasks', { status: ['todo'], cursor });
    expect(refusal(other)).toEqual([true, 'Refused: INVALID_CURSOR.']);
  });

  test('a goal is verified', async () => {
    const { body: goal } = await here.ada('POST', 'goals', { title: 'All gulls are counted' });
    expect((await mine.call('get_context')).text).toContain(`- ${goal.id} "All gulls are counted"`);
    const { text } = await mine.call('verify_goal', { goal: goal.id, passed: true, evidence: '31 of 31' });
    expect(text).toContain('verification_pending: a person has to confirm it');
  });
});

describe('long texts', () => {
  const WORDS = 'The gulls of the north shore are counted each spring by those who live there. ';
  /** Reads a text page by page, following the hints in the responses. */
  async function allOf(task: number, part: string, id?: string): Promise<string> {
    let collected = '';
    for (;;) {
      const { text } = await mine.call('get_task', { task, part, from: collected.length, ...(id && { id }) });
      const [, ...lines] = text.split('\n');
      const cut = lines.at(-1)?.startsWith('(cut after') ? lines.pop() : undefined;
      collected += lines.map((line) => line.slice(2)).join('\n');
      if (!cut) return collected;
    }
  }

  test('long texts are cut with a notice, and can be read in full in parts', async () => {
    const description = WORDS.repeat(300).trim();
    const number = await newTask({ description });
    const { text } = await mine.call('get_task', { task: number });
    const [, end, length, from] =
      /cut after (\d+) of (\d+) characters; for the rest get_task with task \d+, part description, from (\d+)/.exec(
        text,
      ) ?? [];
    expect([Number(length), end]).toEqual([description.length, from]);
    expect(Number(end)).toBeGreaterThan(2_000);
    expect(await allOf(number, 'description')).toBe(description);
    const { body: comment } = await here.ada('POST', `tasks/${number}/comments`, { body: description });
    expect(await allOf(number, 'comments', comment.id)).toBe(description);
  });

  test.each([
    ['Chinese', '海鸥每年春天由住在那里的人来数。'],
    ['Georgian', 'თოლიებს ყოველ გაზაფხულზე ითვლიან. '],
    ['emoji', '🪶🌊🦅🏝️👩‍👩‍👧‍👦'],
    ['random letters', 'xqzjk vbwqm TtRplN wqx'],
    ['base64', 'aGVsbG8gd29ybGQhIQ9x8Zk3Lq0PmVt7'],
    ['signs', '~!@#$%^&*()_+{}|:"<>?`-=[]\\;\',./'],
    ['code', 'const x = (a?.b ?? {})["c"].map((d) => d[0] ** 2); // 0x1F\n'],
    ['empty lines', '\n\n\n'],
    ['digits', '3141592653589793'],
  ])('texts of %s are cut in linear time everywhere', async (_what, unit) => {
    const start = (length: number) => [...unit.repeat(length)].slice(0, length).join('');
    const long = start(9_000);
    const criteria = Array.from({ length: 20 }, (_, i) => ({ id: `c${i}`, text: `a${start(450)}` }));
    const title = `x${start(400)}`.replaceAll('\n', '-');
    const tag = `x${start(50)}`.replaceAll('\n', '-');
    const number = await newTask({ title, description: long, criteria, tags: [tag] });
    for (let count = 0; count < 4; count++)
      await here.ada('POST', `tasks/${number}/comments`, { body: `a ${long}` });
    const { token } = await takenUp(number);
    await mine.call('heartbeat', { task: number, token, note: `a${start(900)}`, checkpoint: `a${long}` });
    const asked = await mine.call('ask_human', {
      task: number,
      token,
      kind: 'text',
      text: `a ${start(4_000)}`,
    });
    expect([asked.text, asked.isError]).toEqual([asked.text, false]);
    await mine.call('get_task', { task: number });
    const { body } = await here.ada('GET', `questions?task=${number}`);
    await here.ada('POST', `questions/${body.data[0].id}/answer`, { text: `a ${long}` });
    const { text } = await mine.call('next_work', { wait: 5 });
    const again = /token: (\S+)/.exec(text)?.[1] as string;
    await mine.call('submit_work', { task: number, token: again, outcome: 'partial', summary: `a ${long}` });
    for (const part of ['description', 'criteria', 'comments', 'results', 'questions']) {
      await mine.call('get_task', { task: number, part });
    }
    await mine.call('get_task', { task: number });
    for (let count = 0; count < 15; count++)
      await newTask({ title, status: 'backlog', assignedTo: null, tags: ['x'] });
    await mine.call('find_tasks', { status: ['backlog'] });
    await mine.call('find_tasks', { query: title.slice(0, 3) });
    await mine.call('get_context');
  });
});
