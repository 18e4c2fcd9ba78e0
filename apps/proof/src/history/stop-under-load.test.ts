import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Api,
  apiOf,
  cleanUp,
  hold,
  newKey,
  office,
  type Serving,
  serve,
  stopped,
} from '@tandem/server/testing';
import Database from 'better-sqlite3';
import { type Helper, startProcesses } from './processes.ts';
import type { Fate, StopOrder } from './stop-clients.ts';

const PROCESSES = 4;
const CONNECTIONS = 8;
const WAITS = 50;
const ROUNDS = 3;

let clients: Helper<StopOrder, { fates: Fate[] }>[] = [];
afterEach(async () => {
  for (const client of clients) client.end();
  await cleanUp();
});

/** The title of tasks that are not the clients'. */
const MARK = 'Mark';

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

test('a server stopped under 32 writing connections and 50 waiting requests answers every accepted request', async () => {
  const world = await office();
  const { adminKey, agent, dataDir } = world;
  await world.ada('POST', 'tasks', { title: MARK });
  // An agent that never answers, for a held wait; the other agent has no turns, for a held claim.
  const { body: idle } = await world.ada('POST', 'agents', {
    name: 'idle',
    displayName: 'Idle',
    emoji: '🦥',
    model: 'any',
  });
  const runtimeKey = await newKey(world.ada, { kind: 'runtime', scopes: ['agents:write'] });
  const { body: asked } = await world.ada('POST', 'chats', { agentId: agent.id, body: 'Are you there?' });
  const turn = `chats/${asked.thread.id}/turns/${asked.turn.id}`;

  const answered: string[] = [];
  const lost: string[] = [];
  let server: Serving = world.server;
  for (let round = 0; round < ROUNDS; round++) {
    const { url } = server;
    const held = await Promise.all(
      Array.from({ length: WAITS }, (_, i) =>
        i % 2
          ? hold(url, adminKey, 'GET', `${turn}?wait=25`)
          : hold(url, runtimeKey, 'POST', `agents/${idle.id}/turns/claim`, { wait: 25 }),
      ),
    );
    clients = startProcesses('stop-clients', PROCESSES);
    const order = { url, connections: CONNECTIONS, key: adminKey, agentId: agent.id };
    const writing = Promise.all(
      clients.map((client, i) => client.follow({ ...order, name: `${round}-${i}` })),
    );
    await manyTasks(apiOf(url, adminKey));

    const stoppedAt = now();
    const stopping = stopped(server);
    const waits = await Promise.all(
      held.map(async ({ answer }) => ({ ...(await answer), after: now() - stoppedAt })),
    );
    for (const [i, { status, body, after }] of waits.entries()) {
      expect(i % 2 ? [status, body] : status).toEqual(
        i % 2 ? [200, expect.objectContaining({ id: asked.turn.id, status: 'pending' })] : 204,
      );
      expect(after).toBeLessThan(1_000);
    }
    const { code, stderr } = await stopping;
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/"level":[56]0/);
    expect(stderr).toMatch(/"msg":"stopped"\}\n$/);

    const fates = (await writing).flatMap((report) => report.fates);
    const outcomes = new Set(fates.map(({ outcome }) => outcome));
    // Late requests were refused, or lost a connection from which nothing had been accepted.
    for (const outcome of outcomes) expect([201, 'refused', 'unanswered']).toContain(outcome);
    expect(fates.filter(({ outcome, ended }) => outcome === 201 && ended > stoppedAt)).not.toEqual([]);
    for (const { text, outcome } of fates) (outcome === 201 ? answered : lost).push(text);

    // The database is closed, and its file is complete.
    expect(readdirSync(dataDir).filter((name) => name.startsWith('tandem.db'))).toEqual(['tandem.db']);
    const { texts, damage } = contentsOf(join(dataDir, 'tandem.db'));
    expect(damage).toEqual([{ integrity_check: 'ok' }]);
    expect(texts).toEqual(answered.toSorted());
    expect(lost.filter((text) => texts.includes(text))).toEqual([]);

    server = await serve(dataDir, { TANDEM_RATE_LIMIT: '0' });
    expect((await apiOf(server.url, adminKey)('GET', 'tasks/1')).status).toBe(200);
  }
  expect((await stopped(server)).code).toBe(0);
});

/** Resolves when enough has been written that all clients are active. */
async function manyTasks(ada: Api): Promise<void> {
  const { body: mark } = await ada('POST', 'tasks', { title: MARK });
  while ((await ada('GET', `tasks/${mark.taskNumber + 60}`)).status === 404);
}

/** The clients' writes, in order, and the result of SQLite's check of the file. */
function contentsOf(file: string) {
  const database = new Database(file, { readonly: true });
  try {
    const texts = database
      .prepare(
        `SELECT title AS text FROM tasks WHERE title <> '${MARK}' UNION ALL SELECT body FROM comments
         UNION ALL SELECT body FROM messages WHERE client_message_id IS NOT NULL`,
      )
      .pluck()
      .all() as string[];
    return { texts: texts.toSorted(), damage: database.pragma('integrity_check') };
  } finally {
    database.close();
  }
}
