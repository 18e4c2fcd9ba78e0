import { createHash } from 'node:crypto';
import type { MoveIdentity, MoveSource, MoveTarget, Readable, TableProgress } from './endpoints.ts';
import { MoveRefused, sealing, sealOfAll, type TableSeal } from './seal.ts';
import { keyOf, namedRow, TRANSFER_TABLES, type TransferRow, type TransferTable } from './tables.ts';

export interface MoveOptions {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  readonly signal?: AbortSignal;
  readonly onProgress?: (at: MoveProgress) => void;
  /** Rows per transaction of the target, 5,000 by default; fewer if they are large. */
  readonly batchRows?: number;
}

export interface MoveProgress {
  readonly doing: 'copied' | 'compared';
  /** The current table. */
  readonly table: string;
  /** Rows of all tables. */
  readonly rows: number;
  readonly of: number;
}

export interface Moved {
  /** The seal over all rows, equal on both sides. */
  readonly seal: string;
  readonly rows: number;
  /** Rows that an earlier attempt had already copied. */
  readonly before: number;
}

/** A batch is one transaction of the target, and is held in memory. */
const BATCH_ROWS = 5_000;
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/**
 * Copies all rows of the source that an earlier attempt has not copied, then reads both sides and compares their seals.
 * Throws `MoveRefused` with the table and row of the first difference. Does not finish the target.
 */
export async function moveRows(options: MoveOptions): Promise<Moved> {
  const { source, target } = options;
  const progress = await target.begin(await identityOf(source));
  const resumed = progress.size > 0;
  const counts = await Promise.all(TRANSFER_TABLES.map((table) => source.count(table)));
  const of = counts.reduce((sum, count) => sum + count, 0);
  const before = [...progress.values()].reduce((sum, { rows }) => sum + rows, 0);
  const reporting = (doing: MoveProgress['doing'], begun: number) => {
    let done = begun;
    return (table: TransferTable, rows: number) => {
      done += rows;
      options.onProgress?.({ doing, table: table.name, rows: done, of });
    };
  };

  /** The seals of the tables that this attempt has read from the start. */
  const read = new Map<string, TableSeal>();
  const copied = reporting('copied', before);
  for (const table of TRANSFER_TABLES) {
    const seal = await copyTable(table, progress.get(table.name), options, copied);
    if (seal) read.set(table.name, seal);
  }
  const seals: TableSeal[] = [];
  const compared = reporting('compared', 0);
  for (const table of TRANSFER_TABLES) {
    seals.push(await compare(table, read.get(table.name), resumed, options, compared));
  }
  return { seal: sealOfAll(seals), rows: seals.reduce((sum, { rows }) => sum + rows, 0), before };
}

/** A digest of the workspaces; null if there are none. */
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
    throw new MoveRefused(`${source.name} contains no workspaces: there is nothing to move.`);
  }
  return { workspaces, form: createHash('sha256').update(JSON.stringify(TRANSFER_TABLES)).digest('hex') };
}

type Heard = (table: TransferTable, rows: number) => void;

const NOTHING: TableProgress = { last: null, rows: 0, done: false };

/**
 * Copies the missing rows; returns the table's seal if all of it was read. The next batch is read while one is written.
 */
async function copyTable(
  table: TransferTable,
  begun: TableProgress = NOTHING,
  { source, target, signal, batchRows = BATCH_ROWS }: MoveOptions,
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
    // It is awaited before the next batch; this avoids an unhandled rejection until then.
    keeping.catch(() => undefined);
  };
  let batch: TransferRow[] = [];
  let characters = 0;
  try {
    for await (const rows of source.rows(table, last)) {
      seal.add(rows);
      for (const row of rows) {
        batch.push(row);
        for (const value of row) if (typeof value === 'string') characters += value.length;
        if (batch.length < batchRows && characters < BATCH_CHARACTERS) continue;
        await keep(batch, false);
        batch = [];
        characters = 0;
      }
    }
    await keep(batch, true);
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
    : 'One of them was changed during the move, or does not store data correctly';
  throw new MoveRefused(
    `${source.name} and ${target.name} differ: ${await firstDifference(table, source, target)}. ${why}. To move the current data of the first, use an empty target.`,
  );
}

/** Names the first row that differs between the sides. */
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
  batches: AsyncIterable<readonly TransferRow[]>,
): AsyncGenerator<TransferRow, undefined> {
  for await (const rows of batches) yield* rows;
}
