import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type Api,
  apiOf,
  cleanUp,
  newKey,
  newWorkspace,
  type Serving,
  serve,
  stopped,
  temporaryFolder,
} from '@tandem/server/testing';
import { buildSync } from 'esbuild';
import type { Habit, Order } from './order.ts';
import { feedProblems, readerProblems } from './problems.ts';
import { follow } from './reader.ts';
import type { Outcome, Question } from './readers.ts';
import { parseEvent, type ReceivedEvent } from './received.ts';
import { startWriters } from './writers.ts';

/** The number of readers; set to more only when this test runs alone. */
const READERS = Number(process.env.TANDEM_EVENT_READERS ?? 30);
const ALONE = process.env.TANDEM_EVENT_READERS !== undefined;
const EVENTS = ALONE ? 10_000 : 600;
const WRITERS = 32;
/** Out of 20 streams per key: a cut reader returns before the server has noticed. */
const STREAMS_OF_A_KEY = 12;
const CUT_MS = ALONE ? 15_000 : 1_000;
/** How long the readers have to catch up after the last write. */
const REST_MS = ALONE ? 300_000 : 30_000;
/** The memory that the server may use above its idle level. */
const MAX_BYTES = (ALONE ? 400 : 150) * 1024 * 1024;

const HABITS: readonly Habit[] = ['steady', 'cut', 'slow', 'late', 'client', 'cut', 'steady'];
const TASK_EVENTS = ['task', 'project', 'initiative', 'goal', 'label', 'comment', 'member', 'workspace'];

let children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await cleanUp();
});

test(
  `${READERS} readers get each of ${EVENTS} events once and in order from ${WRITERS} writers, while readers are disconnected and the server is killed`,
  async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    const { key } = await newWorkspace(dataDir);
    const other = await newWorkspace(dataDir);
    const start = (port = '0') =>
      serve(dataDir, { TANDEM_RATE_LIMIT: '0', TANDEM_PORT: port, TANDEM_LOG_LEVEL: 'warn' });
    let server = await start();
    const { url } = server;
    const ada = apiOf(url, key);
    const agentId = await newAgent(ada);
    const keys = await newKeys(ada, Math.ceil(READERS / STREAMS_OF_A_KEY));
    const otherAgentId = await newAgent(apiOf(url, other.key));
    const after = (await must(ada('GET', 'events?after=latest'))).cursor;
    const { seq: before } = (await feedAfter(ada, null)).at(-1) as ReceivedEvent;

    const orders = Array.from({ length: READERS }, (_, i): Order => {
      const entities = i % 10 === 9 ? ['agent'] : TASK_EVENTS;
      const given = keys[Math.floor(i / STREAMS_OF_A_KEY)] as { agents: string; tasks: string };
      return {
        name: `Reader ${i}`,
        url,
        key: i % 10 === 9 ? given.agents : given.tasks,
        expected: { entities, types: i % 10 === 8 ? ['task.created', 'agent.created'] : null },
        habit: HABITS[i % HABITS.length] as Habit,
        cutMs: CUT_MS,
        after,
      };
    });
    const readers = startReaders(folder);
    await asked(readers, { follow: orders.filter(({ habit }) => habit !== 'late') });
    const atFirst = residentOf(server);
    let max = 0;
    const watch = setInterval(() => {
      max = Math.max(max, residentOf(server));
    }, 50);

    const began = performance.now();
    const writers = startWriters(url, key, agentId, WRITERS);
    const others = startWriters(url, other.key, otherAgentId, 2);
    const written = (share: number) =>
      until(() => writers.acknowledged.length >= EVENTS * share || writers.complaints.length > 0);
    const received: ReceivedEvent[] = [];
    for (const share of [0.3, 0.6]) {
      await written(share);
      received.push(...(await feedAfter(ada, after)));
      const acknowledged = writers.acknowledged.length;
      server.signal('SIGKILL');
      await server.ended;
      expect(writers.acknowledged.length).toBeGreaterThanOrEqual(acknowledged);
      server = await start(new URL(url).port);
    }
    await asked(readers, { follow: orders.filter(({ habit }) => habit === 'late') });
    await written(1);
    await Promise.all([writers.stop(), others.stop()]);
    const wrote = performance.now();

    const feed = await feedAfter(ada, after);
    const file = join(folder, 'feed.json');
    writeFileSync(file, JSON.stringify(feed));
    const outcome = (await asked(readers, { feed: file, withinMs: REST_MS })) as Outcome;
    clearInterval(watch);

    expect(outcome.problems).toEqual([]);
    expect([...writers.complaints, ...others.complaints]).toEqual([]);
    expect(feedProblems(feed, before, writers.acknowledged, received)).toEqual([]);
    // Without cut connections the test would have shown nothing.
    expect(outcome.connections).toBeGreaterThan(2 * READERS);
    if (ALONE) {
      const seconds = (from: number) => Math.round((performance.now() - from) / 100) / 10;
      const mib = (bytes: number) => Math.round(bytes / 1024 / 1024);
      console.info({
        ...outcome,
        feed: feed.length,
        writingSeconds: Math.round((wrote - began) / 100) / 10,
        inAllSeconds: seconds(began),
        mibAtFirst: mib(atFirst),
        mibAtMost: mib(max),
      });
    }
    expect(max - atFirst).toBeLessThan(MAX_BYTES);
    expect((await stopped(server)).code).toBe(0);
  },
  120_000 + 2 * REST_MS,
);

