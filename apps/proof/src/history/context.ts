import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Mover, Recorded } from './record.ts';

/** The work of one process's clients. */
export interface Order {
  /** The servers; each request goes to any of them. */
  readonly urls: readonly string[];
  /** Unique among the processes. */
  readonly name: string;
  readonly connections: number;
  readonly seconds: number;
  readonly keys: Readonly<Record<Mover, string>>;
  /** The people who send messages; every process sends for all of them. */
  readonly people: readonly { readonly name: string; readonly key: string }[];
  readonly agentId: string;
  readonly projectId: string;
  /** Tasks that all clients move and change. */
  readonly shared: readonly number[];
  /** Tasks that all clients move at the same time, one task every few milliseconds. */
  readonly races: readonly number[];
  readonly raceMs: number;
  /** When the races begin, in Unix milliseconds. */
  readonly startsAt: number;
}

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: actions look into it.
  readonly body: any;
  readonly started: number;
  readonly ended: number;
}

/** An action's context: one of many clients. */
export interface ClientContext {
  readonly order: Order;
  /** Unique among all clients of all processes. */
  readonly name: string;
  ask(key: string, method: string, path: string, body?: object): Promise<Answer>;
  record(each: Recorded): void;
}

/** Milliseconds of a clock that all processes of the machine share. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** A client with its own keep-alive connections. */
export function contextOf(order: Order, name: string, record: (each: Recorded) => void): ClientContext {
  const agent = new Agent({ keepAlive: true });
  return {
    order,
    name,
    record,
    ask: (key, method, path, body) =>
      new Promise((resolve, reject) => {
        const bytes = body && Buffer.from(JSON.stringify(body));
        const started = now();
        const headers = {
          Authorization: `Bearer ${key}`,
          ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
        };
        const url = order.urls[Math.floor(Math.random() * order.urls.length)];
        const sent = request(`${url}/api/v1/${path}`, { method, agent, headers }, (response) => {
          text(response).then((answer) => {
            const ended = now();
            const { statusCode: status = 0 } = response;
            const replayed = response.headers['idempotent-replayed'] === 'true';
            resolve({ status, replayed, body: answer ? JSON.parse(answer) : null, started, ended });
          }, reject);
        });
        sent.on('error', reject);
        sent.end(bytes);
      }),
  };
}
