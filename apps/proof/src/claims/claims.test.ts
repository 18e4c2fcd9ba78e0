import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { examine } from '@tandem/adapter-sqlite';
import {
  type Api,
  apiOf,
  cleanUp,
  newAgent,
  newWorkspace,
  type Serving,
  serve,
  stopped,
  temporaryFolder,
} from '@tandem/server/testing';
import { buildSync } from 'esbuild';
import { listed, movedTasks } from '../history/outcome.ts';
import { chainProblems } from '../history/statuses.ts';
import type { Order } from './claimers.ts';
import { now, readLedger } from './ledger.ts';
import { type Accepted, claimProblems, type Ended } from './problems.ts';

/** How long processes are killed and stopped; set to more only when this test runs alone. */
const SECONDS = Number(process.env.TANDEM_CHAOS_SECONDS ?? 6);
const ALONE = process.env.TANDEM_CHAOS_SECONDS !== undefined;
const TASKS = ALONE ? 1_000 : 60;
const PROCESSES = ALONE ? 10 : 3;
const CLAIMERS = 5;
/** A process stopped for this long has lost its lease when it continues. */
const STOPPED_MS = 40_000;
/** The time to finish after the last kill: leases of killed processes, rest periods, remaining tasks. */
const REST_MS = ALONE ? 240_000 : 60_000;

const folder = temporaryFolder();
let children: ChildProcess[] = [];
let server: Serving;
let over = false;

