import { setTimeout as pause } from 'node:timers/promises';
import type { MeasuredServer, Memory } from '../measured-server.ts';
import { type Child, startProcess } from '../processes.ts';
import type { Seeded } from '../seed.ts';
import type { HealthProbe } from '../stalls/probe.ts';
import { median } from '../statistics.ts';
import { cpuOver, quiet } from '../waits/measure.ts';
import { type StreamsFixture, seedStreams } from './fixture.ts';
import type { Delivered, StreamHolder } from './holder.ts';
import type { StreamWriter } from './writer.ts';

export interface StreamsResult {
  readonly rest: Rest;
  readonly delivery: Delivery;
  readonly catchUps: readonly CatchUp[];
}

/** Streams on which nothing happens. */
export interface Rest {
  readonly streams: number;
  readonly before: Memory;
  readonly holding: Memory;
  /** Microseconds of CPU a second without any stream, and with all of them. */
  readonly idleCpu: number;
  readonly cpu: number;
}

/** Changes that many readers receive. */
export interface Delivery extends Delivered {
  readonly readers: number;
  /** Changes a second that were answered. */
  readonly perSecond: number;
  /** Share of a core that the server took. */
  readonly cpu: number;
}

/** Readers that come back after a long time. */
export interface CatchUp {
  readonly readers: number;
  readonly events: number;
  /** To each of them: the median of the runs. */
  readonly perSecond: number;
  /** Milliseconds that another request took at the most: the median of the runs, and the worst. */
  readonly heldUp: number;
  readonly worst: number;
  /** The longest when nothing else was done, for as long. */
  readonly without: number;
  /** Microseconds of CPU of the server for an event that is sent to a reader. */
  readonly cpu: number;
}

const READERS = 100;
const PER_SECOND = 1_000;
const WARM_UP_CHANGES = 1_000;
const RUNS = 5;
/** Time for events that are still in transit. */
const ON_THE_WAY_MS = 500;
/** Between two runs, of which the first leaves something to tidy up. */
const BETWEEN_MS = 500;

/** Size of the measurement; smaller for a quick run. */
interface Extent {
  readonly restMs: number;
  readonly changes: number;
}
const WHOLE: Extent = { restMs: 30_000, changes: 10_000 };
const QUICK: Extent = { restMs: 1_000, changes: 500 };
const WHOLE_STREAMS = 1_000;

export async function measureStreams(
  seeded: Seeded,
  streams: number,
  note: (text: string) => void,
): Promise<StreamsResult> {
  const extent = streams < WHOLE_STREAMS ? QUICK : WHOLE;
  const fixture = await seedStreams(seeded, Math.max(streams, READERS));
  const server = startProcess<MeasuredServer>(new URL('../tandem/server.js', import.meta.url), [
    '--expose-gc',
  ]);
  const holder = startProcess<StreamHolder>(new URL('./holder.js', import.meta.url));
  const writer = startProcess<StreamWriter>(new URL('./writer.js', import.meta.url));
  const probe = startProcess<HealthProbe>(new URL('../stalls/probe.js', import.meta.url));
  try {
    const port = await server.ask('start', fixture.folder);
    const on: Processes = { server, holder, writer, probe, port, fixture };
    note(`${streams} streams`);
    const rest = await atRest(on, streams, extent);
    note('catching up');
    await probe.ask('watch', port);
    const catchUps = [await catchUp(on, 1), await catchUp(on, 10)];
    await probe.kill();
    note('changes');
    const delivery = await deliver(on, extent);
    return { rest, delivery, catchUps };
  } finally {
    await Promise.all([holder.kill(), writer.kill(), probe.kill()]);
    await server.kill();
  }
}

interface Processes {
  readonly server: Child<MeasuredServer>;
  readonly holder: Child<StreamHolder>;
  readonly writer: Child<StreamWriter>;
  readonly probe: Child<HealthProbe>;
  readonly port: number;
  readonly fixture: StreamsFixture;
}

async function atRest(
  { server, holder, port, fixture }: Processes,
  streams: number,
  { restMs }: Extent,
): Promise<Rest> {
  const readers = fixture.readers.slice(0, streams);
  // The setup and garbage of the first streams are not part of the cost of open ones.
  await holder.ask('hold', { port, readers });
  await holder.ask('leave', null);
  await quiet(server);
  const before = await server.ask('memory', null);
  const idleCpu = await cpuOver(server, restMs / 3);
  await holder.ask('hold', { port, readers });
  await quiet(server);
  const holding = await server.ask('memory', null);
  const cpu = await cpuOver(server, restMs);
  await holder.ask('leave', null);
  await quiet(server);
  return { streams, before, holding, idleCpu, cpu };
}

async function deliver(
  { server, holder, writer, port, fixture }: Processes,
  { changes }: Extent,
): Promise<Delivery> {
  const { secret, tasks } = fixture;
  await holder.ask('hold', { port, readers: fixture.readers.slice(0, READERS) });
  const pace = { port, secret, tasks, perSecond: PER_SECOND };
  await writer.ask('change', { ...pace, count: WARM_UP_CHANGES });
  const before = await server.ask('cpu', null);
  const made = await writer.ask('change', { ...pace, count: changes });
  const seconds = ((made.answered.at(-1) as number) - (made.sent[0] as number)) / 1_000;
  const cpu = ((await server.ask('cpu', null)) - before) / 1e6 / seconds;
  await pause(ON_THE_WAY_MS);
  const delivered = await holder.ask('delivered', made);
  await holder.ask('leave', null);
  return { readers: READERS, perSecond: changes / seconds, cpu, ...delivered };
}

async function catchUp(
  { server, holder, probe, port, fixture }: Processes,
  readers: number,
): Promise<CatchUp> {
  const { oldest, latest, events } = fixture;
  const way = { port, readers: fixture.readers.slice(0, readers), from: oldest, to: latest };
  await holder.ask('catchUp', way);
  const runs: { perSecond: number; heldUp: number; without: number; cpu: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    await pause(BETWEEN_MS);
    const before = await server.ask('cpu', null);
    await probe.ask('forget', null);
    const ms = await holder.ask('catchUp', way);
    const { longest: heldUp } = await probe.ask('seen', null);
    const cpu = ((await server.ask('cpu', null)) - before) / (events * readers);
    await pause(BETWEEN_MS);
    await probe.ask('forget', null);
    await pause(ms);
    const { longest: without } = await probe.ask('seen', null);
    runs.push({ perSecond: (events / ms) * 1_000, heldUp, without, cpu });
  }
  return {
    readers,
    events,
    perSecond: median(runs.map((run) => run.perSecond)),
    heldUp: median(runs.map((run) => run.heldUp)),
    worst: Math.max(...runs.map((run) => run.heldUp)),
    without: median(runs.map((run) => run.without)),
    cpu: median(runs.map((run) => run.cpu)),
  };
}
