import { type BadRowListener, type Migrated, type ProblemListener, reportedOnce } from '@tandem/adapter-sql';
import { NESTED, publisher, Refusal, type Storage, UnitOfWorkMisuse } from '@tandem/core';
import { createReader } from './engine/reader.ts';
import { snapshotsOf } from './engine/snapshots.ts';
import { type Connection, openConnection, type SqliteDatabase, shareConnection } from './engine/sqlite.ts';
import { translated } from './engine/unavailable.ts';
import { createWriter } from './engine/writer.ts';
import { migrate, watchSchema } from './migrations/index.ts';
import { mergeSegments } from './search.ts';
import { createDirectory } from './stores/directory.ts';

/** The database: a path, or an open database of the host. */
export type SqliteStorageOptions<Database extends SqliteDatabase = SqliteDatabase> = SqliteSettings &
  (
    | {
        /** The path of the database file, created if missing. `:memory:` is not allowed. */
        readonly file: string;
        readonly database?: undefined;
      }
    | {
        /**
         * An open better-sqlite3 database, with tables of the host or without. Tandem writes on this connection, sets
         * `journal_mode = WAL`, `synchronous = FULL` and `foreign_keys = ON` on it, and leaves it open when the storage is
         * closed.
         */
        readonly database: Database;
        readonly file?: undefined;
      }
  );

export interface SqliteSettings {
  /**
   * Maximum index entries that a page of the task list reads, 10,000 by default. Where filters with many matches rarely
   * intersect, the page then ends early, short or even empty, with a cursor to continue.
   */
  readonly pageEffort?: number | undefined;
  /** Tasks per search block (docs/decisions/0081): 4,096 by default. Must not change during the life of the file. */
  readonly blockSize?: number | undefined;
  /**
   * Copies an existing file before migrating it, to the same name with `.before-` and the new schema version, and keeps
   * the last two copies; true by default.
   */
  readonly copyBeforeMigrating?: boolean | undefined;
  /** Called after an existing file was migrated. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
  /** Called for each commit with its number of units of work. */
  readonly onCommit?: ((units: number) => void) | undefined;
  /**
   * Called once for each unreadable row: it holds a value that Tandem never writes. Lists omit it, and requests for it
   * are refused.
   */
  readonly onBadRow?: BadRowListener | undefined;
  /** Called when another version of Tandem has migrated the open file: units of work are refused from then on. */
  readonly onProblem?: ProblemListener | undefined;
}

/** Maximum time that a lock wait blocks the whole process. */
const BRIEFLY_MS = 20;

/**
 * A Storage on one SQLite file: one connection writes and one reads, and other processes may use the file too. Opens
 * and migrates synchronously; throws `DatabaseTooNew` for a newer file, `NoSpaceForCopy`, a TypeError for an invalid path, and the
 * driver's error for a file that cannot be opened.
 */
