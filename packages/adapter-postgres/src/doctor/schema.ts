import { TRANSFER_TABLES } from '@tandem/adapter-sql';
import { LIMITS_IN_USE, openWire, type Wire } from '../engine/wire.ts';
import { MIGRATIONS, SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { explained, shownUrl } from '../transfer/refusals.ts';

/** A schema problem, with its remedy. */
export interface Flaw {
  readonly problem: string;
  readonly remedy: string;
}

const INDEXES = `
  SELECT c.relname, i.indisvalid AND i.indisready FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = current_schema()::regnamespace`;
const UNVALIDATED = `
  SELECT conrelid::regclass::text, conname FROM pg_constraint
  WHERE connamespace = current_schema()::regnamespace AND NOT convalidated`;
const UNENFORCED = `
  SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger
  WHERE tgisinternal AND tgenabled = 'D' AND tgrelid IN (
    SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`;
const COLUMNS = `
  SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`;

const RECREATE = 'Create it as in the migrations of this version, or move the rows to a new database.';

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
  const indexes = new Map((await wire.rows(INDEXES)).map(([index, isValid]) => [index, isValid === 1]));
  for (const index of expectedIndexes()) {
    const isValid = indexes.get(index);
    if (isValid === undefined)
      flaws.push({ problem: `Schema: the index ${index} is missing.`, remedy: RECREATE });
    else if (!isValid)
      flaws.push({
        problem: `Schema: the index ${index} is invalid.`,
        remedy: `Run REINDEX INDEX ${index}.`,
      });
  }
  const columns = new Set((await wire.rows(COLUMNS)).map(([table, column]) => `${table}.${column}`));
  for (const { name, columns: expected } of TRANSFER_TABLES) {
    for (const column of expected) {
      if (!columns.has(`${name}.${column}`))
        flaws.push({
          problem: `Schema: the column ${column} of ${name} is missing.`,
          remedy: 'Restore the database from a backup.',
        });
    }
  }
  for (const [table, constraint] of await wire.rows(UNVALIDATED)) {
    flaws.push({
      problem: `Schema: the constraint ${constraint} of ${table} is not validated.`,
      remedy: `Run ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}.`,
    });
  }
  for (const [table] of await wire.rows(UNENFORCED)) {
    flaws.push({
      problem: `Schema: the foreign keys of ${table} are not enforced.`,
      remedy: `Run ALTER TABLE ${table} ENABLE TRIGGER ALL.`,
    });
  }
  return flaws;
}
