import { codeOf, explained, openKnown, Refused } from '../backup/known.ts';
import { sealOf } from '../backup/seal.ts';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { REPAIRABLE } from './checks.ts';
import { FUNCTIONS } from './derived.ts';
import { runChecks, type Store } from './doctor.ts';
import { type Check, type Finding, fixed, PAUSE, RESTORE, type Unreadable, wrong } from './finding.ts';
import { flawedIndex, integrityFlaws, isOriginalData, schema } from './structure.ts';
import { unreadableIn } from './values.ts';

export interface RepairOptions {
  /** A database that no other process has open. */
  readonly file: string;
  /** The store of file contents, checked at the end. */
  readonly store?: Store;
}

/**
 * Rebuilds derived data, each kind in one transaction, and then runs all checks: remaining problems cannot be repaired.
 * Data derived from unreadable rows is skipped. Throws `Refused` without changing anything for a database that is in
 * use, a backup, of another version, or damaged in original data; and `DatabaseTooNew`.
 */
export async function* repair({ file, store }: RepairOptions): AsyncGenerator<Finding> {
  refuseOthers(file);
  const connection = openExclusively(file);
  try {
    connection.define('fold', FUNCTIONS.fold);
    yield* repairIndexes(connection, file);
    const unreadable = unreadableIn(connection);
    for (const check of REPAIRABLE) yield* repairOne(connection, check, unreadable);
    yield* runChecks(connection, store);
  } finally {
    connection.close();
  }
}

function refuseOthers(file: string): void {
  const connection = openKnown(file);
  try {
    if (sealOf(connection) !== null) {
      throw new Refused(
        `${file} is a backup and cannot be repaired. Restore it, then repair the data folder.`,
      );
    }
    if (schemaVersion(connection) !== SCHEMA_VERSION) {
      throw new Refused(`${file} is from an older version. Start the server on it once, then try again.`);
    }
  } finally {
    connection.close();
  }
}

function openExclusively(file: string): Connection {
  try {
    return openConnection(file, 'repairer');
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(codeOf(error))) {
      throw new Refused(`Another process has ${file} open. Stop the server, and try again.`);
    }
    throw explained(error, file);
  }
}

/** Maximum problems listed before anything is changed; with more, the list of index problems would be incomplete. */
const MAX_FLAWS = 100;

/** Indexes are repaired first, because all other checks use them. */
function* repairIndexes(on: Connection, file: string): Generator<Finding> {
  const beyond = (what: string) => new Refused(`${file} is damaged beyond repair: ${what}. ${RESTORE}`);
  const look = () => [...integrityFlaws(on, MAX_FLAWS)].filter((flaw) => flaw !== PAUSE);
  const flaws = look();
  const deep = flaws.find(isOriginalData);
  if (deep !== undefined) throw beyond(deep);
  const [strange] = [...schema.find(on)].filter(
    (finding) => finding !== PAUSE && finding.state === 'wrong' && !finding.repairable,
  );
  if (strange) throw beyond('a table is missing or was changed by another program');
  for (const index of new Set(flaws.map(flawedIndex))) {
    if (index === null) continue;
    yield* inTransaction(on, `The index ${index}`, function* () {
      on.exec(`REINDEX "${index}"`);
      yield fixed(`The index ${index} was recreated.`);
    });
  }
  if (flaws.length === 0) return;
  const left = look().find(isOriginalData);
  if (left !== undefined) throw beyond(left);
}

function* repairOne(
  on: Connection,
  { name, repair: run }: Check,
  unreadable: Unreadable,
): Generator<Finding> {
  if (run) yield* inTransaction(on, name, () => run(on, unreadable));
}

/** Contradictory data, such as two rows with one name, cannot be repaired and is left alone. */
function* inTransaction(on: Connection, name: string, run: () => Iterable<Finding>): Generator<Finding> {
  on.exec('BEGIN IMMEDIATE');
  let done: Finding[];
  try {
    done = [...run()];
    on.exec('COMMIT');
  } catch (error) {
    if (on.inTransaction()) on.exec('ROLLBACK');
    if (!codeOf(error).startsWith('SQLITE_CONSTRAINT')) throw error;
    done = [wrong(`${name} could not be repaired: ${(error as Error).message}. ${RESTORE}`)];
  }
  yield* done;
}
