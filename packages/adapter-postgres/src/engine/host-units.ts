import { type RunUnit, type Stores, UnitOfWorkMisuse } from '@tandem/core';
import type { Commit } from './commit-group.ts';
import { connectionOn, type SessionOptions, type UnitConnection } from './connection.ts';
import { ConnectionLost, codeOf } from './errors.ts';
import type { Outcome } from './group.ts';
import { keepHead, lockHead } from './head.ts';
import type { HostConnection } from './host-connection.ts';
import { hostWire } from './host-wire.ts';
import type { Nesting } from './nesting.ts';
import { runUnit } from './run-units.ts';
import { translated } from './unavailable.ts';
import type { Sending } from './wire.ts';

export interface HostUnitsOptions extends SessionOptions {
  readonly nesting: Nesting;
  /** The search path of Tandem's tables. */
  readonly searchPath: string;
  /** A new id for a commit, without blanks. */
  readonly nextId: () => string;
  /** Throws if units must not run. */
  readonly check: () => void;
}

/** Called before a unit with signals ends, in its transaction. */
type OnUnit = (unit: Commit, connection: UnitConnection<Sending>) => void;

const SAVEPOINT = 'SAVEPOINT tandem';
const RELEASE = 'RELEASE SAVEPOINT tandem';
const UNDO = 'ROLLBACK TO SAVEPOINT tandem';
/** Local to the transaction, and undone with the savepoint. */
const KEEP_PATH = `SELECT set_config('tandem.host_search_path', current_setting('search_path'), true)`;
const ENTER_PATH = `SELECT set_config('search_path', $1, true)`;
const LEAVE_PATH = `SELECT set_config('search_path', current_setting('tandem.host_search_path'), true)`;

const NO_TRANSACTION = '25P01';
const NOT_BEGUN =
  'The connection is in no transaction. Begin one first; after it has ended, its operations are gone.';

/**
 * Runs units of work in the transaction of a host, each in a savepoint. A writing unit locks its workspace until the
 * transaction ends.
 */
export function hostUnits(host: HostConnection, options: HostUnitsOptions, onUnit: OnUnit): RunUnit<Stores> {
  const { nesting, searchPath, check } = options;
  const connection = connectionOn(hostWire(host), options);
  const { session, wire } = connection;

  const enter = (workspaceId: string) => {
    connection.clear();
    session.workspaceId = workspaceId;
    session.keyholdersChanged = false;
    connection.later(SAVEPOINT);
    connection.later(KEEP_PATH);
    connection.later(ENTER_PATH, [searchPath]);
  };

  /** Locks the workspace; returns the function that stores what its units have changed. */
  const lock = (workspaceId: string) => {
    const begun = connection.writes();
    const locked = lockHead(connection, workspaceId, false).then((head) => {
      if (!head) throw new ConnectionLost('The head of the workspace is gone.');
      return head;
    });
    locked.catch(() => undefined);
    connection.count(() => locked.then(({ counters }) => counters));
    return async (outcome: Outcome & { readonly ok: true }) => {
      const head = await locked;
      const { signals } = outcome;
      const { keyholdersChanged } = session;
      if (connection.writes() === begun && signals.length === 0) return;
      const writer = options.nextId();
      keepHead(connection, workspaceId, head, { writer, signals: signals.length > 0, keyholdersChanged });
      const signalSeq = head.signalSeq + (signals.length > 0 ? 1 : 0);
      onUnit({ workspaceId, units: 1, keyholdersChanged, signals, signalSeq }, connection);
    };
  };

  const undo = async () => {
    if (wire.lost()) return;
    wire.cut();
    await wire.rows(UNDO).catch(() => undefined);
    connection.clear();
    await wire.rows(RELEASE).catch(() => undefined);
  };

  return async (workspaceId, work, kind) => {
    check();
    enter(workspaceId);
    const store = kind === 'write' ? lock(workspaceId) : noNumbers(connection);
    const outcome = await runUnit({ connection, nesting }, { work });
    try {
      if (!outcome.ok) throw outcome.error;
      await store(outcome);
      connection.later(LEAVE_PATH);
      await wire.rows(RELEASE);
      if (connection.failure()) throw connection.failure();
      return outcome.value as never;
    } catch (error) {
      const failure = connection.failure() ?? error;
      await undo();
      if (codeOf(failure) === NO_TRANSACTION) throw new UnitOfWorkMisuse(NOT_BEGUN);
      throw outcome.ok ? translated(failure) : error;
    }
  };
}

function noNumbers(connection: UnitConnection<Sending>) {
  connection.count(() => {
    throw new Error('A read-only unit of work requested a sequence number.');
  });
  return async () => undefined;
}
