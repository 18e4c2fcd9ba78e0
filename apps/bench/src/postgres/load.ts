import { type Connection, openConnection } from '../load/connection.ts';
import type { Load } from '../load/generator.ts';
import { requestsWith } from '../load/requests.ts';
import { movableOf, newTask } from '../population.ts';
import { answerParent } from '../processes.ts';
import { quantile } from '../statistics.ts';
import type { Loaded } from './workspaces.ts';

export const OPERATIONS = ['get', 'list', 'create', 'transition', 'claim'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Servers of one database, and the workspaces that they are asked for: connections take turns on both. */
export interface Target {
  readonly ports: readonly number[];
  readonly workspaces: readonly Loaded[];
}

export interface Slice {
  readonly operation: Operation;
  readonly connections: number;
  /** Number of workspaces that get requests. */
  readonly workspaces: number;
  readonly ms: number;
}

/** Asks for one thing, which may take several requests. */
type Ask = (connection: Connection) => Promise<void>;

let target: Target;

const handlers = {
  aim: (at: Target): void => {
    target = at;
  },
  /** Loads the target for a while; every connection asks again as soon as it is answered. */
  load: async ({ operation, connections, workspaces, ms }: Slice): Promise<Load> => {
    const open = await Promise.all(
      Array.from({ length: connections }, (_, i) =>
        openConnection(target.ports[i % target.ports.length] as number),
      ),
    );
    const latencies: number[] = [];
    const start = performance.now();
    await Promise.all(
      open.map((connection, i) => {
        const place = i % workspaces;
        const ask = of(place, Math.floor(i / workspaces))[operation];
        return askUntil(start + ms, () => ask(connection), latencies);
      }),
    );
    const seconds = (performance.now() - start) / 1_000;
    for (const connection of open) connection.close();
    const ascending = Float64Array.from(latencies).sort();
    return {
      requests: latencies.length,
      perSecond: latencies.length / seconds,
      p50: quantile(ascending, 0.5),
      p99: quantile(ascending, 0.99),
    };
  },
};

async function askUntil(end: number, ask: () => Promise<void>, latencies: number[]): Promise<void> {
  for (let asked = performance.now(); asked < end; ) {
    await ask();
    const answered = performance.now();
    latencies.push(answered - asked);
    asked = answered;
  }
}

let created = 0;

/** The request of the nth client of a workspace. */
function of(place: number, nth: number): Record<Operation, Ask> {
  const workspace = target.workspaces[place] as Loaded;
  const { tasks, secret, hostSecret, agentIds } = workspace;
  const { get, post } = requestsWith(secret);
  const asHost = requestsWith(hostSecret);
  // A task that no other client moves.
  const mine = movableOf(tasks)[nth] as number;
  const one =
    (text: () => string): Ask =>
    async (connection) => {
      await answered(connection, text());
    };
  return {
    get: one(() => get(`/api/v1/tasks/${1 + Math.floor(Math.random() * tasks)}`)),
    list: one(() => get('/api/v1/tasks?limit=25')),
    create: one(() => post('/api/v1/tasks', newTask(created++))),
    // Moves it and back, so that the next request finds it unchanged.
    transition: async (connection) => {
      for (const to of ['in_progress', 'todo']) {
        await answered(connection, post(`/api/v1/tasks/${mine}/transition`, { to }));
      }
    },
    // A claim, and its release.
    claim: async (connection) => {
      const agentId = agentIds[nth % agentIds.length];
      const claimed = await answered(connection, asHost.post('/api/v1/tasks/claim', { agentId }));
      const { lease, task } = JSON.parse(claimed.toString());
      const release = `/api/v1/tasks/${task.taskNumber}/claim/release`;
      await answered(connection, asHost.post(release, { token: lease.token }));
    },
  };
}

async function answered(connection: Connection, text: string): Promise<Buffer> {
  const { status, body } = await connection.request(text);
  if (status < 300 && status !== 204) return body;
  throw new Error(
    `A request that should succeed was answered with ${status}: ${body.toString().slice(0, 200)}`,
  );
}

export type PostgresLoad = typeof handlers;

answerParent(handlers);
