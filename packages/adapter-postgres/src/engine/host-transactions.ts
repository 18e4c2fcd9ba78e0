import {
  NESTED,
  oneAfterAnother,
  type RunUnit,
  type StorageTransaction,
  type Stores,
  transactionUnits,
  UnitOfWorkMisuse,
  type Units,
} from '@tandem/core';
import type pg from 'pg';
import type { Commit } from './commit-group.ts';
import { codeOf, isOfServer } from './errors.ts';
import { type HostConnection, hostConnection } from './host-connection.ts';
import { type HostUnitsOptions, hostUnits } from './host-units.ts';
import { notifying } from './notifier.ts';
import { hostOf } from './signals.ts';
import { translated, uncertain } from './unavailable.ts';
import { LIMITS_IN_USE } from './wire.ts';

export interface HostTransactionsOptions extends HostUnitsOptions {
  /** The pool of the host, or one for its transactions. */
  readonly pool: () => pg.Pool;
  /** Identifies this process among all writers of the database. */
  readonly name: string;
  readonly beforeAnswering: (commit: Commit) => void;
}

/** Transactions of units of work and statements of the host. */
export interface HostTransactions {
  transaction<T>(work: (transaction: StorageTransaction<pg.PoolClient>) => Promise<T>): Promise<T>;
  within(transaction: unknown): Units;
  /** Resolves when no transaction of `transaction` is running. */
  idle(): Promise<void>;
}

/** A client of the pool, with its first error. */
interface Taken {
  readonly client: pg.PoolClient;
  lost(): Error | undefined;
  lose(error: Error): void;
}

const WAITED_TOO_LONG = '25P03';

/** Why nothing was committed. */
const explained = (error: unknown): unknown =>
  codeOf(error) === WAITED_TOO_LONG ? new UnitOfWorkMisuse(NESTED) : translated(error);

/** A transaction without a limit of its own must not hold the lock of a workspace while it waits for something else. */
const BEGIN = `
  BEGIN;
  SELECT set_config('idle_in_transaction_session_timeout', '${LIMITS_IN_USE.idle_in_transaction_session_timeout}', true)
  WHERE current_setting('idle_in_transaction_session_timeout') = '0'`;

export function createHostTransactions(options: HostTransactionsOptions): HostTransactions {
  const { pool, nesting, name, beforeAnswering } = options;
  const running = new Set<Promise<unknown>>();
  /** Units on one connection run one at a time, however often the host joins it. */
  const joined = new WeakMap<HostConnection, Units>();
  const oneByOne = (run: RunUnit<Stores>) => transactionUnits<Stores>(run, oneAfterAnother());

  const onClient = async <T>(
    { client, lost, lose }: Taken,
    work: (transaction: StorageTransaction<pg.PoolClient>) => Promise<T>,
  ): Promise<T> => {
    const commits: Commit[] = [];
    const { units, between, during } = oneByOne(
      hostUnits(hostConnection(client), options, (unit) => commits.push(unit)),
    );
    await client.query(BEGIN).catch((error) => {
      throw translated(error);
    });
    let value: T;
    try {
      value = await nesting.run(() =>
        during(() => work({ ...units, host: (statements) => between(() => statements(client)) })),
      );
    } catch (error) {
      await client.query('ROLLBACK').catch(lose);
      throw error;
    }
    const error = lost();
    if (error) throw explained(error);
    await commitOn(client);
    for (const commit of commits) beforeAnswering(commit);
    return value;
  };

  const transaction = async <T>(
    work: (transaction: StorageTransaction<pg.PoolClient>) => Promise<T>,
  ): Promise<T> => {
    let client: pg.PoolClient;
    try {
      client = await pool().connect();
    } catch (error) {
      throw translated(error);
    }
    let lost: Error | undefined;
    const lose = (error: Error) => {
      lost ??= error;
    };
    client.on('error', lose);
    try {
      return await onClient({ client, lost: () => lost, lose }, work);
    } finally {
      client.off('error', lose);
      client.release(lost);
    }
  };

  return {
    transaction: async (work) => {
      const run = transaction(work);
      running.add(run);
      try {
        return await run;
      } finally {
        running.delete(run);
      }
    },
    within: (given) => {
      const host = hostConnection(given);
      const known = joined.get(host);
      if (known) return known;
      const { units } = oneByOne(
        hostUnits(host, options, ({ workspaceId, signalSeq, signals }, connection) => {
          // The server delivers it when the host commits.
          if (signals.length > 0)
            connection.later(...notifying(hostOf(name), [[workspaceId, signalSeq, signals]]));
        }),
      );
      joined.set(host, units);
      return units;
    },
    idle: async () => {
      await Promise.allSettled(running);
    },
  };
}

/** Thrown for a transaction whose statements had failed, so that the server could only roll it back. */
const ROLLED_BACK =
  'The transaction was rolled back, because a statement of the host had failed in it. Let the error pass, or use a savepoint.';

async function commitOn(client: pg.PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query('COMMIT'));
  } catch (error) {
    if (isOfServer(error)) throw explained(error);
    throw uncertain(error);
  }
  if (command !== 'COMMIT') throw new Error(ROLLED_BACK);
}
