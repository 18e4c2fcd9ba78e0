import { type ProblemListener, schemaChanged } from '@tandem/adapter-sql';
import type { Refusal } from '@tandem/core';
import type { Connection } from '../engine/sqlite.ts';
import { work } from './0001-work.ts';
import { conversation } from './0002-conversation.ts';
import { removals } from './0003-removals.ts';
import { powers } from './0004-powers.ts';
import { invitations } from './0005-invitations.ts';
import { claims } from './0006-claims.ts';
import { usage } from './0007-usage.ts';
import { limits } from './0008-limits.ts';
import { intake } from './0009-intake.ts';
import { leanerIndexes } from './0010-leaner-indexes.ts';
import { answers } from './0011-answers.ts';
import { results } from './0012-results.ts';
import { events } from './0013-events.ts';
import { webhooks } from './0014-webhooks.ts';
import { search } from './0015-search.ts';
import { sessions } from './0016-sessions.ts';
import { answerTexts } from './0017-answer-texts.ts';
import { leaseChecks } from './0018-lease-checks.ts';
import { askers } from './0019-askers.ts';
import { lastClaims } from './0020-last-claims.ts';

/** Every schema change, oldest first. Never edit a released migration. */
export const MIGRATIONS: readonly string[] = [
  work,
  conversation,
  removals,
  powers,
  invitations,
  claims,
  usage,
  limits,
  intake,
  leanerIndexes,
  answers,
  results,
  events,
  webhooks,
  search,
  sessions,
  answerTexts,
  leaseChecks,
  askers,
  lastClaims,
];

/** The schema version of an up-to-date database. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Thrown for a file from a newer version of Tandem, whose data this version might corrupt. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';

  constructor(version: number) {
    super(
      `The database has schema version ${version}; this Tandem knows up to ${MIGRATIONS.length}. Run the newer Tandem.`,
    );
  }
}

interface Version {
  user_version: number;
}

export const schemaVersion = (connection: Connection): number =>
  connection.get<Version>('PRAGMA user_version', [])?.user_version ?? 0;

/** Detects that a command of another version has migrated the file while this process has it open. */
export function watchSchema(onProblem: ProblemListener) {
  let refusal: Refusal | null = null;
  return {
    /** The refusal of every unit of work, once a different schema was found. */
    found: () => refusal,
    /** Throws that refusal if the schema differs; takes microseconds. */
    check: (connection: Connection): void => {
      const version = schemaVersion(connection);
      if (version === SCHEMA_VERSION && !refusal) return;
      if (!refusal) {
        const error = new DatabaseTooNew(version);
        refusal = schemaChanged(error);
        onProblem({ error, refusesUnits: true });
      }
      throw refusal;
    },
  };
}

/**
 * Updates the schema: all missing migrations in one transaction, under the write lock. Of two processes one migrates,
 * and a failure leaves the database unchanged.
 */
export function migrate(connection: Connection, migrations: readonly string[] = MIGRATIONS): void {
  if (schemaVersion(connection) === migrations.length) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    const version = schemaVersion(connection);
    if (version > migrations.length) throw new DatabaseTooNew(version);
    for (const migration of migrations.slice(version)) connection.exec(migration);
    connection.exec(`PRAGMA user_version = ${migrations.length}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK');
    throw error;
  }
}