export function sqliteStorage<Database extends SqliteDatabase = SqliteDatabase>(
  options: SqliteStorageOptions<Database>,
): Storage<Database> {
  const { onCommit, onBadRow, onProblem, pageEffort, blockSize, copyBeforeMigrating = true } = options;
  const { file, database } = options;
  const shared = database !== undefined;
  const writing = shared ? shareConnection(database) : openFile(file);
  try {
    const migrated = migrate(writing, { copies: copyBeforeMigrating, shared });
    if (migrated) options.onMigrated?.(migrated);
  } catch (error) {
    writing.close();
    throw error;
  }
  // From here on, waiting for another process's lock must not block other requests.
  if (!shared) writing.exec(`PRAGMA busy_timeout = ${BRIEFLY_MS}`);
  const reading = writing.another('reader');
  const reportBadRow = reportedOnce(onBadRow ?? (() => undefined));
  const reader = createReader(reading, reportBadRow, { pageEffort, blockSize });
  // Keys are looked up outside any snapshot: the result is cached and must not be stale.
  const lookingUp = writing.another('reader');
  const directory = createDirectory(lookingUp, writing, reportBadRow);
  const snapshots = snapshotsOf(writing, reportBadRow);
  const signals = publisher();
  const schema = watchSchema(onProblem ?? (() => undefined));
  const writer = createWriter({
    connection: writing,
    reportBadRow,
    blockSize,
    shared,
    checkSchema: schema.check,
    beforeAnswering: ({ units, keyholdersChanged, signals: raised }) => {
      reader.endSnapshot();
      if (keyholdersChanged) directory.forget();
      if (units > 0) onCommit?.(units);
      signals.publish(raised);
    },
  });

  let closed = false;
  /** The writes at which the word index was merged. */
  let mergedAt = 0;
  /** Why a unit cannot begin; null if it can. */
  const hindrance = (): Error | null => {
    writer.settleHost();
    if (closed) return new Refusal('UNAVAILABLE', 'The service is stopping. Try again later.');
    const changed = schema.found();
    if (changed) return changed;
    // A writing unit occupies the event loop except in its rests, so a caller at this moment is inside it.
    return writer.busy() ? new UnitOfWorkMisuse(NESTED) : null;
  };

  /** Tells later if the reading unit at the time of the call is still running. */
  const nestedIn = (unit: object | null) => () => unit !== null && reader.holder() === unit;

  const joined = writer.within(() => {
    const hindered = hindrance();
    if (hindered) throw hindered;
  });

  return {
    read: async (workspaceId, work) => {
      const hindered = hindrance();
      if (hindered) throw hindered;
      return reader.read(workspaceId, work);
    },
    write: async (workspaceId, work) => {
      const hindered = hindrance();
      if (hindered) throw hindered;
      return writer.write(workspaceId, work, nestedIn(reader.holder()));
    },
    transaction: async (work) => {
      const hindered = hindrance();
      if (hindered) throw hindered;
      // The only database that the writer lends is the given one.
      return writer.transaction(work as never, nestedIn(reader.holder()));
    },
    within: (transaction) => {
      if (!shared || transaction !== writing.database) throw new TypeError(NOT_SHARED);
      return joined;
    },
    snapshot: async (workspaceId) => {
      const hindered = hindrance();
      if (hindered) throw hindered;
      return snapshots.open(workspaceId);
    },
    directory: {
      ...directory,
      keyholder: (keyId) => {
        writer.settleHost();
        return directory.keyholder(keyId);
      },
    },
    signals,
    maintain: async () => {
      for (let step = 0; step < MERGE_STEPS && writing.writes() !== mergedAt; step++) {
        const hindered = hindrance();
        if (hindered) throw hindered;
        const goesOn = await writer.write('', async () => mergeSegments(writing), NOT_NESTED);
        if (!goesOn) mergedAt = writing.writes();
      }
    },
    ping: async () => {
      try {
        reading.get('SELECT 1 FROM workspaces LIMIT 1', []);
        schema.check(reading);
      } catch (error) {
        throw translated(error);
      }
    },
    close: async () => {
      await writer.idle();
      closed = true;
      snapshots.close();
      lookingUp.close();
      reading.close();
      writing.close();
    },
  };
}

/** So many in a minute take a fifth of a second. */
const MERGE_STEPS = 20;
const NOT_NESTED = () => false;

const NOT_SHARED =
  'tandem.in() requires the database that was given to sqliteStorage({ database }). With a file, use tandem.transaction(async (tx) => …).';

/** SQLite creates a separate database per connection for these; a storage has several connections. */
const NO_FILES = ['', ':memory:'];

function openFile(file: string | undefined): Connection {
  if (typeof file === 'string' && !NO_FILES.includes(file.trim())) return openConnection(file, 'writer');
  throw new TypeError(
    'sqliteStorage requires the path of a file. To store everything in memory, use inMemoryStorage() of @tandem/core/in-memory.',
  );
}
