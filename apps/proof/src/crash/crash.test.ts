import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  apiOf,
  cleanUp,
  newWorkspace,
  type Serving,
  serve,
  stopped,
  temporaryFolder,
} from '@tandem/server/testing';
import Database from 'better-sqlite3';
import { acknowledgedProblems, balanceProblems } from './acknowledged.ts';
import { type Clients, startClients } from './clients.ts';
import { contentProblems } from './contents.ts';
import type { Accounts } from './context.ts';
import { invariantProblems } from './invariants.ts';
import { type Entry, figuresOf, KINDS, readLedger } from './ledger.ts';
import type { Rows } from './rows.ts';
import { hireStaff } from './staff.ts';

/** How often the server is killed; set to more only when this test runs alone. */
const CRASHES = Number(process.env.TANDEM_CRASHES ?? 4);
const ALONE = process.env.TANDEM_CRASHES !== undefined;
/** The checks of the complete data, which has grown large, run only now and then and at the end. */
const WHOLE_UNTIL = 20;
const WHOLE_EVERY = 25;

/** How far the ledger grows before the load is timed: about three writes of each writer, so that every kind occurs. */
const MIN_BYTES = 25_000;
/** The load lasts longer once in this many times: uploads need many event loop turns of a busy server. */
const LONG_EVERY = 5;

const SERVES_AGAIN_MS = 2_000;

let clients: Clients;
afterEach(async () => {
  await clients?.end();
  await cleanUp();
});

test(
  `killed ${CRASHES} times under 50 writers, the server loses no acknowledged write and does nothing twice`,
  async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    const ledger = join(folder, 'ledger');
    const accounts = await newStaff(dataDir);
    clients = startClients(folder, ledger);
    const audit = newAudit(dataDir, ledger);
    const restarts: number[] = [];

    for (let crash = 1; crash <= CRASHES; crash++) {
      const { server, ms } = await started(dataDir);
      restarts.push(ms);
      // Checks the writes before the last crash; nothing has been repeated yet.
      expect(await audit.next(crash <= WHOLE_UNTIL || crash % WHOLE_EVERY === 0)).toEqual([]);
      let over = false;
      const worked = clients.follow({ url: server.url, accounts, load: true }).finally(() => {
        over = true;
      });
      // Writers that find a problem stop, and the ledger no longer grows.
      while (!over && audit.unread() < MIN_BYTES) await pause(5);
      await pause((crash % LONG_EVERY === 0 ? 1_000 : 200) + Math.random() * 300);
      server.signal('SIGKILL');
      await server.ended;
      expect(await worked).toEqual({ complaints: [] });
    }

    const { server, ms } = await started(dataDir);
    restarts.push(ms);
    expect(await audit.next(true)).toEqual([]);
    expect(await clients.follow({ url: server.url, accounts, load: false })).toEqual({ complaints: [] });
    await stopped(server);
    expect(await audit.end()).toEqual([]);

    // Without unanswered requests the test would have shown nothing.
    const { acknowledged, unanswered, replayed } = audit.figures();
    for (const kind of KINDS) expect({ kind, n: acknowledged[kind] ?? 0 }).not.toEqual({ kind, n: 0 });
    expect(unanswered).toBeGreaterThan(CRASHES);
    const slowest = restarts.toSorted((a, b) => b - a);
    const median = slowest[Math.floor(slowest.length / 2)] as number;
    if (ALONE)
      console.info({ crashes: CRASHES, acknowledged, unanswered, replayed, median, slowest: slowest[0] });
    // Other tests running in parallel may delay a start; when this test runs alone, no start may be slow.
    expect(ALONE ? slowest[0] : median).toBeLessThan(SERVES_AGAIN_MS);
  },
  60_000 + CRASHES * 8_000,
);

/** A workspace with a project and agents. */
async function newStaff(dataDir: string): Promise<Accounts> {
  const { key: person } = await newWorkspace(dataDir);
  const { server } = await started(dataDir);
  const accounts = await hireStaff(apiOf(server.url, person), person);
  await stopped(server);
  return accounts;
}

/** Starts the server, and measures the time until it reports ready. */
async function started(dataDir: string): Promise<{ server: Serving; ms: number }> {
  const begun = performance.now();
  const server = await serve(dataDir, { TANDEM_RATE_LIMIT: '0', TANDEM_LOG_LEVEL: 'warn' });
  const { status } = await fetch(`${server.url}/readyz`);
  expect(status).toBe(200);
  return { server, ms: performance.now() - begun };
}

/** Compares the ledger with the service's data. */
function newAudit(dataDir: string, ledger: string) {
  const directory = join(dataDir, 'files');
  const entries: Entry[] = [];
  let bytes = 0;
  let lastFile = 0;

  /** The clients' writes since the last check. */
  const fresh = (): Entry[] => {
    const text = readFileSync(ledger).subarray(bytes);
    bytes += text.length;
    const found = readLedger(text.toString());
    for (const entry of found) entries.push(entry);
    return found;
  };

  const look = async (problems: (rows: Rows) => Promise<string[]>): Promise<string[]> => {
    const database = new Database(join(dataDir, 'tandem.db'), { readonly: true });
    const prepared = new Map<string, Database.Statement>();
    const rows: Rows = <Row>(sql: string, ...parameters: readonly unknown[]) => {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      return statement.all(...parameters) as Row[];
    };
    try {
      return await problems(rows);
    } finally {
      database.close();
    }
  };

  return {
    /** How many bytes the ledger has grown since the last check. */
    unread: (): number => statSync(ledger).size - bytes,
    /** The problems since the last check, or, on request, in all data. */
    next: (complete: boolean): Promise<string[]> =>
      look(async (rows) => {
        const after = lastFile;
        lastFile = rows<{ last: number | null }>('SELECT max(rowid) AS last FROM files')[0]?.last ?? 0;
        return [
          ...acknowledgedProblems(fresh(), rows),
          ...(await contentProblems(rows, directory, after)),
          ...(complete ? [...balanceProblems(entries, rows), ...invariantProblems(rows)] : []),
        ];
      }),
    /** The problems in all data from the beginning. */
    end: (): Promise<string[]> =>
      look(async (rows) => {
        fresh();
        return [
          ...acknowledgedProblems(entries, rows),
          ...(await contentProblems(rows, directory)),
          ...balanceProblems(entries, rows),
          ...invariantProblems(rows),
        ];
      }),
    figures: () => figuresOf(entries),
  };
}
