import { postgresStorage } from '@tandem/adapter-postgres';
import { type Cluster, startCluster } from '@tandem/adapter-postgres/testing';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import pg from 'pg';
import type { Load } from '../load/generator.ts';
import type { MeasuredServer } from '../measured-server.ts';
import { type Child, startProcess } from '../processes.ts';
import { databaseIn } from '../seed.ts';
import { median } from '../statistics.ts';
import { cpuOfFamily } from './cpu.ts';
import { OPERATIONS, type Operation, type PostgresLoad } from './load.ts';
import { type Loaded, type Sizes, seedWorkspaces } from './workspaces.ts';

/** The servers under load: several on one database, or one in a folder. */
const CONTESTANTS = ['floor', 'Tandem', 'two servers', 'three servers', 'SQLite'] as const;
export type Contestant = (typeof CONTESTANTS)[number];

export interface Scenario {
  readonly operation: Operation;
  readonly connections: number;
  readonly workspaces: number;
}

/** The medians of a contestant's slices. */
export interface Figures extends Load {
  /** Microseconds of CPU time of all servers of ours for a request, and of PostgreSQL. */
  readonly node: number;
  readonly postgres: number;
  /** Round trips to PostgreSQL per request, including those of concurrent work. */
  readonly trips: number;
}

export interface Measured {
  readonly scenario: Scenario;
  readonly figures: ReadonlyMap<Contestant, Figures>;
}

const CONNECTIONS = [1, 32, 128];
const WORKSPACES = [1, 32];
const SIZES: Sizes = { workspaces: 32, large: 10_000, small: 300, connections: 128 };
const WARM_UP_MS = 500;

/** More claimers would run out of tasks: a task can be claimed only twenty times a day. */
const MAX_CLAIMERS = 32;

const SCENARIOS: readonly Scenario[] = OPERATIONS.flatMap((operation) =>
  WORKSPACES.flatMap((workspaces) =>
    CONNECTIONS.filter(
      (connections) => connections >= workspaces && (operation !== 'claim' || connections <= MAX_CLAIMERS),
    ).map((connections) => ({
      operation,
      connections,
      workspaces,
    })),
  ),
);

interface Running {
  readonly servers: readonly Child<MeasuredServer>[];
  readonly generator: Child<PostgresLoad>;
}

/**
 * Loads one, two and three servers on PostgreSQL, a bare server for comparison, and one server on SQLite, in turns over
 * HTTP. All of them commit to disk.
 */
export async function measurePostgres(
  folder: string,
  { rounds, sliceMs }: { rounds: number; sliceMs: number },
  note: (text: string) => void,
): Promise<Measured[]> {
  const cluster = await startCluster({
    durable: true,
    settings: { shared_buffers: "'256MB'", max_wal_size: "'4GB'" },
  });
  const running = new Map<Contestant, Running>();
  try {
    note('making 32 workspaces on PostgreSQL');
    const workspaces = await seedPostgres(cluster);
    await copy(cluster, 'seeded', 'floor');
    note('making 32 workspaces on SQLite');
    const onSqlite = await seedWorkspaces(sqliteStorage({ file: databaseIn(folder) }), SIZES);
    const tandem = new URL('./server.js', import.meta.url);
    const bare = new URL('./floor.js', import.meta.url);
    const shared = cluster.url('seeded');
    running.set('floor', await start([bare], cluster.url('floor'), workspaces));
    const three = await start([tandem, tandem, tandem], shared, workspaces);
    running.set('three servers', three);
    running.set('two servers', await aimed(three.servers.slice(0, 2), workspaces));
    running.set('Tandem', await aimed(three.servers.slice(0, 1), workspaces));
    running.set('SQLite', await start([tandem], folder, onSqlite));
    const measured: Measured[] = [];
    for (const scenario of SCENARIOS) {
      note(`${scenario.operation}, ${scenario.connections} connections, ${scenario.workspaces} workspaces`);
      measured.push(await measure(scenario, running, cluster, rounds, sliceMs));
    }
    return measured;
  } finally {
    for (const { generator } of running.values()) await generator.end();
    for (const server of new Set([...running.values()].flatMap(({ servers }) => servers))) {
      await server.ask('stop', null).catch(() => undefined);
      await server.end();
    }
    await cluster.remove();
  }
}

async function seedPostgres(cluster: Cluster): Promise<Loaded[]> {
  const client = new pg.Client(cluster.url('postgres'));
  await client.connect();
  await client.query('CREATE DATABASE seeded');
  await client.end();
  const seeded = await seedWorkspaces(await postgresStorage({ url: cluster.url('seeded') }), SIZES);
  const analyzing = new pg.Client(cluster.url('seeded'));
  await analyzing.connect();
  await analyzing.query('VACUUM ANALYZE');
  await analyzing.end();
  return seeded;
}

async function copy(cluster: Cluster, from: string, to: string): Promise<void> {
  const client = new pg.Client(cluster.url('postgres'));
  await client.connect();
  await client.query(`CREATE DATABASE ${to} TEMPLATE ${from}`);
  await client.end();
}

async function start(
  modules: readonly URL[],
  place: string,
  workspaces: readonly Loaded[],
): Promise<Running> {
  const servers = modules.map((module) => startProcess<MeasuredServer>(module));
  for (const server of servers) ports.set(server, await server.ask('start', place));
  return aimed(servers, workspaces);
}

const ports = new Map<Child<MeasuredServer>, number>();

async function aimed(
  servers: readonly Child<MeasuredServer>[],
  workspaces: readonly Loaded[],
): Promise<Running> {
  const generator = startProcess<PostgresLoad>(new URL('./load.js', import.meta.url));
  await generator.ask('aim', { ports: servers.map((server) => ports.get(server) as number), workspaces });
  return { servers, generator };
}

async function measure(
  scenario: Scenario,
  running: ReadonlyMap<Contestant, Running>,
  cluster: Cluster,
  rounds: number,
  sliceMs: number,
): Promise<Measured> {
  const slices = new Map<Contestant, Figures[]>();
  const contestants = CONTESTANTS.filter((name) => name !== 'floor' || scenario.operation !== 'claim');
  for (let round = -1; round < rounds; round++) {
    for (const name of contestants) {
      const figures = await slice(
        scenario,
        running.get(name) as Running,
        cluster,
        round < 0 ? WARM_UP_MS : sliceMs,
      );
      if (round >= 0) slices.set(name, [...(slices.get(name) ?? []), figures]);
    }
  }
  return { scenario, figures: new Map([...slices].map(([name, all]) => [name, medians(all)])) };
}

async function slice(
  scenario: Scenario,
  { servers, generator }: Running,
  cluster: Cluster,
  ms: number,
): Promise<Figures> {
  const sum = async (what: 'cpu' | 'trips') =>
    (await Promise.all(servers.map((server) => server.ask(what, null)))).reduce((all, each) => all + each, 0);
  const before = [await sum('cpu'), await sum('trips'), cpuOfFamily(cluster.pid)] as const;
  const load = await generator.ask('load', { ...scenario, ms });
  const after = [await sum('cpu'), await sum('trips'), cpuOfFamily(cluster.pid)] as const;
  const each = (i: 0 | 1 | 2) => (after[i] - before[i]) / load.requests;
  return { ...load, node: each(0), trips: each(1), postgres: each(2) };
}

function medians(slices: readonly Figures[]): Figures {
  const of = (figure: keyof Figures) => median(slices.map((each) => each[figure]));
  return {
    requests: of('requests'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    node: of('node'),
    postgres: of('postgres'),
    trips: of('trips'),
  };
}
