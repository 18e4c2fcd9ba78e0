import { stat } from 'node:fs/promises';
import type { Metrics, RequestLog } from '@tandem/adapter-express';
import type { PostgresStorage } from '@tandem/adapter-postgres';
import type { Tandem } from '@tandem/core';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { requestTimes } from './request-times.ts';

const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** What the running server measures of itself, for Prometheus. */
export interface ServerMetrics extends Metrics {
  onRequest(entry: RequestLog): void;
  /** Told of each commit: how many units of work shared it. */
  onCommit(units: number): void;
  /** From now on a scrape also asks these. */
  watch(tandem: Tandem, database: MeasuredDatabase): void;
}

/** A file, or a server that is asked over connections. */
export type MeasuredDatabase = { readonly file: string } | Pick<PostgresStorage, 'connections'>;

export function serverMetrics(): ServerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = requestTimes(registry);
  const commits = new Histogram({
    name: 'tandem_commit_units',
    help: 'Units of work that shared a commit, and so an fsync',
    buckets: GROUP_SIZES,
    registers,
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    onRequest: ({ operation, status, durationMs }) =>
      requests.observe(operation ?? 'none', status, durationMs / 1000),
    onCommit: (units) => commits.observe(units),
    watch: (tandem, database) => watch(registry, tandem, database),
  };
}

/** What is counted only when it is asked for. */
function watch(registry: Registry, tandem: Tandem, database: MeasuredDatabase): void {
  const registers = [registry];
  new Gauge({
    name: 'tandem_open_waits',
    help: 'Requests that are held until something happens',
    registers,
    collect() {
      this.set(tandem.waiting());
    },
  });
  new Gauge({
    name: 'tandem_open_turns',
    help: 'Turns that wait for their agent (queued), and that are being answered (running)',
    labelNames: ['state'],
    registers,
    async collect() {
      // While the database cannot say, all else can still be told.
      const turns = await tandem.openTurns().catch(() => null);
      this.reset();
      if (!turns) return;
      this.set({ state: 'queued' }, turns.queued);
      this.set({ state: 'running' }, turns.running);
    },
  });
  new Gauge({
    name: 'tandem_leads',
    help: 'Whether this server does the housekeeping of all that share its database',
    registers,
    async collect() {
      this.set((await tandem.leads().catch(() => false)) ? 1 : 0);
    },
  });
  if ('file' in database) watchFile(registry, database.file);
  else watchConnections(registry, database.connections);
}

function watchFile(registry: Registry, file: string): void {
  new Gauge({
    name: 'tandem_database_bytes',
    help: 'The size of the database, and of the log of its newest changes (wal)',
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
    help: 'Connections to the database that are open, and that are in use (busy)',
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
    help: 'Units of work that wait for a connection to the database',
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
