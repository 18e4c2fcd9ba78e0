import { performance } from 'node:perf_hooks';
import { createClient, type ImportRecord } from '@tandem/client';
import type { MeasuredServer } from './measured-server.ts';
import { startProcess } from './processes.ts';
import type { Seeded } from './seed.ts';
import type { HealthProbe } from './stalls/probe.ts';
import { decimals, table } from './table.ts';

/** Records per request, the most that a server takes. */
const AT_ONCE = 500;
const PEOPLE = 50;
const LABELS = 40;
/** Tasks of a parent with its sub-tasks. */
const FAMILY = 5;

/** A whole import or export, with what it costs the server and other clients. */
interface Transfer {
  readonly name: string;
  readonly seconds: number;
  /** CPU milliseconds of the server per task. */
  readonly cpu: number;
  /** Bytes of the server afterwards. */
  readonly resident: number;
  /** The longest response time of another client meanwhile, in milliseconds. */
  readonly longest: number;
}

/** Imports tasks into a workspace, and exports it. */
export async function measureTransfer(
  { folder, secret }: Pick<Seeded, 'folder' | 'secret'>,
  tasks: number,
  parts: readonly string[],
): Promise<Transfer[]> {
  const server = startProcess<MeasuredServer>(new URL('./tandem/server.js', import.meta.url), [
    '--expose-gc',
  ]);
  const probe = startProcess<HealthProbe>(new URL('./stalls/probe.js', import.meta.url));
  const port = await server.ask('start', folder);
  await probe.ask('watch', port);
  const url = `http://127.0.0.1:${port}`;
  const results: Transfer[] = [];
  const measure = async (name: string, work: () => Promise<void>) => {
    await probe.ask('forget', null);
    const [start, cpu] = [performance.now(), await server.ask('cpu', null)];
    await work();
    const seconds = (performance.now() - start) / 1_000;
    const { longest } = await probe.ask('seen', null);
    const used = (await server.ask('cpu', null)) - cpu;
    const { resident } = await server.ask('memory', null);
    results.push({ name, seconds, cpu: used / 1_000 / tasks, resident, longest });
  };
  try {
    await measure('import', () => sendAll(url, secret, tasks));
    if (parts.includes('export')) await measure('export', () => readAll(url, secret));
    return results;
  } finally {
    await probe.end();
    await server.ask('stop', null);
    await server.end();
  }
}

async function sendAll(url: string, key: string, tasks: number): Promise<void> {
  const { imports } = createClient({ url, key });
  const { id } = await imports.create({ source: 'linear' });
  for (let from = 0; from < tasks; from += AT_ONCE) {
    const records = Array.from({ length: Math.min(AT_ONCE, tasks - from) }, (_, i) => taskNumbered(from + i));
    await imports.add(id, { records });
  }
  await imports.finish(id);
}

const taskNumbered = (i: number): ImportRecord => ({
  type: 'task',
  externalId: `ENG-${i}`,
  title: `Task ${i} of another tracker`,
  description: `What is to be done in number ${i}, in a few words that people would write. `.repeat(4),
  status: i % 3 === 0 ? 'done' : 'todo',
  priority: `p${i % 4}`,
  labels: [`label ${i % LABELS}`],
  createdBy: `person-${i % PEOPLE}@example.com`,
  createdAt: '2026-03-01T09:00:00.000Z',
  ...(i % FAMILY !== 0 && i % 3 === 0 && { parentTaskNumber: `ENG-${i - (i % FAMILY)}` }),
});

async function readAll(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/export`, { headers: { Authorization: `Bearer ${key}` } });
  for await (const chunk of response.body ?? []) void chunk;
}

export const transferReport = (transfers: readonly Transfer[], tasks: number): string => `
Import and export of ${tasks.toLocaleString('en-US')} tasks

${table(transfers, [
  { heading: 'what', cell: ({ name }) => name },
  { heading: 's', cell: ({ seconds }) => decimals(1)(seconds) },
  { heading: 'CPU ms per task', cell: ({ cpu }) => decimals(3)(cpu) },
  { heading: 'MB resident', cell: ({ resident }) => decimals(0)(resident / 1e6) },
  { heading: 'longest ms of another request', cell: ({ longest }) => decimals(1)(longest) },
])}
`;
