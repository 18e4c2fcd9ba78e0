import { join } from 'node:path';
import { TRANSFER_TABLES, wrongValues } from '@tandem/adapter-sqlite';
import { LONG } from '@tandem/core/testing/programs';
import Database from 'better-sqlite3';
import { type Api, apiOf } from '../../testing/api.ts';
import { quietLog } from '../../testing/log.ts';
import { onDurablePostgres } from '../../testing/postgres.ts';
import { cleanUp, temporaryFolder } from '../../testing/tandem.ts';
import { readConfig, startServer } from '../index.ts';

/** A server, and a way to run SQL directly on its database; a list of statements is one transaction. */
interface Damaged {
  readonly url: string;
  readonly key: string;
  run(sql: string): Promise<void>;
  stop(): Promise<void>;
}

afterAll(cleanUp);

async function start(env: Record<string, string>) {
  const server = await startServer(
    readConfig({ ...env, TANDEM_PORT: '0', TANDEM_RATE_LIMIT: '0' }),
    quietLog,
  );
  return { url: server.url, key: server.firstKey as string, stop: server.stop };
}

async function onSqlite(): Promise<Damaged> {
  const dataDir = temporaryFolder();
  const server = await start({ TANDEM_DATA_DIR: dataDir });
  const database = new Database(join(dataDir, 'tandem.db'));
  database.pragma('foreign_keys = OFF');
  return {
    ...server,
    run: async (sql) => {
      try {
        database.exec(`BEGIN; ${sql}; COMMIT`);
      } finally {
        if (database.inTransaction) database.exec('ROLLBACK');
      }
    },
    stop: async () => {
      database.close();
      await server.stop();
    },
  };
}

/**
 * Changes a column of the newest row that has a value there; returns a function that restores it, or `null` if the
 * change is impossible.
 */
async function damage(
  { run }: Damaged,
  { table, column, wrong }: Wrong,
): Promise<(() => Promise<void>) | null> {
  const { key = [] } = TRANSFER_TABLES.find(({ name }) => name === table) ?? {};
  const saved = `(${key.join(', ')}) IN (SELECT ${key.join(', ')} FROM saved)`;
  const newest = [`${column} IS NULL`, ...key.map((name) => `${name} DESC`)].join(', ');
  try {
    await run(`CREATE TABLE saved AS SELECT * FROM ${table} ORDER BY ${newest} LIMIT 1;
      UPDATE ${table} SET ${column} = ${wrong} WHERE ${saved}`);
  } catch {
    // SQLite itself rejects the value.
    return null;
  }
  return () =>
    run(`UPDATE ${table} SET ${column} = (SELECT ${column} FROM saved) WHERE ${saved}; DROP TABLE saved`);
}

