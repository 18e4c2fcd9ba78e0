import { codeOf } from '../engine/errors.ts';
import type { Wire } from '../engine/wire.ts';
import { work } from './0001-work.ts';
import { tasks } from './0002-tasks.ts';
import { files } from './0003-files.ts';
import { chats } from './0004-chats.ts';
import { log } from './0005-log.ts';
import { servers } from './0006-servers.ts';
import { search } from './0007-search.ts';
import { sessions } from './0008-sessions.ts';
import { answerTexts } from './0009-answer-texts.ts';
import { leaseChecks } from './0010-lease-checks.ts';
import { askers } from './0011-askers.ts';

/** Every change of the schema, oldest first. A migration that has been released is never edited. */
export const MIGRATIONS: readonly string[] = [
  work,
  tasks,
  files,
  chats,
  log,
  servers,
  search,
  sessions,
  answerTexts,
  leaseChecks,
  askers,
];

/** The version of the schema that a database has once it is up to date. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Thrown when the database was written by a newer Tandem, whose data this one might harm. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';

  constructor(version: number) {
    super(
      `The database has schema version ${version}; this Tandem knows up to ${SCHEMA_VERSION}. Run the newer Tandem.`,
    );
  }
}

const UNDEFINED_TABLE = '42P01';
/** Of two who make the same table at once, the later one fails with one of these. */
const MADE_MEANWHILE = ['42P07', '23505', '42710'];

/**
 * Texts are compared by their bytes, whatever the language of the database: that is the order in which the core has
 * them, in which a page goes on after another, and in which SQLite has the same rows.
 */
const collated = (migration: string) => migration.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"');

/** Has running servers look at the schema as soon as it is migrated: a message of `engine/signals.ts` without signals. */
const NOTIFY_SERVERS = `NOTIFY tandem, '["migrations",[]]'`;

/** The version of the schema; 0 for an empty database. */
export async function schemaVersion(wire: Wire): Promise<number> {
  try {
    const [row] = await wire.rows('SELECT version FROM schema_version');
    return Number(row?.[0] ?? 0);
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

/**
 * Brings the schema up to date: all missing migrations in one transaction, under a lock on the table that says which
 * there are, so that of several servers that start at once one migrates while the others wait, and a failure leaves the
 * database as it was. Whoever reads and writes by the schema as it is goes on meanwhile, as far as the migrations let them.
 */
export async function migrate(wire: Wire, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  const before = await schemaVersion(wire);
  if (before === migrations.length) return;
  if (before === 0) await makeVersionTable(wire);
  // The others may take as long as they need.
  await wire.script('BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
  try {
    await wire.script('LOCK TABLE schema_version IN SHARE ROW EXCLUSIVE MODE');
    const version = await schemaVersion(wire);
    if (version > migrations.length) throw new DatabaseTooNew(version);
    for (const migration of migrations.slice(version)) await wire.script(collated(migration));
    await wire.script(`DELETE FROM schema_version; INSERT INTO schema_version VALUES (${migrations.length})`);
    await wire.script(NOTIFY_SERVERS);
    await wire.script('COMMIT');
  } catch (error) {
    await wire.script('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function makeVersionTable(wire: Wire): Promise<void> {
  try {
    await wire.script('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');
  } catch (error) {
    if (!MADE_MEANWHILE.includes(codeOf(error))) throw error;
  }
}
