import { stat } from 'node:fs/promises';
import type { Build, Metrics, RequestLog } from '@tandem/adapter-express';
import type { PostgresStorage } from '@tandem/adapter-postgres';
import type { Tandem } from '@tandem/core';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Disk } from '../storage/disk.ts';
import { requestTimes } from './request-times.ts';

/** Gauges of prom-client with a counter's suffix; their labeled versions have the same numbers. */
const MISNAMED = ['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`);

const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The metrics of the running server, for Prometheus. */
export interface ServerMetrics extends Metrics {
  onRequest(entry: RequestLog): void;
  /** Called for each commit with the number of units of work that shared it. */
  onCommit(units: number): void;
  /** Adds sources that each scrape reads. */
  watch(tandem: Tandem, database: MeasuredDatabase, disk?: Disk): void;
}

/** The database: a file, or a server reached over connections. */
export type MeasuredDatabase = { readonly file: string } | Pick<PostgresStorage, 'connections'>;

export function serverMetrics(build: Build): ServerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const { version, commit, schema } = build;
  new Gauge({
    name: 'tandem_build_info',
    help: 'The version, commit and database schema of this server; always 1',
    labelNames: ['version', 'commit', 'schema'],
    registers,
  }).set({ version, commit: commit ?? '', schema }, 1);
  const requests = requestTimes(registry);
  const commits = new Histogram({
    name: 'tandem_commit_units',
    help: 'Units of work per commit, which share one fsync',
    buckets: GROUP_SIZES,
    registers,
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    onRequest: ({ operation, status, durationMs }) =>
      requests.observe(operation ?? 'none', status, durationMs / 1000),
    onCommit: (units) => commits.observe(units),
    watch: (tandem, database, disk) => {
      watch(registry, tandem, database);
      if (disk) watchDisk(registry, disk);
    },
  };
}

/** Metrics computed when scraped. */
function watch(registry: Registry, tandem: Tandem, database: MeasuredDatabase): void {
  const registers = [registry];
  new Gauge({
    name: 'tandem_open_waits',
    help: 'Requests that wait for an event',
    registers,
    collect() {
      this.set(tandem.waiting());
    },
  });
  new Gauge({
    name: 'tandem_open_turns',
    help: 'Turns that wait for an agent (queued) or are being answered (running)',
    labelNames: ['state'],
    registers,
    async collect() {
      // If the database cannot answer, the other metrics are still exported.
      const turns = await tandem.openTurns().catch(() => null);
      this.reset();
      if (!turns) return;
      this.set({ state: 'queued' }, turns.queued);
      this.set({ state: 'running' }, turns.running);
    },
  });
  new Gauge({
    name: 'tandem_leads',
    help: '1 if this server leads: it runs the periodic jobs of all servers on its database',
    registers,
    async collect() {
      this.set((await tandem.leads().catch(() => false)) ? 1 : 0);
    },
  });
  if ('file' in database) watchFile(registry, database.file);
  else watchConnections(registry, database.connections);
}

function watchDisk(registry: Registry, disk: Disk): void {
  const registers = [registry];
  new Gauge({
    name: 'tandem_disk_free_bytes',
    help: 'Free space for the data folder',
    registers,
    async collect() {
      this.set(await disk.freeBytes().catch(() => 0));
    },
  });
  new Gauge({
    name: 'tandem_disk_writable',
    help: '1 if the data folder can be written to, 0 if its disk is full or failing',
    registers,
    async collect() {
      this.set(
        await disk.check().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
}

function watchFile(registry: Registry, file: string): void {
  new Gauge({
    name: 'tandem_database_bytes',
    help: 'Size of the database, and of its write-ahead log (wal)',
    labelNames: ['file'],
    registers: [registry],
    async collect() {
      this.set({ file: 'database' }, await sizeOf(file));
      this.set({ file: 'wal' }, await sizeOf(`${file}-wal`));
    },
  });
}

function watchConnections(registry: Registry, connections: PostgresStorage['connections']): void {
  const registers = [registry];
  new Gauge({
    name: 'tandem_database_connections',
    help: 'Database connections that are open, and in use (busy)',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, busy } = connections();
      this.set({ state: 'open' }, open);
      this.set({ state: 'busy' }, busy);
    },
  });
  new Gauge({
    name: 'tandem_database_waiting',
    help: 'Units of work that wait for a database connection',
    registers,
    collect() {
      this.set(connections().waiting);
    },
  });
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
