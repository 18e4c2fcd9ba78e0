import { initial } from './0001-initial/index.ts';
import { subtasksAndLists } from './0003-subtasks-and-lists/index.ts';
import { pageAsTracker } from './0004-page-as-tracker/index.ts';
import { codingAgents } from './0005-coding-agents/index.ts';
import { verifications } from './0006-verifications/index.ts';
import { imports } from './0007-imports/index.ts';
import { undo } from './0008-undo/index.ts';
import { undoOfTasks } from './0009-undo-of-tasks/index.ts';
import { fromImport } from './0010-from-import/index.ts';
import { externalMembers } from './0011-external-members/index.ts';
import { mergedMembers } from './0012-merged-members/index.ts';

/** The second change is SQLite's alone. */
const NONE = '';

/**
 * The schema changes of both engines, oldest first, in SQLite's dialect; adapter-postgres translates the types. Never edit
 * a released one.
 */
const SHARED: readonly string[] = [
  initial,
  NONE,
  subtasksAndLists,
  pageAsTracker,
  codingAgents,
  verifications,
  imports,
  undo,
  undoOfTasks,
  fromImport,
  externalMembers,
  mergedMembers,
];

/**
 * Every schema change of an engine, oldest first: the shared ones, each followed by the engine's own statements. A change
 * of one engine alone has no shared part.
 */
export const migrationsWith = (own: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(SHARED.length, own.length) }, (_, i) => `${SHARED[i] ?? ''}${own[i] ?? ''}`);

/** The changes of a migration to an existing database. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  /** The copy of the database from before; `null` without one. */
  readonly copy: string | null;
}

/** Thrown for a database from a newer version of Tandem, whose data this version might corrupt. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';

  constructor(version: number, max: number) {
    super(
      `The database has schema version ${version}; this Tandem knows up to ${max}. Run the newer Tandem.`,
    );
  }
}

/** Thrown for a database from before the first release, whose migrations no longer exist. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';

  constructor(version: number, min: number) {
    super(`The database has schema version ${version}; this Tandem reads ${min} and later. ${OPEN_IT_ONCE}`);
  }
}

const OPEN_IT_ONCE =
  'Start the last pre-release version of Tandem on it once, which updates it, or use a new database.';

/**
 * The migrations that a database of this version lacks. An empty database has version 0; the first migration brings it
 * to `first`. Throws `DatabaseTooNew` and `DatabaseTooOld`.
 */
export function missingMigrations(
  version: number,
  migrations: readonly string[],
  first: number,
): readonly string[] {
  const last = first + migrations.length - 1;
  if (version > last) throw new DatabaseTooNew(version, last);
  if (version === 0) return migrations;
  if (version < first) throw new DatabaseTooOld(version, first);
  return migrations.slice(version - first + 1);
}
