import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem } from '@tandem/core';
import Database from 'better-sqlite3';
import { databaseIn } from '../../seed.ts';
import { type Dataset, sizesAt } from '../dataset.ts';
import { inBulk } from './bulk.ts';
import { addEverything } from './dataset-rows.ts';
import { makeOwners, type Owners } from './owners.ts';

/** A dataset that was made, and the folder that its closed database lies in. */
export interface SeededDataset {
  readonly folder: string;
  readonly dataset: Dataset;
}

const ESTATE = 'dataset.json';

/**
 * A dataset of this scale: from the folder of an earlier run, or created if the schema or the seeding code has changed
 * since. Outdated datasets of the same scale are deleted.
 */
export async function seededDataset(
  folder: string,
  scale: number,
  note: (text: string) => void,
): Promise<SeededDataset> {
  mkdirSync(folder, { recursive: true });
  const kind = `scale-${scale}-`;
  const place = join(folder, kind + (await fingerprint(folder)));
  if (!existsSync(join(place, ESTATE))) {
    note(`making a workspace of scale ${scale} in ${place}`);
    for (const name of readdirSync(folder)) {
      if (name.startsWith(kind)) rmSync(join(folder, name), { recursive: true, force: true });
    }
    const making = `${place}.${process.pid}`;
    mkdirSync(making);
    writeFileSync(join(making, ESTATE), JSON.stringify(await makeEstate(making, scale)));
    renameSync(making, place);
  }
  return { folder: place, dataset: JSON.parse(readFileSync(join(place, ESTATE), 'utf8')) };
}

/** A hash of the schema and of the modules in this folder, which write the dataset. */
async function fingerprint(folder: string): Promise<string> {
  const empty = join(folder, `empty-${process.pid}.db`);
  await sqliteStorage({ file: empty }).close();
  const database = new Database(empty);
  const schema = database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').pluck().all();
  database.close();
  rmSync(empty);
  const hash = createHash('sha256').update(JSON.stringify([schema, sizesAt(1)]));
  const modules = readdirSync(import.meta.dirname).filter(
    (name) => /\.[jt]s$/.test(name) && !/\.d\.ts$/.test(name),
  );
  for (const name of modules.sort()) hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 12);
}

async function makeEstate(folder: string, scale: number): Promise<Dataset> {
  const file = databaseIn(folder);
  const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ file }) });
  let owners: Owners;
  try {
    owners = await makeOwners(tandem);
  } finally {
    await tandem.close();
  }
  const database = new Database(file);
  try {
    // Nothing is lost with a file that is made only to be thrown away when it is not finished.
    for (const setting of [
      'journal_mode = MEMORY',
      'synchronous = OFF',
      'cache_size = -524288',
      'foreign_keys = OFF',
    ]) {
      database.pragma(setting);
    }
    const dataset = withoutIndexes(database, () =>
      inBulk(database, owners.workspaceId, (bulk) => addEverything(bulk, owners, sizesAt(scale))),
    );
    checkWhole(database);
    database.pragma('journal_mode = WAL');
    return dataset;
  } finally {
    database.close();
  }
}

/** An index that is made at the end takes a fraction of the time of one that each row is entered in. */
function withoutIndexes<T>(database: Database.Database, work: () => T): T {
  const indexes = database
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all();
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  const done = work();
  for (const { sql } of indexes) database.exec(sql);
  return done;
}

function checkWhole(database: Database.Database): void {
  const [broken] = database.pragma('foreign_key_check') as { table: string; parent: string }[];
  if (broken) throw new Error(`A row of ${broken.table} refers to nothing in ${broken.parent}.`);
}
