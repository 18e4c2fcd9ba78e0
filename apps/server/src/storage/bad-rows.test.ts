import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Api, apiOf } from '../../testing/api.ts';
import { cleanUp, temporaryFolder } from '../../testing/tandem.ts';
import { readConfig, startServer } from '../index.ts';
import type { Log } from '../log/log.ts';

/** The server's log messages for the operator. */
const logged: { readonly message: string; readonly entry: Record<string, unknown> }[] = [];
const keep = (entry: object, message = '') => {
  logged.push({ message, entry: { ...entry } });
};
const ignore = () => undefined;
const log: Log = { info: ignore, warn: ignore, error: keep, fatal: keep, request: ignore, flush: ignore };

let stop: () => Promise<void>;
let url: string;
let ada: Api;
/** The agent of the world, by its own key. */
let bot: Api;
let admin: string;
let database: Database.Database;
/** Ids of the resources; where there are two, one is damaged. */
const ids: Record<string, string> = {};

const post = async (path: string, body: object, by: Api = ada) => {
  const answer = await by('POST', path, body);
  if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

beforeAll(async () => {
  const dataDir = temporaryFolder();
  const env = { TANDEM_PORT: '0', TANDEM_DATA_DIR: dataDir, TANDEM_RATE_LIMIT: '0' };
  const server = await startServer(readConfig(env), log);
  stop = server.stop;
  url = server.url;
  admin = server.firstKey as string;
  ada = apiOf(url, admin);
  database = new Database(join(dataDir, 'tandem.db'));
  // Like another program that knows nothing of Tandem's rules.
  database.pragma('foreign_keys = OFF');

  await post('labels', { name: 'bug' });
  ids.initiative = (await post('initiatives', { name: 'I' })).id;
  await post('initiatives', { name: 'J' });
  ids.goal = (await post('goals', { title: 'G', metric: { target: 1, current: 0, unit: 'x' } })).id;
  await post(`goals/${ids.goal}/verify`, { passed: false, evidence: 'Not seen' });
  await post(`goals/${ids.goal}/verify`, { passed: true, evidence: 'Seen' });
  await post('goals', { title: 'H' });
  ids.project = (await post('projects', { title: 'P', initiativeId: ids.initiative })).id;
  // An event type that does not occur here, so nothing is sent.
  const hook = { url: 'https://example.org/', types: ['workspace.created'] };
  ids.hook = (await post('webhooks', hook)).id;
  await post('webhooks', hook);
  database.exec(`
    INSERT INTO deliveries (workspace_id, id, seq, webhook_id, message_id, type, event_seq, status, attempts, created_at)
    SELECT w.workspace_id, n, n, w.id, n, 'task.created', 1, 'delivered', 1, 1
    FROM webhooks w, (SELECT 1000001 AS n UNION SELECT 1000002) WHERE w.id = '${ids.hook}'`);
  await post('projects', { title: 'Q' });
  for (const title of ['one', 'two', 'three']) {
    const task = await post('tasks', { title, projectId: ids.project, tags: ['a'], labels: ['bug'] });
    if (title === 'two') ids.task = task.id;
  }
  await post('tasks/2/relations', { type: 'blocks', taskNumber: 1 });
  await post('tasks/3/relations', { type: 'blocks', taskNumber: 1 });
  await post('tasks/1/comments', { body: 'one' });
  await post('tasks/1/comments', { body: 'two' });
  for (const to of ['in_progress', 'waiting']) await post('tasks/2/transition', { to });
  const file = new FormData();
  file.append('file', new Blob(['text']), 'a.txt');
  const sent = await fetch(`${url}/api/v1/files`, {
    method: 'POST',
    body: file,
    headers: { Authorization: `Bearer ${admin}` },
  });
  ids.file = ((await sent.json()) as { id: string }).id;
  await post('tasks/1/attachments', { fileId: ids.file });
  ids.agent = (await post('agents', { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' })).id;
  await post('agents', { name: 'pot', displayName: 'Pot', emoji: '*', model: 'm' });
  await post('members', { name: 'eve', displayName: 'Eve' });
  const session = { key: 'k', kind: 'main', displayName: 'S', model: 'm', contextTokens: 1, contextLimit: 2 };
  const host = { name: 'host', kind: 'agent', memberId: ids.agent, scopes: ['agents:write', 'tasks:write'] };
  bot = apiOf(url, (await post('keys', host)).secret);
  await post('labels', { name: 'chore' }, bot);
  await bot('PUT', `agents/${ids.agent}/sessions`, { sessions: [{ ...session, lastActivity: 1 }] });
  const telemetry = { status: 'idle', model: 'm', contextTokens: 1, contextLimit: 2, activeSessions: 0 };
  for (const n of [1, 2]) await post(`agents/${ids.agent}/telemetry`, { ...telemetry, usage: { n } }, bot);
  const key = { name: 'robot', kind: 'service', scopes: ['tasks:read'] };
  ids.key = (await post('keys', key)).id;
  ids.secret = (await post('keys', key)).secret;
  const chat = await post('chats', { agentId: ids.agent, body: 'Hello' });
  ids.chat = chat.thread.id;
  ids.turn = chat.turn.id;
  const claim = await post(`agents/${ids.agent}/turns/claim`, {}, bot);
  await post(`agents/${ids.agent}/turns/${ids.turn}/reply`, { token: claim.lease.token, body: 'Hi' }, bot);
  await post('chats', { agentId: ids.agent, body: 'Hello again' });
});
afterAll(async () => {
  database.close();
  await stop();
  await cleanUp();
});

const TOO_LATE = 8_640_000_000_000_001;

type Row = Readonly<Record<string, unknown>>;

/** Damages a column of one row while a callback runs. */
async function damaged<T>(
  { table, where }: Case,
  column: string,
  value: string,
  during: () => Promise<T>,
): Promise<T> {
  const row = database.prepare<[], Row>(`SELECT * FROM ${table} WHERE ${where()}`).get() as Row;
  const key = (database.pragma(`table_info(${table})`) as { name: string; pk: number }[])
    .filter(({ pk }) => pk > 0)
    .map(({ name }) => name);
  const put = (sql: string, ...values: unknown[]) =>
    database
      .prepare(
        `UPDATE ${table} SET ${column} = ${sql} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`,
      )
      .run(...values, ...key.map((name) => row[name]));
  put(value);
  try {
    return await during();
  } finally {
    put('?', row[column]);
  }
}

interface Case {
  readonly table: string;
  /** The damaged row, in SQL. */
  readonly where: () => string;
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly list: () => string;
  /** The length of the undamaged list. */
  readonly intact: number;
  /** A request for this row only. */
  readonly single?: () => string;
}

const JSON_TEXTS = ["'{'", "'null'", "'[1]'"];
const UNKNOWN = ["'bogus'"];
const dates = (...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, [String(TOO_LATE)]]));

const CASES: readonly Case[] = [
  {
    table: 'tasks',
    where: () => 'number = 2',
    columns: {
      tags: JSON_TEXTS,
      status: UNKNOWN,
      priority: UNKNOWN,
      effort: UNKNOWN,
      ...dates('due_date', 'completed_at', 'created_at', 'updated_at'),
    },
    list: () => 'tasks',
    intact: 3,
    single: () => 'tasks/2',
  },
  {
    table: 'projects',
    where: () => `id = '${ids.project}'`,
    columns: { status: UNKNOWN, ...dates('target_date', 'created_at', 'updated_at') },
    list: () => 'projects',
    intact: 2,
    single: () => `projects/${ids.project}`,
  },
  {
    table: 'initiatives',
    where: () => `id = '${ids.initiative}'`,
    columns: { status: UNKNOWN, ...dates('created_at', 'updated_at') },
    list: () => 'initiatives',
    intact: 2,
    single: () => `initiatives/${ids.initiative}`,
  },
  {
    table: 'goals',
    where: () => `id = '${ids.goal}'`,
    columns: {
      status: UNKNOWN,
      metric_target: ['9e999'],
      ...dates('target_date', 'created_at', 'updated_at'),
    },
    list: () => 'goals?archived=true',
    intact: 2,
    single: () => `goals/${ids.goal}`,
  },
  {
    table: 'verifications',
    where: () => "evidence = 'Not seen'",
    columns: { by_type: UNKNOWN, ...dates('at') },
    list: () => `goals/${ids.goal}/verifications`,
    intact: 2,
  },
  {
    table: 'labels',
    where: () => "name = 'bug'",
    columns: { color: UNKNOWN },
    list: () => 'labels',
    intact: 2,
  },
  {
    table: 'comments',
    where: () => "body = 'one'",
    columns: { author_type: UNKNOWN, ...dates('created_at', 'updated_at') },
    list: () => 'tasks/1/comments',
    intact: 2,
  },
  {
    table: 'attachments',
    where: () => 'number = 1',
    columns: { author_type: UNKNOWN, ...dates('created_at') },
    list: () => 'tasks/1/attachments',
    intact: 1,
  },
  {
    table: 'files',
    where: () => `id = '${ids.file}'`,
    columns: { size: ['-1'] },
    list: () => 'tasks/1/attachments',
    intact: 1,
    single: () => `files/${ids.file}`,
  },
  {
    table: 'members',
    where: () => `id = '${ids.agent}'`,
    columns: { type: UNKNOWN, status: UNKNOWN, ...dates('created_at', 'updated_at') },
    list: () => 'members',
    intact: 4,
    single: () => `members/${ids.agent}`,
  },
  {
    table: 'telemetry',
    where: () => `seq = (SELECT max(seq) FROM telemetry)`,
    columns: {
      usage: ["''", "'[]'", "'7'", `'{"a":"b"}'`],
      status: UNKNOWN,
      context_tokens: ['-1'],
      ...dates('at'),
    },
    list: () => `agents/${ids.agent}/telemetry?history=true`,
    intact: 2,
    single: () => `agents/${ids.agent}/telemetry`,
  },
  {
    table: 'keys',
    where: () => `id = '${ids.key}'`,
    columns: {
      scopes: [...JSON_TEXTS, `'["everything"]'`],
      kind: UNKNOWN,
      ...dates('expires_at', 'last_used_at', 'created_at'),
    },
    list: () => 'keys',
    intact: 4,
  },
  {
    table: 'events',
    where: () =>
      'seq = (SELECT max(seq) FROM events WHERE entity_id = (SELECT id FROM tasks WHERE number = 2))',
    columns: { actor_type: UNKNOWN, old_value: UNKNOWN, new_value: UNKNOWN, ...dates('created_at') },
    list: () => 'notifications',
    intact: 2,
  },
  {
    table: 'events',
    where: () => `actor_id = '${ids.agent}'`,
    columns: { actor_type: UNKNOWN, entity_type: UNKNOWN, ...dates('created_at') },
    list: () => `agents/${ids.agent}/activity`,
    intact: 2,
  },
  {
    table: 'events',
    where: () => `seq = (SELECT max(seq) FROM events WHERE entity_id = '${ids.task}')`,
    columns: {
      actor_type: UNKNOWN,
      action: UNKNOWN,
      more_changes: [...JSON_TEXTS, `'[{"id":"x","field":"y","oldValue":7,"newValue":null}]'`],
      related: ["'{'", "'[]'", `'{"x":1}'`],
      ...dates('created_at'),
    },
    list: () => `events?entity=task:${ids.task}`,
    intact: 4,
  },
  {
    table: 'notifications',
    where: () => 'seq = (SELECT max(seq) FROM notifications)',
    columns: dates('read_at'),
    list: () => 'notifications',
    intact: 2,
  },
  {
    table: 'webhooks',
    where: () => `id = '${ids.hook}'`,
    columns: {
      types: JSON_TEXTS,
      disabled_reason: UNKNOWN,
      position: ['-1'],
      ...dates('failing_since', 'created_at', 'updated_at'),
    },
    list: () => 'webhooks',
    intact: 2,
    single: () => `webhooks/${ids.hook}`,
  },
  {
    table: 'deliveries',
    where: () => `id = '1000001'`,
    columns: {
      type: UNKNOWN,
      status: UNKNOWN,
      attempts: ['-1'],
      ...dates('next_at', 'attempted_at', 'created_at'),
    },
    list: () => `webhooks/${ids.hook}/deliveries`,
    intact: 2,
  },
  {
    table: 'chats',
    where: () => `id = '${ids.chat}'`,
    columns: {
      status: UNKNOWN,
      message_count: ['-1'],
      ...dates('last_message_at', 'created_at', 'updated_at', 'archived_at'),
    },
    list: () => 'chats?status=all',
    intact: 2,
    single: () => `chats/${ids.chat}`,
  },
  {
    table: 'messages',
    where: () => `chat_id = '${ids.chat}' AND role = 'human'`,
    columns: { suggestions: [...JSON_TEXTS, "'[{}]'"], author_type: UNKNOWN, ...dates('created_at') },
    list: () => `chats/${ids.chat}/messages`,
    intact: 2,
  },
];

const everyDamage = CASES.flatMap((each) =>
  Object.entries(each.columns).flatMap(([column, values]) =>
    values.map((value) => ({ ...each, column, value, name: `${each.table}.${column} = ${value}` })),
  ),
);

/** All reads that may include a damaged row. */
const REQUESTS: readonly (readonly [method: string, path: () => string, body?: () => object])[] = [
  ['GET', () => 'me'],
  ['GET', () => 'workspace'],
  ['GET', () => 'tasks?archived=true&status=todo,waiting&labels=bug'],
  ['GET', () => `tasks?assigned=bot&createdBy=admin`],
  ['GET', () => 'tasks/1'],
  ['GET', () => 'tasks/1/activity'],
  ['PATCH', () => 'tasks/2', () => ({ title: 'two', tags: ['a'], labels: ['bug'] })],
  ['POST', () => 'tasks/2/transition', () => ({ to: 'waiting' })],
  ['DELETE', () => 'tasks/2'],
  ['GET', () => `projects/${ids.project}/tasks`],
  ['GET', () => `initiatives/${ids.initiative}/projects`],
  ['GET', () => 'goals?limit=1'],
  ['PATCH', () => `goals/${ids.goal}`, () => ({ title: 'G' })],
  ['GET', () => 'members?type=agent'],
  ['GET', () => 'agents?limit=1'],
  ['GET', () => `agents/${ids.agent}`],
  ['GET', () => `agents/${ids.agent}/sessions`],
  ['PATCH', () => `agents/${ids.agent}`, () => ({ displayName: 'Bot' })],
  ['GET', () => `chats/${ids.chat}/messages?order=asc`],
  ['GET', () => `chats/${ids.chat}/turns/${ids.turn}`],
  ['PATCH', () => `chats/${ids.chat}`, () => ({ title: 'Hello' })],
  ['GET', () => 'notifications?unread=true'],
  ['GET', () => `files/${ids.file}`],
  ['GET', () => 'events?types=task.transitioned,agent.created'],
  ['GET', () => 'events?limit=1'],
  ['GET', () => 'webhooks?limit=1'],
  ['PATCH', () => `webhooks/${ids.hook}`, () => ({ description: 'x' })],
  ['GET', () => `webhooks/${ids.hook}/deliveries?status=delivered`],
];

/** A row whose lists are not checked. */
const EMPTY = { columns: {}, list: () => '', intact: 0 };

describe('an unreadable row', () => {
  test.each(everyDamage)(
    'an unreadable row ($name) is omitted from the list and refused alone, and nothing returns 500',
    async (each) => {
      const { column, value, list, intact, single } = each;
      await damaged(each, column, value, async () => {
        const { status, body } = await ada('GET', list());
        expect([status, body.data?.length]).toEqual([200, intact - 1]);
        if (single) {
          const alone = await ada('GET', single());
          expect([alone.status, alone.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
          expect(alone.body.error.message).toContain('tandem doctor');
        }
        const answers = REQUESTS.map(async ([method, path, request]) => {
          const answer = await ada(method, path(), request?.());
          return `${answer.status} ${method} ${path()}`;
        });
        expect(await Promise.all(answers)).not.toContainEqual(expect.stringMatching(/^500/));
      });
      expect((await ada('GET', list())).body.data).toHaveLength(intact);
    },
  );

  test('an unreadable row is logged once with its table and key, without its contents', async () => {
    const task = CASES.find(({ table }) => table === 'tasks') as Case;
    database.exec(
      "CREATE TEMP TABLE copied AS SELECT * FROM tasks WHERE number = 1; UPDATE copied SET number = 99, id = 'x'; INSERT INTO tasks SELECT * FROM copied",
    );
    logged.length = 0;
    await damaged({ ...task, where: () => 'number = 99' }, 'tags', `'{"private'`, async () => {
      for (let i = 0; i < 3; i++) await ada('GET', 'tasks');
    });
    database.exec('DELETE FROM tasks WHERE number = 99');
    expect(logged).toMatchObject([
      {
        message: 'row cannot be read',
        entry: { table: 'tasks', key: '99', error: { message: 'tags is not a JSON list of texts' } },
      },
    ]);
    expect(JSON.stringify(logged)).not.toContain('private');
  });

  test('an unreadable row changes neither where a page ends nor which page follows', async () => {
    const task = CASES.find(({ table }) => table === 'tasks') as Case;
    await damaged(task, 'tags', "'{'", async () => {
      const numbers: number[][] = [];
      for (let cursor = ''; ; ) {
        const { body } = await ada('GET', `tasks?limit=1&${cursor}`);
        numbers.push(body.data.map(({ taskNumber }: { taskNumber: number }) => taskNumber));
        if (!body.hasMore) break;
        cursor = `cursor=${encodeURIComponent(body.cursor)}`;
      }
      expect(numbers).toEqual([[3], [], [1]]);
    });
  });

  test('an unreadable row does not affect rows that refer to it', async () => {
    const one = (table: string) => CASES.find((each) => each.table === table) as Case;
    await damaged(one('labels'), 'color', "'bogus'", async () => {
      expect((await ada('GET', 'tasks')).body.data).toHaveLength(3);
      expect((await ada('GET', 'tasks/1')).body.labels).toEqual([]);
    });
    const last = { ...one('verifications'), where: () => "evidence = 'Seen'" };
    await damaged(last, 'at', String(TOO_LATE), async () => {
      expect((await ada('GET', `goals/${ids.goal}`)).body.lastVerification).toBeNull();
    });
    const relation = { ...one('tasks'), table: 'relations', where: () => 'from_number = 2' };
    await damaged(relation, 'kind', "'bogus'", async () => {
      expect((await ada('GET', 'tasks/1')).body.relations).toHaveLength(1);
    });
    await damaged(one('tasks'), 'status', "'bogus'", async () => {
      const { body } = await ada('GET', `projects/${ids.project}`);
      expect(Object.keys(body.taskCounts)).not.toContain('bogus');
      expect((await ada('GET', 'tasks/1')).body).toMatchObject({ blocked: true, relations: [{}] });
    });
    await damaged(one('projects'), 'status', "'bogus'", async () => {
      expect((await ada('GET', `initiatives/${ids.initiative}`)).body).toMatchObject({
        projectCount: 0,
        projectStatuses: {},
      });
    });
  });

  test('a key with an unreadable row is refused', async () => {
    const key = { ...(CASES.find(({ table }) => table === 'keys') as Case) };
    const robot = apiOf(url, ids.secret as string);
    const where = () => `id = '${/_(\w+)_/.exec(ids.secret as string)?.[1]}'`;
    await damaged({ ...key, where }, 'scopes', "'{'", async () => {
      expect(await robot('GET', 'me')).toMatchObject({
        status: 503,
        body: { error: { code: 'UNAVAILABLE' } },
      });
    });
    const workspace = { ...key, table: 'workspaces', where: () => '1' };
    await damaged(workspace, 'goal_verification', "'bogus'", async () => {
      expect((await robot('GET', 'me')).status).toBe(503);
    });
    const maker = { ...key, table: 'members', where: () => "role = 'admin'" };
    await damaged(maker, 'created_at', String(TOO_LATE), async () => {
      expect((await robot('GET', 'me')).status).toBe(503);
    });
    expect((await robot('GET', 'me')).status).toBe(200);
  });

  test('an unreadable row at the head of the queue does not block the turns behind it', async () => {
    const [open] = database.prepare<[], { id: string }>("SELECT id FROM turns WHERE state = 'queued'").all();
    const { thread } = await post('chats', { agentId: ids.agent, body: 'And this?' });
    const turn: Case = {
      ...EMPTY,
      table: 'turns',
      where: () => `id = '${open?.id}'`,
    };
    await damaged(turn, 'claims', '-1', async () => {
      const claim = await post(`agents/${ids.agent}/turns/claim`, {}, bot);
      expect(claim.chat.id).toBe(thread.id);
      await post(`agents/${ids.agent}/turns/${claim.turn.id}/release`, { token: claim.lease.token }, bot);
    });
    const chat = { ...turn, table: 'chats', where: () => "title = 'Hello again'" };
    await damaged(chat, 'updated_at', String(TOO_LATE), async () => {
      const claim = await post(`agents/${ids.agent}/turns/claim`, {}, bot);
      expect(claim.chat.id).toBe(thread.id);
      await post(`agents/${ids.agent}/turns/${claim.turn.id}/release`, { token: claim.lease.token }, bot);
    });
    await ada('DELETE', `chats/${thread.id}`);
  });

  test('an unreadable row is omitted from a briefing', async () => {
    const purpose = { initiativeId: ids.initiative, goalId: ids.goal };
    const project = (await post('projects', { title: 'Why', ...purpose })).id;
    const { taskNumber } = await post('tasks', { title: 'four', projectId: project });
    const briefing = async () => {
      const claim = await post(`tasks/${taskNumber}/claim`, { agentId: ids.agent }, bot);
      await post(`tasks/${taskNumber}/claim/release`, { token: claim.lease.token }, bot);
      return ['project', 'goal', 'initiative'].filter((name) => claim[name] !== null);
    };
    const without = (table: string, id: string) =>
      damaged({ ...EMPTY, table, where: () => `id = '${id}'` }, 'status', "'bogus'", briefing);
    expect(await briefing()).toEqual(['project', 'goal', 'initiative']);
    expect(await without('goals', ids.goal as string)).toEqual(['project', 'initiative']);
    expect(await without('initiatives', ids.initiative as string)).toEqual(['project', 'goal']);
    expect(await without('projects', project)).toEqual([]);
  });

  test('an unreadable criterion refuses results and reviews, and no criterion is lost', async () => {
    const criteria = [{ text: 'It works' }, { text: 'It is fast' }];
    const task = await post('tasks', { title: 'five', criteria });
    const path = `tasks/${task.taskNumber}`;
    const { lease } = await post(`${path}/claim`, { agentId: ids.agent }, bot);
    const evidence = task.criteria.map(({ id }: { id: string }) => ({ criterionId: id, text: 'Seen' }));
    const result = { outcome: 'succeeded', summary: 'Done', evidence, token: lease.token };
    const first: Case = { ...EMPTY, table: 'criteria', where: () => `id = '${task.criteria[0].id}'` };
    const rows = () =>
      database.prepare('SELECT * FROM criteria WHERE number = ? ORDER BY id').all(task.taskNumber);
    const refuses = (send: () => ReturnType<Api>) =>
      damaged(first, 'status', "'bogus'", async () => {
        const before = rows();
        const { status, body } = await send();
        expect([status, body.error?.code]).toEqual([503, 'UNAVAILABLE']);
        expect(rows()).toEqual(before);
      });
    await refuses(() => bot('POST', `${path}/results`, result));
    expect((await ada('GET', `${path}/results`)).body.data).toEqual([]);
    const { id } = await post(`${path}/results`, result, bot);
    const review = { verdict: 'accepted', resultId: id };
    await refuses(() => ada('POST', `${path}/reviews`, review));
    expect((await ada('GET', path)).body.status).toBe('waiting');
    await post(`${path}/reviews`, review);
    expect(rows()).toHaveLength(2);
  });
});

test('a database whose only workspace is unreadable does not count as empty', async () => {
  const dataDir = temporaryFolder();
  const env = { TANDEM_PORT: '0', TANDEM_DATA_DIR: dataDir };
  await (await startServer(readConfig(env), log)).stop();
  const file = new Database(join(dataDir, 'tandem.db'));
  file.exec("UPDATE workspaces SET goal_verification = 'bogus'");
  await expect(startServer(readConfig(env), log)).rejects.toThrow('tandem doctor');
  expect(file.prepare('SELECT count(*) FROM workspaces').pluck().get()).toBe(1);
  file.close();
});
