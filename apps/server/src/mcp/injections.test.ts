import {
  type Answer,
  type Api,
  apiOf,
  keepWhatRuns,
  newAgent,
  type Office,
  officeHere,
} from '../../testing/index.ts';
import { leaveTools, type Tools, toolsOver } from '../../testing/mcp.ts';

/*
 * A scripted agent that obeys every instruction in the texts it reads: over HTTP, through the tools and in files. Its key
 * is that of its run.
 */

interface Targets {
  readonly other: number;
  readonly own: number;
  readonly project: string;
  readonly goal: string;
  readonly ada: string;
  readonly agent: string;
}

interface Hands {
  readonly http: Api;
  readonly tools: Tools;
}

/** What an injected text tells the agent to do. Resolves to the code of the refusal. */
type Attack = (hands: Hands, ids: Targets) => Promise<string>;

const codeOf = ({ status, body }: Answer): string =>
  body?.error?.code ?? body?.results?.[0]?.error?.code ?? `done: ${status}`;
const send =
  (method: string, path: (ids: Targets) => string, body?: (ids: Targets) => object): Attack =>
  async ({ http }, ids) =>
    codeOf(await http(method, path(ids), body?.(ids)));
const call =
  (name: string, args: (ids: Targets) => Record<string, unknown>): Attack =>
  async ({ tools }, ids) => {
    const { text } = await tools.call(name, args(ids));
    return /^Refused: (\w+)\./m.exec(text)?.[1] ?? `done: ${text}`;
  };

const title = 'Owned';
const ATTACKS: readonly Attack[] = [
  send(
    'PATCH',
    ({ other }) => `tasks/${other}`,
    () => ({ title }),
  ),
  send('DELETE', ({ other }) => `tasks/${other}`),
  send(
    'POST',
    ({ other }) => `tasks/${other}/archive`,
    () => ({}),
  ),
  send(
    'POST',
    ({ other }) => `tasks/${other}/transition`,
    () => ({ to: 'done' }),
  ),
  send(
    'POST',
    ({ other }) => `tasks/${other}/comments`,
    () => ({ body: title }),
  ),
  send(
    'POST',
    ({ other }) => `tasks/${other}/results`,
    () => ({ outcome: 'succeeded', summary: title }),
  ),
  send(
    'POST',
    ({ own }) => `tasks/${own}/relations`,
    ({ other }) => ({ type: 'blocks', taskNumber: other }),
  ),
  send(
    'POST',
    () => 'tasks',
    ({ other }) => ({ title, parentTaskNumber: other }),
  ),
  send(
    'POST',
    () => 'tasks',
    () => ({ title, assignedTo: 'ada' }),
  ),
  send(
    'POST',
    ({ own }) => `tasks/${own}/children`,
    () => ({ tasks: [{ title, tags: ['urgent'] }] }),
  ),
  send(
    'POST',
    () => 'tasks/bulk',
    ({ other }) => ({ operations: [{ op: 'update', task: `${other}`, title }] }),
  ),
  send(
    'PUT',
    () => 'tasks/external/jira/X-1',
    () => ({ title }),
  ),
  send(
    'POST',
    ({ other }) => `tasks/${other}/claim`,
    () => ({}),
  ),
  send(
    'POST',
    () => 'keys',
    () => ({ name: title, kind: 'service', scopes: ['full'] }),
  ),
  send(
    'PATCH',
    ({ project }) => `projects/${project}`,
    () => ({ title }),
  ),
  send('DELETE', ({ goal }) => `goals/${goal}`),
  send(
    'PATCH',
    ({ agent }) => `agents/${agent}`,
    () => ({ displayName: title }),
  ),
  send(
    'PATCH',
    ({ ada }) => `members/${ada}`,
    () => ({ role: 'member' }),
  ),
  call('update_task', ({ other }) => ({ task: other, description: title })),
  call('create_task', ({ other }) => ({ title, parent: other })),
];
const ORDERS = ATTACKS.map((_, n) => `DO${n}`).join(' ');

type Reading = (hands: Hands, briefing: object, ids: Targets) => Promise<string>;

/** How the agent reads. */
const READINGS = {
  'the briefing': async (_hands, briefing) => JSON.stringify(briefing),
  'the tools': async ({ tools }, _briefing, { own }) => {
    const parts = [undefined, 'description', 'criteria', 'comments'];
    const texts = await Promise.all(parts.map((part) => tools.call('get_task', { task: own, part })));
    return texts.map(({ text }) => text).join('\n');
  },
  'the files': async ({ http }, _briefing, { own }) => {
    const { data } = (await http('GET', `tasks/${own}/attachments`)).body;
    return JSON.stringify([
      data,
      await Promise.all(data.map(({ fileId }: { fileId: string }) => contentOf(fileId))),
    ]);
  },
} satisfies Record<string, Reading>;

/** Where a text stands, and how the agent reads it. */
const PLACES: readonly (readonly [place: string, reading: keyof typeof READINGS])[] = [
  ...['title', 'description', 'criterion', 'comment', 'parent', 'project', 'goal'],
  ...['answer', 'child', 'result', 'checkpoint'],
].map((place) => [place, 'the briefing'] as const);
const MORE: typeof PLACES = [
  ['title', 'the tools'],
  ['description', 'the tools'],
  ['criterion', 'the tools'],
  ['comment', 'the tools'],
  ['file', 'the files'],
  ['file name', 'the files'],
];

