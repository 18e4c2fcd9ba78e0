import { stat } from 'node:fs/promises';
import type { Metrics, RequestLog } from '@tandem/adapter-express';
import type { Tandem } from '@tandem/core';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { databaseIn } from './database.ts';
import { requestTimes } from './request-times.ts';

const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** What the running server measures of itself, for Prometheus. */
export interface ServerMetrics extends Metrics {
  onRequest(entry: RequestLog): void;
  /** Told of each commit: how many units of work shared it. */
  onCommit(units: number): void;
  /** From now on a scrape also asks these. */
  watch(tandem: Tandem, dataDir: string): void;
}

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
    watch: (tandem, dataDir) => watch(registry, tandem, dataDir),
  };
}

/** What is counted only when it is asked for. */
function watch(registry: Registry, tandem: Tandem, dataDir: string): void {
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
    name: 'tandem_database_bytes',
    help: 'The size of the database, and of the log of its newest changes (wal)',
    labelNames: ['file'],
    registers,
    async collect() {
      const database = databaseIn(dataDir);
      this.set({ file: 'database' }, await sizeOf(database));
      this.set({ file: 'wal' }, await sizeOf(`${database}-wal`));
    },
  });
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
