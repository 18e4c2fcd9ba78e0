import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onPostgres } from '@tandem/adapter-postgres/testing';
import { examine } from '@tandem/adapter-sqlite';
import { cleanUp, temporaryFolder } from '@tandem/server/testing';
import Database from 'better-sqlite3';
import { buildSync } from 'esbuild';
import { copyOf } from '../postgres/as-sqlite.ts';
import { numberProblems, rowsOf } from '../postgres/rows.ts';
import type { Life, Report } from './program.ts';

jest.setTimeout(1_800_000);
afterEach(cleanUp);

/** Transactions on each engine; a tenth of them ends with the process. */
const POINTS = Number(process.env.TANDEM_HOST_POINTS ?? 100);
const SEED = Number(process.env.TANDEM_HOST_SEED ?? 1 + Math.floor(Math.random() * 1_000_000));

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'tandem-host-program-'));
const program = join(home, 'host.cjs');
afterAll(() => rmSync(home, { recursive: true }));
beforeAll(() => {
  buildSync({
    entryPoints: [fileURLToPath(new URL('./program.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    conditions: ['@tandem/source'],
    external: ['better-sqlite3', 'pg-native', 'pg-cloudflare'],
    define: { 'import.meta.url': 'here' },
    banner: { js: "const here = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'error',
  });
});

interface Known {
  readonly committed: Set<number>;
  readonly undone: Set<number>;
  readonly seen: Set<number>;
  kills: number;
}

/** Runs hosts one after another, until they have begun this many transactions. */
async function liveOn(engine: Life['engine'], database: string): Promise<Known> {
  const known: Known = { committed: new Set(), undone: new Set(), seen: new Set(), kills: 0 };
  for (let from = 1, seed = SEED; from <= POINTS; seed++) {
    const child = fork(program, {
      execArgv: [],
      env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
    });
    let last = from;
    child.on('message', (report: Report) => {
      if ('seen' in report) known.seen.add(report.seen);
      else {
        const n = 'committed' in report ? report.committed : report.undone;
        ('committed' in report ? known.committed : known.undone).add(n);
        last = Math.max(last, n);
      }
    });
    child.send({ engine, database, from, to: POINTS + 1, seed } satisfies Life);
    const [code, signal] = await once(child, 'exit');
    if (code === 1) throw new Error(`The host failed, with the seed ${SEED}.`);
    if (signal !== 'SIGKILL') break;
    known.kills++;
    // The number of the transaction that was killed is not used again.
    from = last + 2;
  }
  return known;
}

interface Order {
  readonly n: number;
  readonly items: number;
}
type Title = Readonly<{ title: string }>;

/** What only a transaction that was half committed, or undone and yet heard of, leaves behind. */
function problemsOf(known: Known, orders: readonly Order[], tasks: readonly Title[]): string[] {
  const found = new Map(orders.map(({ n, items }) => [n, items]));
  const tasksOf = new Map<number, number>();
  for (const { title } of tasks) {
    const n = Number(/^Order (\d+)$/.exec(title)?.[1]);
    if (n) tasksOf.set(n, (tasksOf.get(n) ?? 0) + 1);
  }
  return [
    ...[...found].flatMap(([n, items]) =>
      tasksOf.get(n) === items ? [] : [`order ${n} has ${tasksOf.get(n) ?? 0} of ${items} tasks`],
    ),
    ...[...tasksOf.keys()].filter((n) => !found.has(n)).map((n) => `tasks of order ${n}, but no order`),
    ...[...known.committed].filter((n) => !found.has(n)).map((n) => `order ${n} was committed and is gone`),
    ...[...known.undone].filter((n) => found.has(n)).map((n) => `order ${n} was undone and is there`),
    ...[...known.seen].filter((n) => !found.has(n)).map((n) => `order ${n} was heard of and is not there`),
  ];
}

async function findings(file: string, isCopy: boolean): Promise<string[]> {
  const found: string[] = [];
  for await (const { state, text } of examine({ file, isCopy })) if (state === 'wrong') found.push(text);
  return found;
}

const isGapless = (numbers: readonly number[]) => numbers.every((number, i) => number === i + 1);

const expectUse = ({ committed, undone, seen, kills }: Known) => {
  for (const each of [committed, undone, seen]) expect(each.size).toBeGreaterThan(POINTS / 20);
  expect(kills).toBeGreaterThan(0);
};

test(`on SQLite, ${POINTS} transactions with a host leave neither side without the other (seed ${SEED})`, async () => {
  const file = join(temporaryFolder(), 'host.db');
  const known = await liveOn('sqlite', file);
  const database = new Database(file, { readonly: true });
  const all = <Row>(sql: string) => database.prepare<[], Row>(sql).all();
  const numbersIn = (sql: string) => database.prepare<[], number>(sql).pluck().all();
  expect(
    problemsOf(known, all<Order>('SELECT * FROM orders'), all<Title>('SELECT title FROM tasks')),
  ).toEqual([]);
  expect(isGapless(numbersIn('SELECT number FROM tasks ORDER BY 1'))).toBe(true);
  expect(isGapless(numbersIn('SELECT seq FROM events ORDER BY 1'))).toBe(true);
  expect(await findings(file, false)).toEqual([]);
  database.close();
  expectUse(known);
});

onPostgres('On PostgreSQL', ({ newDatabase }) => {
  test(`${POINTS} transactions with a host leave neither side without the other (seed ${SEED})`, async () => {
    const url = await newDatabase();
    const known = await liveOn('postgres', url);
    const ofTandem = new URL(url);
    ofTandem.searchParams.set('options', '-c search_path=tandem');
    const orders = await rowsOf<Order>(url, 'SELECT * FROM public.orders');
    expect(problemsOf(known, orders, await rowsOf<Title>(ofTandem.href, 'SELECT title FROM tasks'))).toEqual(
      [],
    );
    expect(await numberProblems(ofTandem.href)).toEqual([]);
    const copy = await copyOf(ofTandem.href);
    copy.close();
    expect(await findings(join(copy.dataDir, 'tandem.db'), true)).toEqual([]);
    expectUse(known);
  });
});
