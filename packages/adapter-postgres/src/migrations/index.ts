import { type Migrated, migrationsWith, missingMigrations } from '@tandem/adapter-sql';
import { codeOf } from '../engine/errors.ts';
import type { Wire } from '../engine/wire.ts';
import { initial } from './0001-initial.ts';

/** SQLite's types and options of tables. Texts are compared bytewise, in any locale, as in the core and in SQLite. */
const TRANSLATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bINTEGER\b/g, 'BIGINT'],
  [/\bREAL\b/g, 'DOUBLE PRECISION'],
  [/\bTEXT\b/g, 'TEXT COLLATE "C"'],
  [/\) STRICT(, WITHOUT ROWID)?;/g, ');'],
];
const translated = (sql: string) => TRANSLATIONS.reduce((text, [from, to]) => text.replace(from, to), sql);

/** Every schema change, oldest first. Never edit a released migration. */
export const MIGRATIONS: readonly string[] = migrationsWith([initial]).map(translated);

/** The version that the first migration creates. Lower ones are from before the first release. */
const FIRST_VERSION = 12;

/** The schema version of an up-to-date database. */
export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;

/**
 * The lowest schema version whose servers can use the current schema, so that they keep running during a deploy. Raise
 * it to the version of a migration that they can't use (docs/releasing.md).
 */
const COMPATIBLE_FROM = FIRST_VERSION + 5;

const UNDEFINED_TABLE = '42P01';
/** Errors of the slower of two processes that create the same table. */
const CREATED_CONCURRENTLY = ['42P07', '23505', '42710'];

/** Makes running servers check the schema right after a migration: a message of `engine/signals.ts` without signals. */
const NOTIFY_SERVERS = `NOTIFY tandem, '["migrations",[]]'`;

/** The schema of a database. */
export interface SchemaFound {
  /** 0 for an empty database. */
  readonly version: number;
  /** Whether servers of this schema version can use it: it has the same version, or a newer, compatible one. */
  readonly usable: boolean;
}

/** Reads `schema_version`, which lists the versions whose servers can use the database; the highest is its own. */
export async function findSchema(wire: Wire, own = SCHEMA_VERSION): Promise<SchemaFound> {
  try {
    const versions = (await wire.rows('SELECT version FROM schema_version')).map(([version]) =>
      Number(version),
    );
    return { version: Math.max(0, ...versions), usable: versions.includes(own) };
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return { version: 0, usable: false };
    throw error;
  }
}

export const schemaVersion = async (wire: Wire): Promise<number> => (await findSchema(wire)).version;

export interface MigrateOptions {
  readonly migrations?: readonly string[];
  readonly compatibleFrom?: number;
}

/**
 * Updates the schema: all missing migrations in one transaction, under a lock on the table of applied migrations. Of
 * several servers that start together, one migrates and the others wait; a failure leaves the database unchanged. Other
 * clients continue as far as the migrations' locks allow. Returns `null` for a new or usable database. Throws
 * `DatabaseTooNew` and `DatabaseTooOld`.
 */
export async function migrate(
  wire: Wire,
  { migrations = MIGRATIONS, compatibleFrom = COMPATIBLE_FROM }: MigrateOptions = {},
): Promise<Migrated | null> {
  const to = FIRST_VERSION + migrations.length - 1;
  const before = await findSchema(wire, to);
  if (before.usable) return null;
  if (before.version === 0) await makeVersionTable(wire);
  // Other migrations may take any time.
  await wire.script('BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
  try {
    await wire.script('LOCK TABLE schema_version IN SHARE ROW EXCLUSIVE MODE');
    const { version: from, usable } = await findSchema(wire, to);
    const missing = usable ? [] : missingMigrations(from, migrations, FIRST_VERSION);
    for (const migration of missing) await wire.script(migration);
    if (missing.length > 0) {
      await wire.script(`
        DELETE FROM schema_version;
        INSERT INTO schema_version SELECT generate_series(${Math.min(compatibleFrom, to)}, ${to})`);
      await wire.script(NOTIFY_SERVERS);
    }
    await wire.script('COMMIT');
    return from > 0 && missing.length > 0 ? { from, to, copy: null } : null;
  } catch (error) {
    await wire.script('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

const makeVersionTable = (wire: Wire) =>
  makeOnce(wire, 'CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');

/** Creates a schema that is missing; an existing one needs no privilege to create schemas. */
export async function createSchema(wire: Wire, name: string): Promise<void> {
  const found = await wire.rows('SELECT 1 FROM pg_namespace WHERE nspname = $1', [name]);
  if (found.length === 0) await makeOnce(wire, `CREATE SCHEMA IF NOT EXISTS "${name}"`);
}

async function makeOnce(wire: Wire, statement: string): Promise<void> {
  try {
    await wire.script(statement);
  } catch (error) {
    if (!CREATED_CONCURRENTLY.includes(codeOf(error))) throw error;
  }
}
