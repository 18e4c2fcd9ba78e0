import type { MeasuredServer } from '../measured-server.ts';
import { startProcess } from '../processes.ts';
import { type Latency, latency, quiet } from '../waits/measure.ts';
import { seedClaimers } from './fixture.ts';
import type { Holder } from './holder.ts';

/** Time until a waiting claimer has a task that became ready. */
export interface ClaimersResult {
  readonly claimers: number;
  readonly filters: number;
  /** Milliseconds. */
  readonly create: Latency;
  readonly claim: Latency;
  /** Microseconds of CPU of the server for a task that is created and claimed, and a claim that is held again. */
  readonly cpu: number;
}

/** Tasks that are counted, at the most; before them a tenth as many are not. */
const MAX_TASKS = 1_000;

export async function measureClaimers(folder: string, claimers: number): Promise<ClaimersResult> {
  const tasks = Math.min(claimers, MAX_TASKS);
  const fixture = await seedClaimers(folder, claimers);
  const server = startProcess<MeasuredServer>(new URL('../tandem/server.js', import.meta.url));
  const holder = startProcess<Holder>(new URL('./holder.js', import.meta.url));
  try {
    const port = await server.ask('start', folder);
    await holder.ask('hold', { ...fixture, port, claimers });
    await quiet(server);
    await holder.ask('wake', tasks / 10);
    const before = await server.ask('cpu', null);
    const woken = await holder.ask('wake', tasks);
    const cpu = ((await server.ask('cpu', null)) - before) / tasks;
    return {
      claimers,
      filters: fixture.filters.length,
      create: latency(woken.map(({ create }) => create)),
      claim: latency(woken.map(({ claim }) => claim)),
      cpu,
    };
  } finally {
    await holder.kill();
    await server.kill();
  }
}
