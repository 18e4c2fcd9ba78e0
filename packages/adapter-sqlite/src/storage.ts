import { type BadRowListener, type ProblemListener, reportedOnce } from '@tandem/adapter-sql';
import { NESTED, publisher, Refusal, type Storage, UnitOfWorkMisuse } from '@tandem/core';
import { createReader } from './engine/reader.ts';
import { openConnection } from './engine/sqlite.ts';
import { translated } from './engine/unavailable.ts';
import { createWriter } from './engine/writer.ts';
import { migrate, watchSchema } from './migrations/index.ts';
import { createDirectory } from './stores/directory.ts';

export interface SqliteStorageOptions {
  /** The path of the database file; it is made when it is not there. `:memory:` is none. */
  readonly file: string;
  /**
   * How many entries of its indexes a page of the task list may look at, 10,000 unless it is given. Where filters
   * that each match many tasks hardly meet, the page then ends early, short or even empty, and tells where to go on.
   */
  readonly pageEffort?: number | undefined;
  /** How many tasks share a block of the search (docs/decisions/0081): 4,096, and the same for as long as the file lives. */
  readonly blockSize?: number | undefined;
  /** Told of each commit: how many units of work shared it. */
  readonly onCommit?: ((units: number) => void) | undefined;
  /**
   * Told of a row that cannot be read, once for each: it holds what Tandem never writes. It is left out of lists
   * meanwhile, and refused alone.
   */
  readonly onBadRow?: BadRowListener | undefined;
  /** Called when another version of Tandem has migrated the open file: from then on units of work are refused. */
  readonly onProblem?: ProblemListener | undefined;
}

/** How long the whole process waits for a lock at a time. */
const BRIEFLY_MS = 20;

/**
 * A Storage on one SQLite file: one connection writes, one reads, and both may be shared with other
 * processes on the same file. Opens and migrates at once; throws `DatabaseTooNew` for a file of a newer
 * version, a TypeError for a path that is none, and the driver's error for a file that cannot be opened.
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  const { file, onCommit, onBadRow, onProblem, pageEffort, blockSize } = options;
  checkIsFile(file);
  const writing = openConnection(file, 'writer');
  try {
    migrate(writing);
  } catch (error) {
    writing.close();
    throw error;
  }
  // From here on a lock of another process is waited for without holding up everybody else.
  writing.exec(`PRAGMA busy_timeout = ${BRIEFLY_MS}`);
  const reading = openConnection(file, 'reader');
  const reportBadRow = reportedOnce(onBadRow ?? (() => undefined));
  const reader = createReader(reading, reportBadRow, { pageEffort, blockSize });
  // Keys are looked up apart from any snapshot: what is looked up is kept, and must not be old.
  const lookingUp = openConnection(file, 'reader');
  const directory = createDirectory(lookingUp, writing, reportBadRow);
  const signals = publisher();
  const schema = watchSchema(onProblem ?? (() => undefined));
  const writer = createWriter(
    writing,
    reportBadRow,
    ({ units, keyholdersChanged, signals: raised }) => {
      reader.endSnapshot();
      if (keyholdersChanged) directory.forget();
      if (units > 0) onCommit?.(units);
      signals.publish(raised);
    },
    undefined,
    blockSize,
    schema.check,
  );

  let closed = false;
  /** Why a unit cannot be begun now, if it cannot. */
  const hindrance = (): Error | null => {
    if (closed) return new Refusal('UNAVAILABLE', 'The service is stopping. Try again later.');
    const changed = schema.found();
    if (changed) return changed;
    // A writing unit fills its turn of the event loop, so whoever asks now stands inside it.
    return writer.busy() ? new UnitOfWorkMisuse(NESTED) : null;
  };

  return {
    read: async (workspaceId, work) => {
      const hindered = hindrance();
      if (hindered) throw hindered;
      return reader.read(workspaceId, work);
    },
    write: async (workspaceId, work) => {
      const hindered = hindrance();
      if (hindered) throw hindered;
      const unit = reader.holder();
      return writer.write(workspaceId, work, () => unit !== null && reader.holder() === unit);
    },
    directory,
    signals,
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
      lookingUp.close();
      reading.close();
      writing.close();
    },
  };
}

/** SQLite makes a database of its own for each connection to these; a storage has several. */
const NO_FILES = ['', ':memory:'];

function checkIsFile(file: string): void {
  if (typeof file === 'string' && !NO_FILES.includes(file.trim())) return;
  throw new TypeError(
    'sqliteStorage needs the path of a file. To keep everything in memory, use inMemoryStorage() of @tandem/core/in-memory.',
  );
}