beforeAll(() => {
  const source = fileURLToPath(new URL('./claimers.ts', import.meta.url));
  buildSync({
    entryPoints: [source],
    outfile: join(folder, 'claimers.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});
afterEach(async () => {
  over = true;
  for (const child of children) child.kill('SIGKILL');
  await cleanUp();
});

test(
  `${PROCESSES * CLAIMERS} claimers do ${TASKS} tasks that block each other, each once, while the claimers and the server are killed and stopped`,
  async () => {
    const dataDir = join(folder, 'data');
    const ledger = join(folder, 'ledger');
    const { key } = await newWorkspace(dataDir);
    const start = (port = '0') => serve(dataDir, { TANDEM_RATE_LIMIT: '0', TANDEM_PORT: port });
    server = await start();
    const { url } = server;
    const ada = apiOf(url, key);
    await must(ada('PATCH', 'workspace', { proofOfDone: 'everyone' }));
    const orders = await Promise.all(
      Array.from({ length: PROCESSES }, async (_, i): Promise<Order> => {
        const agents = await Promise.all(
          Array.from({ length: CLAIMERS }, (_, j) =>
            newAgent(ada, `bee-${i}-${j}`, 'tasks:read', 'tasks:write'),
          ),
        );
        return { url, ledger, agents, failing: ALONE };
      }),
    );
    const blockers = await createTasks(ada);

    children = orders.map(begin);
    const accepted = new Map<number, { started: number; ended: number }>();
    const reviewing = review(ada, accepted);
    const endsAt = Date.now() + SECONDS * 1_000;
    for (let round = 1; Date.now() < endsAt; round++) {
      await pause(200 + Math.random() * 600);
      const unlucky = Math.floor(Math.random() * PROCESSES);
      if (ALONE && Math.random() < 0.1) void stopForAWhile(children[unlucky] as ChildProcess);
      else {
        children[unlucky]?.kill('SIGKILL');
        children[unlucky] = begin(orders[unlucky] as Order);
      }
      if (round % 10 === 0 || (!ALONE && round === 4)) {
        server.signal('SIGKILL');
        await server.ended;
        server = await start(new URL(url).port);
      }
    }
    const until = Date.now() + REST_MS;
    while (accepted.size < TASKS && Date.now() < until) await pause(100);
    over = true;
    for (const child of children) child.send('stop');
    await reviewing;

    const tasks = await outcome(ada, blockers);
    const entries = readLedger(ledger);
    expect(claimProblems(entries, tasks, accepted as Accepted)).toEqual([]);
    const numbers = tasks.slice(0, 100).map(({ task }) => task);
    expect((await movedTasks(ada, numbers)).flatMap(chainProblems)).toEqual([]);
    expect((await must(ada('GET', 'inbox'))).total).toBe(0);
    // Killed and stopped processes were in the middle of something.
    expect(
      entries.filter((entry) => entry.kind === 'change' && entry.code === 'LEASE_LOST').length,
    ).toBeGreaterThan(0);
    for (const child of children) child.kill('SIGKILL');
    expect((await stopped(server)).code).toBe(0);
    const found: string[] = [];
    for await (const { state, text } of examine({ file: join(dataDir, 'tandem.db') }))
      if (state === 'wrong') found.push(text);
    expect(found).toEqual([]);
    if (ALONE) {
      const claims = entries.filter(({ kind }) => kind === 'claimed').length;
      console.log(`${claims} claims, ${entries.length} entries, of ${TASKS} tasks`);
    }
  },
  SECONDS * 1_000 + REST_MS + 60_000,
);

function begin(order: Order): ChildProcess {
  const child = fork(join(folder, 'claimers.mjs'), { execArgv: [] });
  child.send(order);
  return child;
}

async function stopForAWhile(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP');
  await pause(STOPPED_MS);
  child.kill('SIGCONT');
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are read as the test needs them
async function must(answer: ReturnType<Api>): Promise<any> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Two thirds of the tasks are each blocked by one or two earlier ones. */
async function createTasks(ada: Api): Promise<Map<number, number[]>> {
  const blockers = new Map<number, number[]>();
  for (let i = 1; i <= TASKS; i++) {
    const before = [...new Set([1, 2].map(() => Math.ceil(Math.random() * (i - 1))))].filter((n) => n > 0);
    const own = i % 3 === 0 ? [] : before;
    const criteria = [{ text: 'It works' }];
    await must(ada('POST', 'tasks', { title: `Task ${i}`, criteria }));
    for (const taskNumber of own)
      await must(ada('POST', `tasks/${i}/relations`, { type: 'blocked_by', taskNumber }));
    blockers.set(i, own);
  }
  return blockers;
}

/** A person who reviews the waiting results, accepts most of them, and lets failed tasks be retried. */
async function review(ada: Api, accepted: Map<number, { started: number; ended: number }>): Promise<void> {
  while (!over) {
    const { status, body } = await ada('GET', 'inbox?limit=100').catch(() => ({ status: 503, body: null }));
    if (status !== 200 || body.data.length === 0) await pause(20);
    for (const { kind, task } of status === 200 ? body.data : []) {
      const path = `tasks/${task.taskNumber}`;
      const started = now();
      const verdict = Math.random() < 0.9 ? 'accepted' : 'returned';
      const answer =
        kind === 'review'
          ? ada('POST', `${path}/reviews`, { verdict, comment: 'Seen' })
          : ada('POST', `${path}/transition`, { to: 'todo' });
      const { status: came } = await answer.catch(() => ({ status: 503 }));
      // A server that was killed may have done it without responding.
      const isDone = came === 201 || (came >= 500 && kind === 'review' && (await isAccepted(ada, path)));
      if (kind === 'review' && verdict === 'accepted' && isDone)
        accepted.set(task.taskNumber, { started, ended: now() });
    }
  }
}

async function isAccepted(ada: Api, path: string): Promise<boolean> {
  for (;;) {
    const answer = await ada('GET', path).catch(() => null);
    if (answer?.status === 200) return answer.body.status === 'done';
    await pause(50);
  }
}

async function outcome(ada: Api, blockers: ReadonlyMap<number, readonly number[]>): Promise<Ended[]> {
  const tasks = (await listed(ada, 'tasks')).toReversed();
  const ended: Ended[] = [];
  for (const { taskNumber, status, claim, description } of tasks) {
    const results = (await listed(ada, `tasks/${taskNumber}/results`)).toReversed();
    const log = (await listed(ada, `tasks/${taskNumber}/activity`)).toReversed();
    ended.push({
      task: taskNumber,
      status,
      held: claim !== null,
      description,
      blockers: blockers.get(taskNumber) ?? [],
      results: results.map(({ summary, author, attempt, review: given }) => ({
        summary,
        author: author.id,
        attempt,
        verdict: given?.verdict ?? null,
      })),
      moves: log
        .filter(({ action }) => action === 'transitioned')
        .map(({ oldValue, newValue, actorType }) => ({ from: oldValue, to: newValue, by: actorType })),
      reported: log.filter(({ action }) => action === 'reported').length,
    });
  }
  return ended;
}