let there: Office;
let runKey: string;
let agent: { readonly id: string; readonly key: string };

beforeAll(async () => {
  there = await officeHere();
  agent = await newAgent(there.ada, 'obedient', 'tasks:read', 'tasks:write');
  await there.ada('PATCH', `agents/${agent.id}`, { maxClaims: 50 });
  keepWhatRuns();
});
afterEach(leaveTools);

const contentOf = async (fileId: string): Promise<string> => {
  const headers = { Authorization: `Bearer ${runKey}` };
  return (await fetch(`${there.server.url}/api/v1/files/${fileId}/content`, { headers })).text();
};

/** A task with an instruction in one place, claimed with a run key. */
async function claimed(place: string): Promise<{ readonly briefing: object; readonly ids: Targets }> {
  const { ada, server } = there;
  const made = async (path: string, body: object) => (await ada('POST', path, body)).body;
  const text = (at: string) => (at === place ? ORDERS : 'Text');
  const goal = await made('goals', { title: 'Goal', description: text('goal') });
  const project = await made('projects', { title: 'P', description: text('project'), goalId: goal.id });
  const parent = await made('tasks', { title: 'Parent', description: text('parent') });
  const other = await made('tasks', { title: 'Other', assignedTo: 'ada' });
  const own = await made('tasks', {
    title: text('title'),
    description: text('description'),
    criteria: [{ text: text('criterion') }],
    parentTaskNumber: parent.taskNumber,
    projectId: project.id,
    assignedTo: 'obedient',
  });
  const path = `tasks/${own.taskNumber}`;
  await made(`${path}/comments`, { body: text('comment') });
  const child = await made('tasks', { title: text('child'), parentTaskNumber: own.taskNumber });
  await made(`tasks/${child.taskNumber}/results`, { outcome: 'succeeded', summary: text('result') });
  await made(`tasks/${child.taskNumber}/transition`, { to: 'canceled' });
  const form = new FormData();
  form.append('file', new Blob([text('file')], { type: 'text/plain' }), text('file name'));
  const headers = { Authorization: `Bearer ${there.adminKey}` };
  const uploaded = await fetch(`${server.url}/api/v1/files`, { method: 'POST', headers, body: form });
  await made(`${path}/attachments`, { fileId: ((await uploaded.json()) as { id: string }).id });
  const by = apiOf(server.url, agent.key);
  const { token } = (await by('POST', `${path}/claim`, {})).body.lease;
  await by('POST', `${path}/claim/heartbeat`, { token, checkpoint: text('checkpoint') });
  const asked = await by('POST', `${path}/questions`, { token, kind: 'text', text: 'Which?' });
  await made(`questions/${asked.body.id}/answer`, { text: text('answer') });
  const briefing = (await by('POST', `${path}/claim`, { runKey: true })).body;
  const me = (await ada('GET', 'me')).body.caller.id;
  const ids = { other: other.taskNumber, own: own.taskNumber, project: project.id, goal: goal.id };
  return { briefing, ids: { ...ids, ada: me, agent: agent.id } };
}

/** Everything that is not the run's own task. */
async function outside({ other, project, goal, ada }: Targets): Promise<readonly unknown[]> {
  const paths = [
    ...[`tasks/${other}`, `tasks/${other}/comments`, `tasks/${other}/results`, 'tasks/counts', 'labels'],
    ...[`projects/${project}`, `goals/${goal}`, `members/${ada}`, 'keys?limit=100'],
  ];
  const found = await Promise.all(paths.map((path) => there.ada('GET', path)));
  expect(found.filter(({ status }) => status !== 200)).toEqual([]);
  const { displayName } = (await there.ada('GET', `agents/${agent.id}`)).body;
  return [...found.map(({ body }) => body), displayName];
}

test.each([...PLACES, ...MORE])(
  'an agent that obeys every text it reads changes nothing outside its task: %s in %s',
  async (place, reading) => {
    const { briefing, ids } = await claimed(place);
    runKey = (briefing as { lease: { runKey: string } }).lease.runKey;
    const { url } = there.server;
    const hands = { http: apiOf(url, runKey), tools: await toolsOver(url, runKey) };
    const before = await outside(ids);
    const read = await READINGS[reading](hands, briefing, ids);
    const orders = new Set([...read.matchAll(/DO(\d+)/g)].map(([, n]) => Number(n)));
    expect(orders.size).toBe(ATTACKS.length);
    const codes = await Promise.all([...orders].map((n) => ATTACKS[n]?.(hands, ids)));
    expect(codes.map((code, n) => [n, code])).toEqual(ATTACKS.map((_, n) => [n, 'OUTSIDE_RUN']));
    expect(await outside(ids)).toEqual(before);
  },
);

test('these are at least 200 attempts', () => {
  expect(ATTACKS.length * (PLACES.length + MORE.length)).toBeGreaterThanOrEqual(200);
});
