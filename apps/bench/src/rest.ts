import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './statistics.ts';
import { decimals, table } from './table.ts';

const START = join(import.meta.dirname, '../../server/scripts/start.js');
const STARTS = 5;
/** After this time, everything that the start has triggered is done. */
const REST_MS = 2_000;

/** A server without requests. */
interface Rest {
  readonly name: string;
  /** Milliseconds from the start of the process to the line that says it serves. */
  readonly start: { readonly median: number; readonly worst: number };
  /** Bytes, resident; null where the system does not tell. */
  readonly resident: number | null;
}

/** Starts the server as `npm start` does in a clone that is ready, on each data folder. */
export async function measureRest(folders: Readonly<Record<string, string>>): Promise<Rest[]> {
  const results: Rest[] = [];
  for (const [name, folder] of Object.entries(folders)) {
    await startOnce(folder);
    const starts = [];
    for (let i = 0; i < STARTS; i++) starts.push(await startOnce(folder));
    const times = starts.map(({ ms }) => ms);
    const residents = starts.flatMap(({ resident }) => resident ?? []);
    results.push({
      name,
      start: { median: median(times), worst: Math.max(...times) },
      resident: residents.length > 0 ? median(residents) : null,
    });
  }
  return results;
}

async function startOnce(folder: string): Promise<{ ms: number; resident: number | null }> {
  const started = performance.now();
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, TANDEM_DATA_DIR: folder, TANDEM_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const ms = performance.now() - started;
  await pause(REST_MS);
  const resident = residentOf(child.pid as number);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { ms, resident };
}

function residentOf(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

export const restReport = (rests: readonly Rest[]): string => `
At rest: a server that is started by \`npm start\` in a clone that is ready, and asked nothing

${table(rests, [
  { heading: 'database', cell: ({ name }) => name },
  { heading: 'start ms (median)', cell: ({ start }) => decimals(0)(start.median) },
  { heading: 'start ms (worst)', cell: ({ start }) => decimals(0)(start.worst) },
  {
    heading: 'MB resident',
    cell: ({ resident }) => (resident === null ? '-' : decimals(0)(resident / 1e6)),
  },
])}

From the start of the process to the line that says it serves; npm itself takes about 0.2 s before that.
`;
