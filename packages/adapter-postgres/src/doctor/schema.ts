import { TRANSFER_TABLES } from '@tandem/adapter-sql';
import { LIMITS_IN_USE, openWire, type Wire } from '../engine/wire.ts';
import { MIGRATIONS, SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { explained, shownUrl } from '../transfer/refusals.ts';

/** A schema problem, with its remedy. */
export interface Flaw {
  readonly what: string;
  readonly todo: string;
}

const INDEXES = `
  SELECT c.relname, i.indisvalid AND i.indisready FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = current_schema()::regnamespace`;
const UNTRIED = `
  SELECT conrelid::regclass::text, conname FROM pg_constraint
  WHERE connamespace = current_schema()::regnamespace AND NOT convalidated`;
const UNHELD = `
  SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger
  WHERE tgisinternal AND tgenabled = 'D' AND tgrelid IN (
    SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`;
const COLUMNS = `
  SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`;

const ANEW = "Recreate it as in this version's migrations, or move the rows to a new database.";

/**
 * Checks that the tables, columns, indexes and references of a database exist and are valid, while servers may be
 * running. Throws `MoveRefused` if the database cannot be examined. Does not check the rows.
 */
export async function examineSchema(
  url: string,
): Promise<{ readonly version: number; readonly flaws: readonly Flaw[] }> {
  const name = shownUrl(url);
  let wire: Wire | undefined;
  try {
    wire = await openWire({ url, purpose: 'doctor' }, LIMITS_IN_USE);
    const version = await schemaVersion(wire);
    return { version, flaws: version === SCHEMA_VERSION ? await flawsIn(wire) : [] };
  } catch (error) {
    throw explained(error, name);
  } finally {
    await wire?.close().catch(() => undefined);
  }
}

/** The indexes that the migrations create and don't drop later. */
function expectedIndexes(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, change, name] of MIGRATIONS.join('\n').matchAll(/(CREATE|DROP) (?:UNIQUE )?INDEX (\w+)/g)) {
    if (change === 'CREATE') names.add(name as string);
    else names.delete(name as string);
  }
  return names;
}

async function flawsIn(wire: Wire): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  const indexes = new Map((await wire.rows(INDEXES)).map(([index, works]) => [index, works === 1]));
  for (const index of expectedIndexes()) {
    const works = indexes.get(index);
    if (works === undefined) flaws.push({ what: `The index ${index} is missing.`, todo: ANEW });
    else if (!works)
      flaws.push({ what: `The index ${index} is not in use.`, todo: `REINDEX INDEX ${index}.` });
  }
  const columns = new Set((await wire.rows(COLUMNS)).map(([table, column]) => `${table}.${column}`));
  for (const { name, columns: expected } of TRANSFER_TABLES) {
    for (const column of expected) {
      if (!columns.has(`${name}.${column}`))
        flaws.push({ what: `The column ${column} of ${name} is missing.`, todo: 'Restore the database.' });
    }
  }
  for (const [table, constraint] of await wire.rows(UNTRIED)) {
    flaws.push({
      what: `The constraint ${constraint} of ${table} was not validated on its rows.`,
      todo: `ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}.`,
    });
  }
  for (const [table] of await wire.rows(UNHELD)) {
    flaws.push({
      what: `Foreign keys of ${table} are not enforced.`,
      todo: `ALTER TABLE ${table} ENABLE TRIGGER ALL.`,
    });
  }
  return flaws;
}