/** Long enough that no reader is cut for being slow on a busy machine. */
const STALLED_MS = 3_000;
const STALLED = 10;
/** More than the system buffers for a connection that is not read. */
const LONG_EVENTS = 1_500;
const LONG_TITLE = '長'.repeat(400);

test('a client that does not read is disconnected, while the others lose nothing and are not delayed', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const { key } = await newWorkspace(dataDir);
  const env = { TANDEM_RATE_LIMIT: '0', TANDEM_ANSWER_TIMEOUT_MS: String(STALLED_MS) };
  const server = await serve(dataDir, { ...env, TANDEM_LOG_LEVEL: 'warn' });
  const ada = apiOf(server.url, key);
  const after = (await must(ada('GET', 'events?after=latest'))).cursor;
  await must(ada('POST', 'tasks', { title: 'Short' }));
  const rename = (i: number) => must(ada('PATCH', 'tasks/1', { title: `${i} ${LONG_TITLE}` }));
  for (let i = 0; i < LONG_EVENTS; i += 30)
    await Promise.all(Array.from({ length: 30 }, (_, j) => rename(i + j)));

  const expected = { entities: TASK_EVENTS, types: null };
  const order = { url: server.url, expected, after, cutMs: CUT_MS };
  const [stalledKey = '', ownKey = ''] = (await newKeys(ada, 2)).map(({ tasks }) => tasks);
  const atFirst = residentOf(server);
  const stalled = Array.from({ length: STALLED }, (_, i) =>
    follow({ ...order, name: `Stalled ${i}`, key: stalledKey, habit: 'stalled' }),
  );
  const readers = Array.from({ length: 10 }, (_, i) =>
    follow({ ...order, name: `Reader ${i}`, key: ownKey, habit: 'steady' }),
  );
  const all = [...stalled, ...readers];
  const waits: number[] = [];
  let made = 0;
  const makeTask = async () => {
    const { id } = await must(ada('POST', 'tasks', { title: `Task ${made++}` }));
    const committed = performance.now();
    await until(() => readers.every(({ events }) => events.at(-1)?.entity.id === id));
    waits.push(performance.now() - committed);
  };
  try {
    await until(() => all.every(({ connections }) => connections > 0));
    for (const began = performance.now(); performance.now() - began < 2 * STALLED_MS + 2_000; ) {
      await makeTask();
      await pause(20);
    }
    expect(residentOf(server) - atFirst).toBeLessThan(100 * 1024 * 1024);
    for (const reader of stalled) reader.wake();
    await makeTask();
    const feed = await feedAfter(ada, after);
    await until(() => stalled.every(({ last }) => last >= (feed.at(-1)?.seq as number)));
    const byNumber = new Map(feed.map((each) => [each.seq, each]));
    expect(all.flatMap((reader) => readerProblems(reader, byNumber).slice(0, 3))).toEqual([]);
    expect(stalled.map(({ connections }) => connections)).toEqual(stalled.map(() => 2));
    expect(readers.map(({ connections }) => connections)).toEqual(readers.map(() => 1));
    expect(waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(100);
    expect(all.flatMap(({ complaints }) => complaints)).toEqual([]);
  } finally {
    for (const reader of all) reader.stop();
  }
}, 60_000);

function startReaders(folder: string): ChildProcess {
  const outfile = join(folder, 'readers.mjs');
  const source = fileURLToPath(new URL('./readers.ts', import.meta.url));
  buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm' });
  const child = fork(outfile, { execArgv: [] });
  children.push(child);
  return child;
}

async function asked(child: ChildProcess, question: Question): Promise<unknown> {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(2);
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are read as the test needs them
async function must(answer: ReturnType<Api>): Promise<any> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

async function newAgent(by: Api): Promise<string> {
  return (await must(by('POST', 'agents', { name: 'bee', displayName: 'Bee', emoji: '🐝', model: 'any' })))
    .id;
}

/** Keys for readers of task events, and for readers of agent events. */
async function newKeys(by: Api, count: number): Promise<{ tasks: string; agents: string }[]> {
  const made = [];
  for (let i = 0; i < count; i++) {
    const tasks = await newKey(by, { kind: 'person', scopes: ['tasks:read'] });
    made.push({ tasks, agents: await newKey(by, { kind: 'person', scopes: ['agents:read'] }) });
  }
  return made;
}

/** All events of the feed after a position, by default from the oldest. */
async function feedAfter(by: Api, position: string | null): Promise<ReceivedEvent[]> {
  const feed: ReceivedEvent[] = [];
  for (let after = position; ; ) {
    const { data, cursor, hasMore } = await must(
      by('GET', `events?limit=100${after === null ? '' : `&after=${after}`}`),
    );
    for (const event of data) feed.push(parseEvent(JSON.stringify(event)));
    after = cursor;
    if (!hasMore) return feed;
  }
}

/** The server's memory in bytes; 0 if the system does not report it. */
function residentOf({ pid }: Serving): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
