import { createHash } from 'node:crypto';
import type { MoveIdentity, MoveSource, MoveTarget, Readable, TableProgress } from './parties.ts';
import { MoveRefused, sealing, sealOfAll, type TableSeal } from './seal.ts';
import { keyOf, namedRow, TRANSFER_TABLES, type TransferRow, type TransferTable } from './tables.ts';

export interface MoveOptions {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  readonly signal?: AbortSignal;
  readonly onProgress?: (at: MoveProgress) => void;
  /** How many rows go in one transaction of the target, 5,000 unless it is given; fewer when they are large. */
  readonly portionRows?: number;
}

/** How far it has come. */
export interface MoveProgress {
  readonly doing: 'copied' | 'compared';
  /** The table that it is at. */
  readonly table: string;
  /** Rows of all tables. */
  readonly rows: number;
  readonly of: number;
}

export interface Moved {
  /** The seal over all rows, which is the same on both sides. */
  readonly seal: string;
  readonly rows: number;
  /** How many rows an earlier attempt had brought already. */
  readonly before: number;
}

/** A portion is one transaction of the target, and what is in memory at a time. */
const PORTION_ROWS = 5_000;
const PORTION_CHARACTERS = 4 * 1024 * 1024;

/**
 * Copies all rows of the source, or those that an earlier attempt has not brought, and then reads both sides: their
 * seals are equal, or this throws `MoveRefused` that names the table and the row. The target is not finished by it.
 */
export async function moveRows(options: MoveOptions): Promise<Moved> {
  const { source, target } = options;
  const progress = await target.begin(await identityOf(source));
  const resumed = progress.size > 0;
  const counts = await Promise.all(TRANSFER_TABLES.map((table) => source.count(table)));
  const of = counts.reduce((sum, count) => sum + count, 0);
  const before = [...progress.values()].reduce((sum, { rows }) => sum + rows, 0);
  const telling = (doing: MoveProgress['doing'], begun: number) => {
    let done = begun;
    return (table: TransferTable, rows: number) => {
      done += rows;
      options.onProgress?.({ doing, table: table.name, rows: done, of });
    };
  };

  /** The seals of those tables that this attempt has read from their beginning. */
  const read = new Map<string, TableSeal>();
  const copied = telling('copied', before);
  for (const table of TRANSFER_TABLES) {
    const seal = await copyTable(table, progress.get(table.name), options, copied);
    if (seal) read.set(table.name, seal);
  }
  const seals: TableSeal[] = [];
  const compared = telling('compared', 0);
  for (const table of TRANSFER_TABLES) {
    seals.push(await compare(table, read.get(table.name), resumed, options, compared));
  }
  return { seal: sealOfAll(seals), rows: seals.reduce((sum, { rows }) => sum + rows, 0), before };
}

/** A digest of which workspaces there are; null when there is none. */
export async function digestOfWorkspaces(from: Readable): Promise<string | null> {
  const [workspaces] = TRANSFER_TABLES as [TransferTable];
  const hash = createHash('sha256');
  let any = false;
  for await (const rows of from.rows(workspaces, null)) {
    for (const [id] of rows) hash.update(`${id}\n`);
    any ||= rows.length > 0;
  }
  return any ? hash.digest('hex') : null;
}

async function identityOf(source: MoveSource): Promise<MoveIdentity> {
  const workspaces = await digestOfWorkspaces(source);
  if (workspaces === null) {
    throw new MoveRefused(`${source.name} holds no workspace: there is nothing to move.`);
  }
  return { workspaces, form: createHash('sha256').update(JSON.stringify(TRANSFER_TABLES)).digest('hex') };
}

type Heard = (table: TransferTable, rows: number) => void;

const NOTHING: TableProgress = { last: null, rows: 0, done: false };

/** Copies what is missing; the seal of the table when all of it was read. The next portion is read while one is kept. */
async function copyTable(
  table: TransferTable,
  begun: TableProgress = NOTHING,
  { source, target, signal, portionRows = PORTION_ROWS }: MoveOptions,
  heard: Heard,
): Promise<TableSeal | null> {
  if (begun.done) return null;
  const seal = sealing(table);
  let { rows: count, last } = begun;
  let keeping: Promise<void> = Promise.resolve();
  const keep = async (rows: readonly TransferRow[], done: boolean) => {
    await keeping;
    signal?.throwIfAborted();
    count += rows.length;
    last = rows.length > 0 ? keyOf(table, rows.at(-1) as TransferRow) : last;
    heard(table, rows.length);
    keeping = target.put(table, rows, { last, rows: count, done });
    // It is awaited before the next; until then nobody else hears of its failure.
    keeping.catch(() => undefined);
  };
  let portion: TransferRow[] = [];
  let characters = 0;
  try {
    for await (const rows of source.rows(table, last)) {
      seal.add(rows);
      for (const row of rows) {
        portion.push(row);
        for (const value of row) if (typeof value === 'string') characters += value.length;
        if (portion.length < portionRows && characters < PORTION_CHARACTERS) continue;
        await keep(portion, false);
        portion = [];
        characters = 0;
      }
    }
    await keep(portion, true);
  } finally {
    await keeping.catch(() => undefined);
  }
  await keeping;
  return begun.last === null ? seal.end() : null;
}

async function sealOf(
  from: Readable,
  table: TransferTable,
  signal?: AbortSignal,
  heard?: Heard,
): Promise<TableSeal> {
  const seal = sealing(table);
  for await (const rows of from.rows(table, null)) {
    signal?.throwIfAborted();
    seal.add(rows);
    heard?.(table, rows.length);
  }
  return seal.end();
}

async function compare(
  table: TransferTable,
  read: TableSeal | undefined,
  resumed: boolean,
  { source, target, signal }: MoveOptions,
  heard: Heard,
): Promise<TableSeal> {
  const [there, here] = await Promise.all([
    read ?? sealOf(source, table, signal),
    sealOf(target, table, signal, heard),
  ]);
  if (there.sha256 === here.sha256) return here;
  const why = resumed
    ? 'One of them was changed since the first attempt'
    : 'Something has changed one of them meanwhile, or does not keep what it is given';
  throw new MoveRefused(
    `${source.name} and ${target.name} differ: ${await firstDifference(table, source, target)}. ${why}. To move what is in the first as it is now, take an empty target.`,
  );
}

/** Which row is the first that is not on both sides alike. */
async function firstDifference(table: TransferTable, source: Readable, target: Readable): Promise<string> {
  const sides = [oneByOne(source.rows(table, null)), oneByOne(target.rows(table, null))] as const;
  try {
    for (;;) {
      const [there, here] = await Promise.all(sides.map((side) => side.next()));
      if (there?.done && here?.done) return `the table ${table.name}`;
      if (JSON.stringify(there?.value) !== JSON.stringify(here?.value)) {
        const row = (there?.done ? here?.value : there?.value) as TransferRow;
        return namedRow(table, row);
      }
    }
  } finally {
    for (const side of sides) await side.return(undefined);
  }
}

async function* oneByOne(
  portions: AsyncIterable<readonly TransferRow[]>,
): AsyncGenerator<TransferRow, undefined> {
  for await (const rows of portions) yield* rows;
}
