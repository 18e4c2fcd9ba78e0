import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type EventTypeOrAll } from '@tandem/client';
import { type Api, apiOf, newWorkspace, type Serving, serve, temporaryFolder } from '@tandem/server/testing';

/** The receivers of these tests are on this machine. */
export const TO_LOOPBACK = {
  TANDEM_WEBHOOK_ALLOW_HTTP: 'on',
  TANDEM_WEBHOOK_ALLOW_NETS: '127.0.0.0/8',
};

export interface FeedEvent {
  readonly id: string;
  readonly seq: number;
  readonly type: string;
}

/** A server process with its database, which can be killed and restarted on its port. */
export interface Office {
  readonly ada: Api;
  readonly file: string;
  readonly server: () => Serving;
  kill(): Promise<void>;
  startAgain(env?: Record<string, string>): Promise<void>;
  /** A webhook, with its secret. */
  webhook(
    url: string,
    types?: readonly EventTypeOrAll[],
  ): Promise<{ readonly id: string; readonly secret: string }>;
  /** All events of the feed after a position. */
  eventsAfter(position: string, types?: readonly EventTypeOrAll[]): Promise<readonly FeedEvent[]>;
  now(): Promise<string>;
}

export async function office(env: Record<string, string> = TO_LOOPBACK): Promise<Office> {
  const dataDir = join(temporaryFolder(), 'data');
  const { key } = await newWorkspace(dataDir);
  const start = (port = '0', more: Record<string, string> = {}) =>
    serve(dataDir, { TANDEM_RATE_LIMIT: '0', TANDEM_PORT: port, ...env, ...more });
  let server = await start();
  const { url } = server;
  const ada = apiOf(url, key);
  const tandem = createClient({ url, key });
  return {
    ada,
    file: join(dataDir, 'tandem.db'),
    server: () => server,
    kill: async () => {
      server.signal('SIGKILL');
      await server.ended;
    },
    startAgain: async (more) => {
      server = await start(new URL(url).port, more);
    },
    webhook: (to, types = ['*']) => tandem.webhooks.create({ url: to, types }),
    eventsAfter: async (after, types = ['*']) => {
      const all: FeedEvent[] = [];
      for await (const event of tandem.events.list({ after, types, limit: 100 })) all.push(event);
      return all;
    },
    now: async () => (await tandem.events.list({ after: 'latest' })).cursor,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are read as the test needs them
export async function must(answer: ReturnType<Api>): Promise<any> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Waits until a condition holds; throws with its description on a timeout. */
export async function until(what: string, holds: () => unknown, forMs = 20_000): Promise<void> {
  const end = performance.now() + forMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not in time: ${what}`);
    await pause(20);
  }
}

/** Concurrent writers that each create tasks, one after another; returns the acknowledged ones. */
export async function write(ada: Api, writers: number, each: number, title = 'Task'): Promise<number> {
  let acknowledged = 0;
  const one = async (writer: number) => {
    for (let i = 0; i < each; i++) {
      const answer = await ada('POST', 'tasks', { title: `${title} ${writer}-${i}` }).catch(() => null);
      if (answer?.status === 201) acknowledged++;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, i) => one(i)));
  return acknowledged;
}
