import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureClaimers } from './claimers/measure.ts';
import { claimersReport } from './claimers/report.ts';
import { measureClaims } from './claims/measure.ts';
import { claimsReport } from './claims/report.ts';
import { clientReport, measureClient } from './client.ts';
import {
  type Comparison,
  compare,
  SCENARIOS,
  type Scenario,
  startContestant,
  stopContestant,
} from './comparison.ts';
import { cyclesReport, measureCycles } from './cycles.ts';
import { measureGrowth } from './growth.ts';
import { mcpReport, measureMcp } from './mcp.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { measurePostgres } from './postgres/measure.ts';
import { postgresReport } from './postgres/report.ts';
import { comparisonReport, growthReport } from './report.ts';
import { measureRest, restReport } from './rest.ts';
import { copyDatabase, type Seeded, seed } from './seed.ts';
import { measureStalls } from './stalls/measure.ts';
import { stallsReport } from './stalls/report.ts';
import { seededDataset } from './stalls/seed/cache.ts';
import { measureStreams } from './streams/measure.ts';
import { streamsReport } from './streams/report.ts';
import { measureTerms, termsReport } from './terms.ts';
import { measureTransfer, transferReport } from './transfer.ts';
import { seedChats } from './waits/fixture.ts';
import { measureWaits } from './waits/measure.ts';
import { waitsReport } from './waits/report.ts';
import { measureWeb } from './web/measure.ts';
import { webReport } from './web/report.ts';

/** In the clone rather than the system's temporary folder, which may be in memory, where fsync is free. */
const DATA = join(import.meta.dirname, '../data');

async function main(): Promise<void> {
  const options = optionsOrUsage();
  if (!options) return;
  mkdirSync(DATA, { recursive: true });
  const folder = mkdtempSync(join(DATA, 'run-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));

  if (options.stalls) {
    print(await stalls(options.stalls, newFolder(folder, 'stalls')));
    return;
  }
  const scenarios = SCENARIOS.filter(({ operation }) =>
    (options.parts as readonly string[]).includes(operation),
  );
  if (scenarios.length > 0)
    print(comparisonReport(await comparisons(options, scenarios, folder), options.tasks));
  if (options.parts.includes('terms')) {
    const seeded = await seedIn(folder, options.tasks);
    note('changes on terms');
    const served = copyOf(seeded, `${seeded.folder}-terms`);
    print(termsReport(await measureTerms(served, options.rounds, options.sliceMs)));
  }
  if (options.parts.includes('growth')) {
    const { small, large } = options.growth;
    const growth = await measureGrowth(await seedIn(folder, small), await seedIn(folder, large));
    print(growthReport(growth, small, large));
  }
  if (options.parts.includes('cycles')) {
    note('making a graph');
    print(cyclesReport(await measureCycles(newFolder(folder, 'graph'))));
  }
  if (options.parts.includes('rest')) {
    const full = (await seedIn(folder, options.tasks)).folder;
    note('starting servers');
    const folders = { empty: newFolder(folder, 'empty'), [`${options.tasks} tasks`]: full };
    print(restReport(await measureRest(folders)));
  }
  if (options.parts.includes('waits')) {
    note('making chats');
    print(waitsReport(await measureWaits(await seedChats(newFolder(folder, 'chats')), note)));
  }
  if (options.parts.includes('claims')) {
    const costs = await measureClaims(newFolder(folder, 'claims'), options.tasks, options.rounds, note);
    print(claimsReport(costs, options.tasks));
  }
  if (options.parts.includes('claimers')) {
    note(`${options.claimers} claimers`);
    print(claimersReport(await measureClaimers(newFolder(folder, 'claimers'), options.claimers)));
  }
  if (options.parts.includes('client')) {
    const seeded = await seedIn(folder, options.tasks);
    note('client');
    print(clientReport(await measureClient(copyOf(seeded, `${seeded.folder}-client`))));
  }
  if (options.parts.includes('mcp')) {
    const seeded = await seedIn(folder, options.tasks);
    note('mcp');
    print(mcpReport(await measureMcp(copyOf(seeded, `${seeded.folder}-mcp`))));
  }
  const transfers = options.parts.filter((part) => part === 'import' || part === 'export');
  if (transfers.length > 0) {
    const seeded = await seed(newFolder(folder, 'transfer'), 0);
    note(`importing ${options.tasks} tasks`);
    print(transferReport(await measureTransfer(seeded, options.tasks, transfers), options.tasks));
  }
  if (options.parts.includes('web')) {
    note('the page, in a browser');
    print(webReport(await measureWeb(newFolder(folder, 'web'))));
  }
  if (options.parts.includes('postgres')) {
    print(postgresReport(await measurePostgres(newFolder(folder, 'postgres'), options, note)));
  }
  if (options.parts.includes('streams')) {
    const seeded = await seedIn(folder, options.tasks);
    const read = copyOf(seeded, `${seeded.folder}-streams`);
    print(streamsReport(await measureStreams(read, options.streams, note)));
  }
}

/** Below this share of the promised sizes no work continues for long after a response. */
const QUICK_SCALE = 0.05;
const WATCH = { watchMs: { read: 250, write: 1_250 }, quietMs: 250 };
const QUICK_WATCH = { watchMs: { read: 0, write: 0 }, quietMs: 0 };

async function stalls(
  { scale, folder, only }: NonNullable<Options['stalls']>,
  workFolder: string,
): Promise<string> {
  const seeded = await seededDataset(folder ?? join(tmpdir(), 'tandem-stalls'), scale, note);
  const watch = scale < QUICK_SCALE ? QUICK_WATCH : WATCH;
  note('copying the workspace');
  const measured = await measureStalls(seeded, workFolder, { only, ...watch }, note);
  return stallsReport(measured, seeded.dataset.sizes);
}

/** The parsed options; `null` if there is nothing to run. */
function optionsOrUsage(): Options | null {
  try {
    const options = readOptions(process.argv.slice(2));
    if (!options) print(USAGE);
    return options;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    process.exitCode = 2;
    return null;
  }
}

async function comparisons(
  { tasks, rounds, sliceMs, profileFolder }: Options,
  scenarios: readonly Scenario[],
  folder: string,
): Promise<Comparison[]> {
  const seeded = await seedIn(folder, tasks);
  const floor = await startContestant('floor', copyOf(seeded, `${seeded.folder}-floor`), profileFolder);
  const tandem = await startContestant('tandem', copyOf(seeded, `${seeded.folder}-tandem`), profileFolder);
  const results: Comparison[] = [];
  for (const scenario of scenarios) {
    note(`${scenario.operation}, ${scenario.connections} connections`);
    results.push(await compare(scenario, floor, tandem, rounds, sliceMs));
  }
  await stopContestant(floor);
  await stopContestant(tandem);
  return results;
}

/** This run's databases, by number of tasks. */
const databases = new Map<number, Promise<Seeded>>();

/** A database with this many tasks, created once per run. */
function seedIn(folder: string, tasks: number): Promise<Seeded> {
  const known = databases.get(tasks);
  if (known) return known;
  note(`making ${tasks} tasks`);
  const made = seed(newFolder(folder, String(tasks)), tasks);
  databases.set(tasks, made);
  return made;
}

function newFolder(folder: string, name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  return place;
}

/** A copy of the same database. */
function copyOf(seeded: Seeded, folder: string): Seeded {
  copyDatabase(seeded.folder, folder);
  return { ...seeded, folder };
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** A progress message, which is not part of the result. */
const note = (text: string): void => {
  process.stderr.write(`… ${text}\n`);
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  process.exit(1);
}
