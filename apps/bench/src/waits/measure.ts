import { setTimeout as pause } from 'node:timers/promises';
import type { MeasuredServer, Memory } from '../measured-server.ts';
import { type Child, startProcess } from '../processes.ts';
import { copyDatabase } from '../seed.ts';
import { quantile } from '../statistics.ts';
import { type ChatsFixture, type Person, WAITS_OF_A_KEY } from './fixture.ts';
import type { Ended, Holder, WakeUp } from './holder.ts';

/** Number of concurrent waits. */
interface Level {
  readonly waits: number;
  /** Whether to hold them until they time out after 25 seconds. */
  readonly untilOver: boolean;
}

const LEVELS: readonly Level[] = [
  { waits: 1_000, untilOver: false },
  { waits: 5_000, untilOver: false },
  { waits: 10_000, untilOver: true },
];

/** The results for one number of held waits. */
export interface Waits {
  readonly waits: number;
  readonly before: Memory;
  /** With an idle connection for each wait. */
  readonly connected: Memory;
  readonly holding: Memory;
  /** CPU time per second without connections, in microseconds, user and system. */
  readonly idleCpu: number;
  /** The same while the server only holds waits. */
  readonly cpu: number;
  /** Milliseconds. */
  readonly sinceCommit: Latency;
  readonly sinceReply: Latency;
  /** Results of the waits that timed out; null unless they were held so long. */
  readonly over: Ended | null;
  /** Results of the waits that the stopping server ended. */
  readonly stopped: Ended & { readonly ms: number };
}

export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface WaitsResult {
  readonly measured: readonly Waits[];
  /** The levels left out because the system limits open files per process. */
  readonly leftOut: { readonly waits: readonly number[]; readonly openFiles: number } | null;
}

/** Files that a server has open besides its connections, generously. */
const OTHER_FILES = 200;

/** Measures each level with a new server on a copy of the fixture. */
export async function measureWaits(
  fixture: ChatsFixture,
  note: (text: string) => void,
): Promise<WaitsResult> {
  const openFiles = mostOpenFiles();
  const fits = ({ waits }: Level) => waits + OTHER_FILES <= openFiles;
  const measured: Waits[] = [];
  for (const level of LEVELS.filter(fits)) {
    note(`${level.waits} waits`);
    const folder = `${fixture.folder}-${level.waits}`;
    copyDatabase(fixture.folder, folder);
    measured.push(await measureLevel(level, { ...fixture, folder }));
  }
  const waits = LEVELS.filter((level) => !fits(level)).map((level) => level.waits);
  return { measured, leftOut: waits.length > 0 ? { waits, openFiles } : null };
}

/** The limit of the system (`ulimit -n`); infinite without one. */
function mostOpenFiles(): number {
  const report = process.report?.getReport() as
    | { userLimits?: { open_files?: { soft?: number | string } } }
    | undefined;
  const max = Number(report?.userLimits?.open_files?.soft);
  return Number.isNaN(max) ? Number.POSITIVE_INFINITY : max;
}

const HOLDERS = 2;
/** Reads of each holder before anything is measured. */
const WARM_UP_READS = 3_000;
/** Answers of each holder that are not counted, and that are. */
const WARM_UP_ANSWERS = 20;
const ANSWERS = 200;
const REST_MS = 3_000;

async function measureLevel({ waits, untilOver }: Level, fixture: ChatsFixture): Promise<Waits> {
  const server = startProcess<MeasuredServer>(new URL('../tandem/server.js', import.meta.url), [
    '--expose-gc',
  ]);
  const port = await server.ask('start', fixture.folder);
  const people = fixture.people.slice(0, waits / WAITS_OF_A_KEY);
  const holders = await Promise.all(
    shares(people).map((share) => startHolder(port, fixture.hostSecret, share)),
  );
  const each = <T>(ask: (holder: Child<Holder>) => Promise<T>): Promise<T[]> => Promise.all(holders.map(ask));

  await each((holder) => holder.ask('read', WARM_UP_READS));
  await quiet(server);
  const before = await server.ask('memory', null);
  const idleCpu = await cpuOver(server, REST_MS);
  await each((holder) => holder.ask('connect', null));
  const connected = await server.ask('memory', null);
  await each((holder) => holder.ask('hold', null));
  await quiet(server);
  const holding = await server.ask('memory', null);
  const cpu = await cpuOver(server, REST_MS);

  const wakeUps: WakeUp[] = [];
  for (const holder of holders) {
    const all = await holder.ask('answer', WARM_UP_ANSWERS + ANSWERS);
    wakeUps.push(...all.slice(WARM_UP_ANSWERS));
  }

  let over: Ended | null = null;
  if (untilOver) {
    over = all(await each((holder) => holder.ask('ended', null)));
    await each((holder) => holder.ask('hold', null));
    await quiet(server);
  }
  const stoppedAt = performance.now();
  const [ended] = await Promise.all([
    each((holder) => holder.ask('ended', null)).then((ends) => ({
      ...all(ends),
      ms: performance.now() - stoppedAt,
    })),
    server.ask('stop', null),
  ]);
  await Promise.all([server.end(), ...holders.map((holder) => holder.end())]);
  return {
    waits,
    before,
    connected,
    holding,
    idleCpu,
    cpu,
    sinceCommit: latency(wakeUps.map((wakeUp) => wakeUp.sinceCommit)),
    sinceReply: latency(wakeUps.map((wakeUp) => wakeUp.sinceReply)),
    over,
    stopped: ended,
  };
}

async function startHolder(
  port: number,
  hostSecret: string,
  people: readonly Person[],
): Promise<Child<Holder>> {
  const holder = startProcess<Holder>(new URL('./holder.js', import.meta.url));
  await holder.ask('aim', { port, hostSecret, people });
  return holder;
}

/** The people, for as many holders as there are. */
const shares = (people: readonly Person[]): Person[][] =>
  Array.from({ length: HOLDERS }, (_, holder) => people.filter((_, i) => i % HOLDERS === holder));

const QUIET_MS = 200;
/** CPU time in that time below which a server has nothing more to do, in microseconds. */
const QUIET_CPU = 10_000;
const MAX_QUIET_CHECKS = 75;

/** Resolves when the server has dealt with all it was asked. */
export async function quiet(server: Child<MeasuredServer>): Promise<void> {
  for (let check = 0; check < MAX_QUIET_CHECKS; check++) {
    if ((await cpuOver(server, QUIET_MS)) * (QUIET_MS / 1_000) < QUIET_CPU) return;
  }
  throw new Error('The server does not come to rest.');
}

/** Microseconds of CPU time a second. */
export async function cpuOver(server: Child<MeasuredServer>, ms: number): Promise<number> {
  const start = performance.now();
  const before = await server.ask('cpu', null);
  await pause(ms);
  const after = await server.ask('cpu', null);
  return (after - before) / ((performance.now() - start) / 1_000);
}

const all = (ends: readonly Ended[]): Ended => ({
  pending: ends.reduce((sum, { pending }) => sum + pending, 0),
  lost: ends.reduce((sum, { lost }) => sum + lost, 0),
  longest: Math.max(...ends.map(({ longest }) => longest)),
});

export function latency(values: readonly number[]): Latency {
  const ascending = Float64Array.from(values).sort();
  return { p50: quantile(ascending, 0.5), p99: quantile(ascending, 0.99), max: quantile(ascending, 1) };
}
