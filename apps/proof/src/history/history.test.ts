import { long } from '@tandem/core/testing/programs';
import {
  type Api,
  apiOf,
  cleanUp,
  newKey,
  newScribe,
  type Office,
  office,
  onDurablePostgres,
  type Serving,
  startTandem,
  stopped,
  tandem,
} from '@tandem/server/testing';
import { startFleet } from '../postgres/fleet.ts';
import { changeProblems } from './changes.ts';
import type { Order } from './context.ts';
import { messageProblems } from './messages.ts';
import { numberProblems } from './numbers.ts';
import { chatsOf, listed, movedTasks, registersOf } from './outcome.ts';
import { type Helper, startProcesses } from './processes.ts';
import { only, type Recorded } from './record.ts';
import { raceProblems, statusProblems } from './statuses.ts';
import { turnProblems } from './turns.ts';

/** How long the clients work; longer runs find more. */
const SECONDS = Number(process.env.TANDEM_RACE_SECONDS ?? 3);
const ALONE = process.env.TANDEM_RACE_SECONDS !== undefined;
const PROCESSES = 4;
const CONNECTIONS = 8;
const RACE_MS = 100;
const SHARED_TASKS = 12;
const PEOPLE = ['ann', 'ben', 'cid'];

type Clients = Helper<Order, { history: Recorded[] }>;
let clients: Clients[] = [];
afterEach(async () => {
  for (const client of clients) client.end();
  await cleanUp();
});

/** The resources that the clients work on. */
interface Setup extends Pick<Office, 'adminKey' | 'ada' | 'agent'> {
  readonly servers: readonly Serving[];
  /** The settings with which the command line finds the database. */
  readonly env: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Outcomes that may be missing: a short run on a busy machine does little. */
  readonly mayMiss: readonly string[];
}

const isAsIfOneByOne = (open: () => Promise<Setup>) => async () => {
  clients = startProcesses('clients', PROCESSES);
  const { servers, env, seconds, mayMiss, ada, adminKey, agent } = await open();
  const urls = servers.map(({ url }) => url);
  const people = await Promise.all(PEOPLE.map(async (name) => ({ name, key: await personKey(ada, name) })));
  const { id: projectId } = (await ada('POST', 'projects', { title: 'Launch' })).body;
  const races = Math.min(200, Math.ceil((seconds * 1_000) / RACE_MS));
  const titles = Array.from({ length: SHARED_TASKS + races }, (_, i) => `Task ${i + 1}`);
  for (const title of titles) await ada('POST', 'tasks', { title });
  const numbers = titles.map((_, i) => i + 1);

  const order = {
    urls,
    connections: CONNECTIONS,
    seconds,
    keys: {
      human: adminKey,
      agent: await newKey(ada, {
        kind: 'agent',
        memberId: agent.id,
        scopes: ['agents:write', 'tasks:write'],
      }),
      service: await newKey(ada, { kind: 'service', scopes: ['tasks:write'] }),
    },
    people,
    agentId: agent.id,
    projectId,
    shared: numbers.slice(0, SHARED_TASKS),
    races: numbers.slice(SHARED_TASKS),
    raceMs: RACE_MS,
    startsAt: Date.now() + 500,
  };
  const endsAt = Date.now() + seconds * 1_000;
  const [reports, keys] = await Promise.all([
    Promise.all(clients.map((client, i) => client.follow({ ...order, name: `p${i}c` }))),
    keysByCommand(urls, env, endsAt),
  ]);
  const history = reports.flatMap((report) => report.history);
  expect(keys).toBeGreaterThan(0);

  const tasks = await listed(ada, 'tasks');
  const setUp = new Set(numbers);
  const moved = await movedTasks(ada, numbers);
  const chats = await Promise.all(
    people.map(({ name, key }) => chatsOf(apiOf(urls[0] as string, key), name)),
  );
  const moves = only(history, 'move');
  const raced = moves.filter(({ task }) => task > SHARED_TASKS);
  const problems = [
    ...numberProblems(
      only(history, 'create'),
      // The titles of earlier tasks have changed since.
      tasks.map((task) => (setUp.has(task.taskNumber) ? { ...task, title: null } : task)),
    ),
    ...statusProblems(moves, moved),
    ...raceProblems(raced),
    ...changeProblems(
      only(history, 'change'),
      await registersOf(ada, order.shared, (n) => ({ title: `Task ${n}`, description: null, tags: '' })),
    ),
    ...messageProblems(
      only(history, 'message'),
      chats.flatMap(({ talks }) => talks),
    ),
    ...turnProblems(
      only(history, 'claim'),
      only(history, 'reply', 'fail', 'release'),
      only(history, 'archive'),
      chats.flatMap(({ turns }) => turns),
    ),
    ...(await countProblems(ada, projectId, agent.id, tasks)),
  ];
  expect(problems).toEqual([]);
  expect(missing(history, raced).filter((name) => !mayMiss.includes(name))).toEqual([]);
  for (const { code, stderr } of await Promise.all(servers.map(stopped))) {
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/"level":[56]0/);
  }
  if (ALONE) report(history, keys);
};

