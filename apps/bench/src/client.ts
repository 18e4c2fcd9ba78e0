import { createClient } from '@tandem/client';
import type { MeasuredServer } from './measured-server.ts';
import { startProcess } from './processes.ts';
import type { Seeded } from './seed.ts';
import { quantile } from './statistics.ts';
import { decimals, table } from './table.ts';

/** Microseconds of this process for a request by bare `fetch` and by the client: CPU, and until the answer was read. */
interface Cost {
  readonly name: string;
  readonly bare: Times;
  readonly client: Times;
}

interface Times {
  readonly cpu: number;
  readonly elapsed: number;
}

type Fetch = typeof fetch;

/** The request, through bare `fetch` and through the client. */
interface Case {
  readonly name: string;
  readonly bare: () => Promise<unknown>;
  readonly client: () => Promise<unknown>;
}

const TURNS = 40;
/** Sequential requests per turn. */
const REQUESTS = { stub: 500, served: 200 };

/** Sends requests in sequence, first to a `fetch` that responds at once, then to a server in another process. */
export async function measureClient({ folder, secret }: Pick<Seeded, 'folder' | 'secret'>): Promise<Cost[]> {
  const server = startProcess<MeasuredServer>(new URL('./tandem/server.js', import.meta.url));
  const url = `http://127.0.0.1:${await server.ask('start', folder)}`;
  const answer = await (await fetch(`${url}/api/v1/tasks/1`, { headers: headers(secret) })).text();
  const stub: Fetch = async () => new Response(answer, { headers: { ETag: '"1"', 'X-Request-Id': '1' } });
  try {
    const costs: Cost[] = [];
    for (const each of casesOf('no server', url, secret, stub))
      costs.push(await compared(each, REQUESTS.stub));
    for (const each of casesOf('a server', url, secret, fetch))
      costs.push(await compared(each, REQUESTS.served));
    return costs;
  } finally {
    await server.ask('stop', null);
    await server.end();
  }
}

const headers = (secret: string) => ({ Authorization: `Bearer ${secret}` });

function casesOf(where: string, url: string, secret: string, fetching: Fetch): Case[] {
  const tandem = createClient({ url, key: secret, fetch: fetching });
  const body = { title: 'A task', tags: ['a'] };
  const read = async (path: string, init: RequestInit) =>
    JSON.parse(await (await fetching(`${url}/api/v1${path}`, init)).text());
  return [
    {
      name: `read, ${where}`,
      bare: () => read('/tasks/1', { headers: headers(secret) }),
      client: () => tandem.tasks.get(1),
    },
    {
      name: `create, ${where}`,
      bare: () =>
        read('/tasks', {
          method: 'POST',
          headers: {
            ...headers(secret),
            'Content-Type': 'application/json',
            'Idempotency-Key': crypto.randomUUID(),
          },
          body: JSON.stringify(body),
        }),
      client: () => tandem.tasks.create(body),
    },
  ];
}

async function compared({ name, bare, client }: Case, requests: number): Promise<Cost> {
  const turns: { bare: Times; client: Times }[] = [];
  for (let turn = -2; turn < TURNS; turn++) {
    const times = { bare: await timesOf(bare, requests), client: await timesOf(client, requests) };
    // The first requests warm up.
    if (turn >= 0) turns.push(times);
  }
  const usual = (by: 'bare' | 'client'): Times => ({
    cpu: lowerQuartile(turns.map((turn) => turn[by].cpu)),
    elapsed: lowerQuartile(turns.map((turn) => turn[by].elapsed)),
  });
  return { name, bare: usual('bare'), client: usual('client') };
}

/** Other load on the machine can only make a turn longer, so a low quantile is used. */
const lowerQuartile = (values: readonly number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.25,
  );

async function timesOf(ask: () => Promise<unknown>, requests: number): Promise<Times> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  for (let i = 0; i < requests; i++) await ask();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / requests, elapsed: ((performance.now() - startedAt) * 1_000) / requests };
}

const microseconds = decimals(1);

export const clientReport = (costs: readonly Cost[]): string => `
@tandem/client beside bare fetch, one request after another

${table(costs, [
  { heading: 'request', cell: ({ name }) => name },
  { heading: 'bare CPU µs', cell: ({ bare }) => microseconds(bare.cpu) },
  { heading: 'client CPU µs', cell: ({ client }) => microseconds(client.cpu) },
  { heading: 'more', cell: ({ bare, client }) => microseconds(client.cpu - bare.cpu) },
  { heading: 'bare µs', cell: ({ bare }) => microseconds(bare.elapsed) },
  { heading: 'client µs', cell: ({ client }) => microseconds(client.elapsed) },
  { heading: 'more', cell: ({ bare, client }) => microseconds(client.elapsed - bare.elapsed) },
])}

CPU is that of the process that asks. Without a server a fetch answers at once, so that only what is around it counts. Both
make an idempotency key for each create. The client should take less than 30 µs more than bare fetch.
`;
