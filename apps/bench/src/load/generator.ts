import { answerParent } from '../processes.ts';
import { quantile } from '../statistics.ts';
import { type Connection, openConnection } from './connection.ts';
import { type Operation, requests } from './requests.ts';

/** The server to load, which serves a seeded database. */
export interface Target {
  readonly port: number;
  readonly tasks: number;
  readonly secret: string;
}

export interface Slice {
  readonly operation: Operation;
  readonly connections: number;
  readonly ms: number;
}

/** The result of a slice. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

let target: Target;
let next: Record<Operation, () => string>;

const handlers = {
  aim: (at: Target): void => {
    target = at;
    next = requests(at.tasks, at.secret);
  },
  /** Loads the target for a while; every connection asks again as soon as it is answered. */
  load: async ({ operation, connections, ms }: Slice): Promise<Load> => {
    const open = await Promise.all(Array.from({ length: connections }, () => openConnection(target.port)));
    const latencies: number[] = [];
    const start = performance.now();
    await Promise.all(open.map((connection) => askUntil(start + ms, connection, next[operation], latencies)));
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

/** Sends requests until the time is over, and waits for the last response, so that the next slice starts clean. */
async function askUntil(
  end: number,
  connection: Connection,
  nextRequest: () => string,
  latencies: number[],
): Promise<void> {
  for (let sent = performance.now(); sent < end; ) {
    const { status } = await connection.request(nextRequest());
    if (status >= 300) throw new Error(`A request that should succeed was answered with ${status}.`);
    const answered = performance.now();
    latencies.push(answered - sent);
    sent = answered;
  }
}

export type LoadGenerator = typeof handlers;

answerParent(handlers);