const TIME = (SECONDS + 60) * 1_000;

test(
  'concurrent requests of 4 processes with 8 connections each, beside the command line, are serializable',
  isAsIfOneByOne(async () => {
    const { server, dataDir, ...world } = await office();
    const mayMiss = ALONE ? [] : RARE;
    return { ...world, servers: [server], env: { TANDEM_DATA_DIR: dataDir }, seconds: SECONDS, mayMiss };
  }),
  TIME,
);

onDurablePostgres('on three servers of a PostgreSQL', ({ newDatabase }) => {
  long.test(
    'concurrent requests of 4 processes to several servers on PostgreSQL, beside the command line, are serializable',
    isAsIfOneByOne(async () => {
      const databaseUrl = await newDatabase();
      const { servers, key, dataDir, ada } = await startFleet(databaseUrl, 3);
      const world = await newScribe(ada(0), servers[0]?.url as string);
      const env = { TANDEM_DATA_DIR: dataDir, TANDEM_DATABASE_URL: databaseUrl };
      const few = ALONE ? { seconds: SECONDS, mayMiss: [] } : { seconds: 5, mayMiss: RARE };
      return { ...world, ada: ada(0), adminKey: key, servers, env, ...few };
    }),
    TIME,
  );
});

async function personKey(ada: Api, name: string): Promise<string> {
  const { body: member } = await ada('POST', 'members', { name, displayName: name });
  return (await ada('POST', 'invitations/accept', { code: member.invitation.code })).body.secret;
}

/** Creates keys by the command line, a few at a time; each must work on all running servers at once. */
async function keysByCommand(urls: readonly string[], env: Setup['env'], endsAt: number): Promise<number> {
  const ids = new Set<string>();
  const { stdout } = await tandem(['workspace', 'list'], env);
  const [workspace = ''] = stdout.split(/\s/);
  const args = ['--workspace', workspace, '--member', 'ada', '--kind', 'service', '--scopes', 'tasks:read'];
  const maker = async (): Promise<void> => {
    const made = await startTandem(['key', 'create', ...args, '--name', 'Made beside', '--json'], env).ended;
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const { key } = JSON.parse(made.stdout);
    expect(ids).not.toContain(key.id);
    ids.add(key.id);
    for (const url of urls) expect((await apiOf(url, key.secret)('GET', 'me')).status).toBe(200);
    if (Date.now() < endsAt) await maker();
  };
  await Promise.all(urls.length > 1 ? [maker()] : [maker(), maker(), maker()]);
  return ids.size;
}

/** The differences between the service's stored totals and the actual ones. */
async function countProblems(
  ada: Api,
  projectId: string,
  agentId: string,
  tasks: readonly { status: string; project: { id: string } | null }[],
): Promise<string[]> {
  const own = tasks.filter(({ project }) => project?.id === projectId);
  const { taskCounts } = (await ada('GET', `projects/${projectId}`)).body;
  const { counts } = (await ada('GET', `agents/${agentId}`)).body;
  const { total } = (await ada('GET', `agents/${agentId}/activity?limit=1`)).body;
  const activity = (await listed(ada, `agents/${agentId}/activity`)).length;
  const problems: string[] = [];
  for (const [status, count] of Object.entries(taskCounts)) {
    const there = own.filter((task) => status === 'total' || task.status === status).length;
    if (count !== there) problems.push(`The project counts ${count} as ${status}; there are ${there}.`);
  }
  if (total !== activity || counts.activity !== activity) {
    problems.push(`The agent has ${activity} entries; its totals are ${total} and ${counts.activity}.`);
  }
  return problems;
}

/** The outcomes without which the checks would have checked nothing. */
function missing(history: readonly Recorded[], raced: readonly Recorded[]): string[] {
  const has = (kind: Recorded['kind'], status: number) =>
    only(history, kind).some((each) => each.status === status);
  const wanted: Record<string, boolean> = {
    'a task made': has('create', 201),
    'a task refused': has('create', 400),
    'a move made': has('move', 200),
    'a move refused': has('move', 422),
    'a move that its maker may not make': has('move', 403),
    'a change': has('change', 200),
    'a message': has('message', 201),
    'a message repeated': has('message', 200),
    'a turn claimed': has('claim', 200),
    'a turn answered': has('reply', 200),
    'an answer too late': has('reply', 409) || has('fail', 409),
    'a turn failed': has('fail', 200),
    'a turn released': has('release', 200),
    'a chat archived': has('archive', 200),
    'a race': raced.length > PROCESSES * CONNECTIONS,
  };
  return Object.keys(wanted).filter((name) => !wanted[name]);
}

/** What a busy machine may not reach within a few seconds. */
const RARE = [
  'a move that its maker may not make',
  'a message repeated',
  'an answer too late',
  'a turn failed',
  'a turn released',
  'a chat archived',
];

/** For a long run: the number of requests of each kind. */
function report(history: readonly Recorded[], keys: number): void {
  const counts: Record<string, number> = { 'keys by command': keys };
  for (const { kind, status } of history)
    counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1;
  process.stdout.write(`${JSON.stringify(counts)}\n`);
}
