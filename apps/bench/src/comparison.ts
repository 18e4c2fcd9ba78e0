import type { Load, LoadGenerator } from './load/generator.ts';
import type { Operation } from './load/requests.ts';
import type { MeasuredServer } from './measured-server.ts';
import { type Child, startProcess } from './processes.ts';
import type { Seeded } from './seed.ts';
import { median } from './statistics.ts';

/** One thing to compare both servers on. */
export interface Scenario {
  readonly operation: Operation;
  readonly connections: number;
  /** The share that the product should reach. */
  readonly aim: number;
}

// biome-ignore format: a table
export const SCENARIOS: readonly Scenario[] = [
  { operation: 'get',        connections: 32, aim: 0.85 },
  { operation: 'list',       connections: 32, aim: 0.9 },
  { operation: 'create',     connections: 32, aim: 0.7 },
  { operation: 'transition', connections: 32, aim: 0.7 },
  // A durable write costs at most 1.5 times the floor's.
  { operation: 'create',     connections: 1,  aim: 1 / 1.5 },
  { operation: 'transition', connections: 1,  aim: 1 / 1.5 },
];

/** Figures of one server in one slice, or medians over its slices. */
export interface Figures extends Load {
  /** Microseconds of CPU time, user and system, that the server took for a request. */
  readonly cpu: number;
}

export interface Comparison {
  readonly scenario: Scenario;
  readonly floor: Figures;
  readonly tandem: Figures;
  /**
   * CPU time of the floor per request, divided by that of the product: the median over the rounds. Requests per second
   * would depend on the machine's load.
   */
  readonly share: number;
}

/** A server and the process that loads it, each its own. */
export interface Contestant {
  readonly server: Child<MeasuredServer>;
  readonly generator: Child<LoadGenerator>;
}

/** Starts a server over a seeded database, and a load generator that is aimed at it. */
export async function startContestant(
  module: 'floor' | 'tandem',
  { folder, tasks, secret }: Pick<Seeded, 'folder' | 'tasks' | 'secret'>,
  profileFolder: string | null,
): Promise<Contestant> {
  const profiling =
    profileFolder === null
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${module}.cpuprofile`];
  const server = startProcess<MeasuredServer>(new URL(`./${module}/server.js`, import.meta.url), profiling);
  const generator = startProcess<LoadGenerator>(new URL('./load/generator.js', import.meta.url));
  const port = await server.ask('start', folder);
  await generator.ask('aim', { port, tasks, secret });
  return { server, generator };
}

export async function stopContestant({ server, generator }: Contestant): Promise<void> {
  await generator.end();
  await server.ask('stop', null);
  await server.end();
}

const WARM_UP_MS = 1_000;

/** Loads both in turns, after a warm-up that is not counted. */
export async function compare(
  scenario: Scenario,
  floor: Contestant,
  tandem: Contestant,
  rounds: number,
  sliceMs: number,
): Promise<Comparison> {
  await measure(scenario, floor, WARM_UP_MS);
  await measure(scenario, tandem, WARM_UP_MS);
  const pairs: { floor: Figures; tandem: Figures }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      floor: await measure(scenario, floor, sliceMs),
      tandem: await measure(scenario, tandem, sliceMs),
    });
  }
  return {
    scenario,
    floor: medians(pairs.map((pair) => pair.floor)),
    tandem: medians(pairs.map((pair) => pair.tandem)),
    share: median(pairs.map((pair) => pair.floor.cpu / pair.tandem.cpu)),
  };
}

/** Loads a server for a while. */
export async function measure(
  { operation, connections }: Scenario,
  { server, generator }: Contestant,
  ms: number,
): Promise<Figures> {
  const before = await server.ask('cpu', null);
  const load = await generator.ask('load', { operation, connections, ms });
  const after = await server.ask('cpu', null);
  return { ...load, cpu: (after - before) / load.requests };
}

const medians = (slices: readonly Figures[]): Figures => ({
  requests: median(slices.map((slice) => slice.requests)),
  perSecond: median(slices.map((slice) => slice.perSecond)),
  p50: median(slices.map((slice) => slice.p50)),
  p99: median(slices.map((slice) => slice.p99)),
  cpu: median(slices.map((slice) => slice.cpu)),
});
