import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cluster } from '@tandem/adapter-postgres/testing';
import { long } from '@tandem/core/testing/programs';
import { cleanUp, onDurablePostgres, stopped, tandem, temporaryFolder } from '@tandem/server/testing';
import { acknowledgedProblems, balanceProblems } from '../crash/acknowledged.ts';
import { type Clients, startClients } from '../crash/clients.ts';
import { contentProblems } from '../crash/contents.ts';
import { invariantProblems } from '../crash/invariants.ts';
import { figuresOf, KINDS, readLedger } from '../crash/ledger.ts';
import { hireStaff } from '../crash/staff.ts';
import { copyOf } from './as-sqlite.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { rowsOf } from './rows.ts';
import type { Order, Report } from './writers.ts';

/** The number of rounds of crashes; set to more only when this test runs alone. */
const ROUNDS = Number(process.env.TANDEM_CRASH_ROUNDS ?? 1);
const ALONE = process.env.TANDEM_CRASH_ROUNDS !== undefined;
const SERVERS = 3;
const WRITERS = fileURLToPath(new URL('./writers.ts', import.meta.url));

interface Crash {
  readonly name: string;
  befall(fleet: Fleet, cluster: Cluster, databaseUrl: string): Promise<unknown>;
}

const place = () => Math.floor(Math.random() * SERVERS);
const ended = (which: string) => (_: Fleet, __: Cluster, url: string) =>
  rowsOf(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${which}`);

/** The events of a round, in this order, under load. */
const CRASHES: readonly Crash[] = [
  { name: 'a server is killed', befall: (fleet) => fleet.killed(place()) },
  {
    name: 'PostgreSQL is killed',
    befall: async (_, cluster) => {
      await cluster.stop('kill');
      await cluster.start();
    },
  },
  {
    name: 'one of its processes is killed, which takes all others along',
    befall: async (_, cluster, url) => {
      const [busy] = await rowsOf<{ pid: number }>(
        url,
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'tandem units' ORDER BY query_start DESC`,
      );
      process.kill(busy?.pid as number, 'SIGKILL');
      await comesBack(cluster);
    },
  },
  { name: 'connections are ended', befall: ended(`application_name LIKE 'tandem %'`) },
  {
    name: 'a server is killed while PostgreSQL is started anew',
    befall: async (fleet, cluster) => {
      const server = fleet.servers[place()];
      const dies = fleet.servers.indexOf(server as never);
      await cluster.stop('fast');
      server?.signal('SIGKILL');
      await server?.ended;
      await cluster.start();
      await fleet.begin(dies);
    },
  },
];

async function comesBack({ url }: Cluster): Promise<void> {
  for (;;) {
    try {
      await rowsOf(url(), 'SELECT 1');
      return;
    } catch {
      await pause(50);
    }
  }
}

/**
 * The problems once the writers have recorded that they were cut off, which on a busy machine is a moment after the
 * servers are gone. There are no writes in the meantime, so problems do not disappear.
 */
async function onceNoted(audited: () => Promise<readonly string[]>): Promise<readonly string[]> {
  for (const until = Date.now() + 10_000; ; await pause(200)) {
    const wrong = await audited();
    if (wrong.length === 0 || Date.now() > until) return wrong;
  }
}

onDurablePostgres('three servers and their PostgreSQL', ({ cluster, newDatabase }) => {
  let clients: Clients<Order, Report>;
  afterEach(async () => {
    await clients?.end();
    await cleanUp();
  });

  long.test(
    `${ROUNDS} rounds of crashes under 30 writers lose no acknowledged write and repeat none`,
    async () => {
      const folder = temporaryFolder();
      const ledger = join(folder, 'ledger');
      const databaseUrl = await newDatabase();
      const fleet = await startFleet(databaseUrl, SERVERS, { TANDEM_LOG_LEVEL: 'warn' });
      const accounts = await hireStaff(fleet.ada(0), fleet.key);
      clients = startClients<Order, Report>(folder, ledger, WRITERS);
      const urls = fleet.servers.map(({ url }) => url);
      const totals = { cut: 0, refused: 0, crashes: 0 };

      for (let round = 1; round <= ROUNDS; round++) {
        let over = false;
        const working = clients.follow({ urls, accounts, load: true }).finally(() => {
          over = true;
        });
        for (const crash of CRASHES) {
          await pause((ALONE ? 1_000 : 150) + Math.random() * 500);
          await crash.befall(fleet, cluster(), databaseUrl);
          totals.crashes++;
        }
        await pause(300);
        // On a busy machine writers take longer to make every kind of request. Writers that find a problem stop.
        while (!over && neverAcknowledged(ledger).length > 0) await pause(100);
        clients.stop();
        const { complaints, cut, refused } = await working;
        expect(complaints).toEqual([]);
        totals.cut += cut;
        totals.refused += refused;

        // A last crash of all servers at once; its result is checked before anything is repeated.
        const last = clients.follow({ urls, accounts, load: true });
        await pause(300);
        for (const server of fleet.servers) server.signal('SIGKILL');
        await Promise.all(fleet.servers.map((server) => server.ended));
        totals.crashes += SERVERS;
        expect(await onceNoted(() => audit(databaseUrl, ledger, fleet.dataDir))).toEqual([]);
        await Promise.all(fleet.servers.map((_, i) => fleet.begin(i)));
        clients.stop();
        expect((await last).complaints).toEqual([]);
      }

      const logs = await Promise.all(fleet.servers.map(stopped));
      for (const { code, stderr } of logs)
        expect([code, stderr]).toEqual([0, expect.not.stringMatching(/"level":60/)]);
      expect(await audit(databaseUrl, ledger, fleet.dataDir, true)).toEqual([]);
      // Without unanswered requests the test would have shown nothing.
      expect(neverAcknowledged(ledger)).toEqual([]);
      const figures = figuresIn(ledger);
      expect(figures.unanswered).toBeGreaterThan(ROUNDS);
      if (ALONE) console.info({ rounds: ROUNDS, ...totals, ...figures });
    },
    60_000 + ROUNDS * 60_000,
  );
});

const figuresIn = (ledger: string) => figuresOf(readLedger(readFileSync(ledger, 'utf8')));

/** The kinds of writes that were never answered. */
function neverAcknowledged(ledger: string) {
  const { acknowledged } = figuresIn(ledger);
  return KINDS.filter((kind) => !acknowledged[kind]);
}

/** The problems of the complete data, in itself and against the ledger; a sentence each. */
async function audit(
  databaseUrl: string,
  ledger: string,
  dataDir: string,
  byDoctor = false,
): Promise<string[]> {
  const entries = readLedger(readFileSync(ledger, 'utf8'));
  const copy = await copyOf(databaseUrl);
  const files = join(dataDir, 'files');
  try {
    const problems = [
      ...acknowledgedProblems(entries, copy.rows),
      ...balanceProblems(entries, copy.rows),
      ...invariantProblems(copy.rows),
      ...(await contentProblems(copy.rows, files)),
    ];
    if (!byDoctor) return problems;
    const env = { TANDEM_DATA_DIR: copy.dataDir, TANDEM_FILES_URL: `file://${files}` };
    const { code, stdout, stderr } = await tandem(['doctor'], env);
    return code === 0 ? problems : [...problems, stdout, stderr];
  } finally {
    copy.close();
  }
}
