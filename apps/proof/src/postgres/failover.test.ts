import { setTimeout as pause } from 'node:timers/promises';
import {
  type Cluster,
  createWay,
  onOwnPostgres,
  query,
  startCluster,
} from '@tandem/adapter-postgres/testing';
import { long } from '@tandem/core/testing/programs';
import { cleanUp } from '@tandem/server/testing';
import { startFleet } from './fleet.ts';
import { fateProblems, type Load, startLoad } from './load.ts';
import { numberProblems, rowsOf, titlesIn } from './rows.ts';

/** How often the primary is lost; set to more only when this test runs alone. */
const TIMES = Number(process.env.TANDEM_FAILOVERS ?? 1);
const ALONE = process.env.TANDEM_FAILOVERS !== undefined;
const SERVERS = 2;
const CLIENTS = 20;
const NAME = 'replica1';
/** The time limit from the promotion of the replica until all servers have written to it. */
const GOES_ON_MS = 10_000;

onOwnPostgres('servers whose primary is lost', () => {
  let load: Load | undefined;
  const clusters: Cluster[] = [];
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    void load?.stop();
    await cleanUp();
    for (const close of closing.splice(0)) close();
    await Promise.all(clusters.splice(0).map((cluster) => cluster.remove()));
  });

  /** A primary with a synchronous replica. */
  async function pair(): Promise<[Cluster, Cluster]> {
    const primary = await startCluster({ durable: true });
    clusters.push(primary);
    await query(primary.url(), 'CREATE DATABASE tandem');
    const replica = await primary.replica(NAME);
    clusters.push(replica);
    await query(primary.url(), `ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`);
    await query(primary.url(), 'SELECT pg_reload_conf()');
    await inStep(primary);
    return [primary, replica];
  }

  long.test(
    'service continues on the synchronous replica that takes over, with all acknowledged writes',
    async () => {
      for (let time = 0; time < TIMES; time++) {
        const [primary, replica] = await pair();
        const way = await createWay(primary.port);
        closing.push(way.close);
        const url = new URL(primary.url('tandem'));
        url.port = String(way.port);
        const fleet = await startFleet(url.href, SERVERS);
        load = startLoad(fleet.url, fleet.key, CLIENTS);
        await pause(1_500);
        const lostAt = performance.now();
        await primary.stop('kill');
        await replica.promote();
        const promotedAt = performance.now();
        way.lead(replica.port);
        const { fates } = load;
        const goesOn = (place: number) =>
          fates.some(
            (fate) => fate.place % SERVERS === place && fate.outcome === 'made' && fate.ended > promotedAt,
          );
        while (!fleet.servers.every((_, place) => goesOn(place))) {
          await pause(20);
          if (performance.now() - promotedAt > 30_000) throw new Error('It has not gone on.');
        }
        const goneOnAt = performance.now();
        await pause(500);
        await load.stop();

        const made = fates.filter(({ outcome }) => outcome === 'made');
        expect(made.filter(({ ended }) => ended < lostAt).length).toBeGreaterThan(10);
        expect(fateProblems(fates, await titlesIn(replica.url('tandem')))).toEqual([]);
        expect(await numberProblems(replica.url('tandem'))).toEqual([]);
        expect(goneOnAt - promotedAt).toBeLessThan(GOES_ON_MS);
        if (ALONE) {
          const outcomes: Record<string, number> = {};
          for (const { outcome } of fates) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          const longest = Math.max(...fates.map(({ began, ended }) => ended - began));
          const ms = { promoted: promotedAt - lostAt, goneOn: goneOnAt - promotedAt, longest };
          console.info({ ...outcomes, ...ms });
        }
        await cleanUp();
      }
    },
    60_000 + TIMES * 15_000,
  );
});

/** Resolves when the replica is synchronous. */
async function inStep(primary: Cluster): Promise<void> {
  for (;;) {
    const [found] = await rowsOf<{ sync_state: string }>(
      primary.url(),
      'SELECT sync_state FROM pg_stat_replication',
    );
    if (found?.sync_state === 'sync') return;
    await pause(20);
  }
}
