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
import { lastClaims } from './0012-last-claims.ts';

/** Every schema change, oldest first. Never edit a released migration. */
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
  lastClaims,
];

/** The schema version of an up-to-date database. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Thrown for a database from a newer version of Tandem, whose data this version might corrupt. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';

  constructor(version: number) {
    super(
      `The database has schema version ${version}; this Tandem knows up to ${SCHEMA_VERSION}. Run the newer Tandem.`,
    );
  }
}

const UNDEFINED_TABLE = '42P01';
/** Errors of the slower of two processes that create the same table. */
const MADE_MEANWHILE = ['42P07', '23505', '42710'];

/**
 * Texts are compared bytewise, in any locale. The core, cursors of pages and SQLite use the same
 * order.
 */
const collated = (migration: string) => migration.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"');

/** Makes running servers check the schema right after a migration: a message of `engine/signals.ts` without signals. */
const NOTIFY_SERVERS = `NOTIFY tandem, '["migrations",[]]'`;

/** The schema version; 0 for an empty database. */
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
 * Updates the schema: all missing migrations in one transaction, under a lock on the table of applied migrations. Of
 * several servers that start together, one migrates and the others wait; a failure leaves the database unchanged. Other
 * clients continue as far as the migrations' locks allow.
 */
export async function migrate(wire: Wire, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  const before = await schemaVersion(wire);
  if (before === migrations.length) return;
  if (before === 0) await makeVersionTable(wire);
  // Other migrations may take any time.
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