/** One resource of each kind, by the ids that paths use. */
async function fill({ url, key }: Damaged): Promise<Record<string, string>> {
  const ada = apiOf(url, key);
  const post = async (path: string, body: object, by: Api = ada) => {
    const answer = await by('POST', path, body);
    if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const initiative = await post('initiatives', { name: 'I' });
  const goal = await post('goals', {
    title: 'G',
    initiativeId: initiative.id,
    metric: { target: 1, current: 0, unit: 'x' },
    targetDate: Date.now(),
  });
  const project = await post('projects', { title: 'P', initiativeId: initiative.id, targetDate: Date.now() });
  const agent = await post('agents', { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
  await ada('PATCH', `agents/${agent.id}`, { limits: { usage: { n: { perDay: 5 } } }, maxClaims: 9 });
  const host = apiOf(
    url,
    (
      await post('keys', {
        name: 'host',
        kind: 'agent',
        memberId: agent.id,
        scopes: ['agents:write', 'tasks:write'],
      })
    ).secret,
  );
  const proposed = await post('goals', { title: 'Proposed' });
  await post(`goals/${proposed.id}/verify`, { passed: true, evidence: 'Seen' }, host);
  const criteria = [{ text: 'It works' }, { text: 'It is fast' }];
  for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await post('tasks', {
      title,
      projectId: project.id,
      tags: ['a'],
      labels: ['bug'],
      createMissing: true,
      criteria,
      effort: 's',
      dueDate: Date.now(),
    });
  }
  await post('tasks/2/relations', { type: 'blocks', taskNumber: 1 });
  await post('tasks/1/comments', { body: 'one' });
  const claim = async (number: number) =>
    (await post(`tasks/${number}/claim`, { agentId: agent.id }, host)).lease.token;
  const evidence = async (number: number) =>
    (await ada('GET', `tasks/${number}`)).body.criteria.map(({ id }: { id: string }) => ({
      criterionId: id,
      url: 'https://example.org',
      text: 'Seen',
      exitCode: 0,
    }));
  const t2 = await claim(2);
  await post(
    'tasks/2/results',
    { outcome: 'succeeded', summary: 'Done', evidence: await evidence(2), usage: { n: 1 }, token: t2 },
    host,
  );
  const t3 = await claim(3);
  await post(
    'tasks/3/results',
    { outcome: 'partial', summary: 'Half', evidence: await evidence(3), token: t3 },
    host,
  );
  await post(`tasks/3/reviews`, { verdict: 'returned', comment: 'More' }).catch(() => undefined);
  const t4 = await claim(4);
  await host('POST', 'tasks/4/claim/heartbeat', {
    token: t4,
    progress: { note: 'Half', percent: 50 },
    usage: { n: 1 },
  });
  const t5 = await claim(5);
  const question = await post(
    'tasks/5/questions',
    {
      kind: 'choice',
      text: 'Which?',
      options: [
        { id: 'a', text: 'A' },
        { id: 'b', text: 'B' },
      ],
      default: 'a',
      dueAt: Date.now() + 3_600_000,
      token: t5,
    },
    host,
  );
  const asked = await post('tasks/6/questions', { kind: 'text', text: 'Why?' });
  await post(`questions/${asked.id}/answer`, { text: 'Because', comment: 'So' });
  const hook = await post('webhooks', { url: 'https://example.org/', types: ['workspace.created'] });
  const chat = await post('chats', { agentId: agent.id, body: 'Hello' });
  const numbers = { model: 'm', contextTokens: 1, contextLimit: 2 };
  await host('PUT', `agents/${agent.id}/sessions`, {
    sessions: [{ ...numbers, key: 'k', kind: 'main', displayName: 'S', lastActivity: 1 }],
  });
  await post(
    `agents/${agent.id}/telemetry`,
    { ...numbers, status: 'idle', activeSessions: 0, usage: { n: 1 } },
    host,
  );
  await fetch(`${url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  return {
    initiative: initiative.id,
    goal: goal.id,
    project: project.id,
    agent: agent.id,
    hook: hook.id,
    chat: chat.thread.id,
    turn: chat.turn.id,
    question: question.id,
  };
}

/** All lists, and the reads that include a task's claim, dependencies and children. */
const listsOf = (ids: Record<string, string>): string[] => [
  ...[
    'agents',
    'chats?status=all',
    'events',
    'goals?archived=true',
    'inbox',
    'initiatives',
    'keys',
    'labels',
    'members',
  ],
  ...[
    'notifications',
    'projects',
    'questions',
    'questions?status=answered',
    'search?q=one',
    'sessions',
    'tasks?archived=true',
    'usage?by=agent',
    'usage?by=task',
    'usage?by=day',
    'webhooks',
  ],
  ...[
    'tasks?status=waiting',
    'tasks?status=in_progress',
    'tasks?assigned=bot&labels=bug&tags=a',
    'search?q=G',
    'search?q=P',
  ],
  ...['comments', 'results', 'activity', 'attachments'].flatMap((list) =>
    [1, 2, 3, 5].map((n) => `tasks/${n}/${list}`),
  ),
  `projects/${ids.project}/tasks`,
  `initiatives/${ids.initiative}/projects`,
  `goals/${ids.goal}/verifications`,
  `agents/${ids.agent}/activity`,
  `agents/${ids.agent}/telemetry?history=true`,
  `agents/${ids.agent}/sessions`,
  `webhooks/${ids.hook}/deliveries`,
  `chats/${ids.chat}/messages`,
  `events?entity=task:${ids.task}`,
];

/** Lists of a parent's children, which fail if the parent cannot be read. */
const BELONGING: Readonly<Record<string, RegExp>> = {
  members: /^agents\/|^webhooks/,
  initiatives: /^initiatives\//,
  goals: /^goals\//,
  projects: /^projects\//,
  tasks: /^tasks\/\d/,
  claims: /^tasks\/\d/,
  chats: /^chats\//,
  webhooks: /^webhooks\//,
  snapshots: /^agents\/\w+\/sessions$/,
};

type Wrong = ReturnType<typeof wrongValues>[number];

/** Each JSON column with a value that SQL's JSON functions reject; with TANDEM_TEST_LONG=1, every wrong value. */
const damages = (): Wrong[] =>
  wrongValues().filter(({ table, column, wrong }) => {
    const { key = [] } = TRANSFER_TABLES.find(({ name }) => name === table) ?? {};
    // Nothing can be read without its workspace; bad-rows.test.ts covers that.
    const isDamaged = table !== 'workspaces' && !key.includes(column);
    return isDamaged && (LONG || wrong === "'{'");
  });

/** Wrong responses next to a damaged row, by damage. */
async function failures(server: Damaged): Promise<string[]> {
  const ids = await fill(server);
  const ada = apiOf(server.url, server.key);
  const lists = listsOf(ids);
  const wrong: string[] = [];
  const ask = async (but?: RegExp) => {
    const answers = lists.map(async (path) => [path, (await ada('GET', path)).status] as const);
    return (await Promise.all(answers))
      .filter(([path, status]) => status !== 200 && (status === 500 || !but?.test(path)))
      .map(([path, status]) => `${status} ${path}`);
  };
  wrong.push(...(await ask()));
  for (const each of damages()) {
    const restore = await damage(server, each);
    if (!restore) continue;
    const failing = await ask(BELONGING[each.table]);
    if (failing.length > 0) wrong.push(`${each.table}.${each.column} = ${each.wrong}: ${failing.join(', ')}`);
    await restore();
  }
  wrong.push(...(await ask()));
  return wrong;
}

describe('an invalid value in a column', () => {
  test('an invalid value in any column breaks no list on SQLite', async () => {
    const server = await onSqlite();
    try {
      expect(await failures(server)).toEqual([]);
    } finally {
      await server.stop();
    }
  }, 600_000);
});

if (LONG) {
  onDurablePostgres('an invalid value in a column, on PostgreSQL', ({ newDatabase, query }) => {
    test('an invalid value in any column breaks no list on PostgreSQL', async () => {
      const database = await newDatabase();
      const server = await start({ TANDEM_DATABASE_URL: database, TANDEM_DATA_DIR: temporaryFolder() });
      try {
        const run = (sql: string) => query(database, `SET session_replication_role = replica; ${sql}`);
        expect(await failures({ ...server, run })).toEqual([]);
      } finally {
        await server.stop();
      }
    }, 1_800_000);
  });
}
