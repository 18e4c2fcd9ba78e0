import type { FileContents } from './files/file.ts';
import { peopleUseCases } from './members/use-cases/people.ts';
import { operatorUseCases } from './operator/use-cases/operator.ts';
import type { SteadyPorts, Storage, Units } from './ports.ts';
import { UnitOfWorkMisuse } from './shared/unit-of-work.ts';
import { nested, portsWithin, type Subjects, subjectsWithin } from './subjects.ts';
import type { Waits } from './waits/waits.ts';

/** The operations, bound to a transaction that the host has begun and ends itself. */
export interface Operations extends Subjects {
  readonly operator: ReturnType<typeof operatorUseCases>;
  readonly people: ReturnType<typeof peopleUseCases>;
}

/** The operations, bound to a transaction that Tandem begins and ends. */
export interface Transaction<Host = unknown> extends Operations {
  /** Runs the host's own statements in the transaction; returns the result of `statements`. */
  host<T>(statements: (connection: Host) => T): T;
}

const refuseFiles = () => {
  throw new UnitOfWorkMisuse(
    'The contents of a file cannot be stored or read inside a transaction. Upload the file before the transaction, and attach it inside.',
  );
};

/** Contents are stored outside the database, so that no rollback would remove them. */
const NO_CONTENTS: FileContents = {
  write: async () => refuseFiles(),
  read: refuseFiles,
  delete: async () => refuseFiles(),
  olderThan: refuseFiles,
};

const NO_JOINING =
  'This storage cannot join a transaction of the host. Run the operations in tandem.transaction(async (tx) => …).';

/** Operations that commit together with the host's own statements (docs/embedding.md, Use your own transaction). */
export function transactionsOver<Host>(ports: SteadyPorts, waits: Waits) {
  const storage = ports.storage as Storage<Host>;
  const operationsIn = (units: Units, afterCommit: SteadyPorts['afterCommit']): Operations => {
    const inside = { ...ports, contents: ports.contents && NO_CONTENTS, afterCommit };
    return Object.assign(subjectsWithin(inside, waits, units), {
      operator: operatorUseCases(portsWithin(inside, units), { exclusively: nested }),
      people: peopleUseCases(portsWithin(inside, units)),
    });
  };

  return {
    /**
     * The operations, bound to a transaction that the host has begun: both commit, or neither does. A refused operation
     * leaves the transaction usable. `after` hooks do not run, because Tandem does not see the commit. Throws a TypeError
     * for a connection that the storage cannot use.
     */
    in: (transaction: unknown): Operations => {
      if (!storage.within) throw new TypeError(NO_JOINING);
      return operationsIn(storage.within(transaction), async () => undefined);
    },
    /**
     * Runs `work` in a transaction that commits when its promise resolves, and rolls back when it rejects. `work` may
     * await only operations of `tx`, and on PostgreSQL its statements; anything else is refused as `UnitOfWorkMisuse`.
     */
    transaction: async <T>(work: (tx: Transaction<Host>) => Promise<T>): Promise<T> => {
      const later: (() => Promise<void>)[] = [];
      const result = await storage.transaction(async (transaction) =>
        work(
          Object.assign(
            operationsIn(transaction, async (hook) => void later.push(hook)),
            { host: <R>(statements: (connection: Host) => R): R => transaction.host(statements) },
          ),
        ),
      );
      for (const hook of later) await hook();
      return result;
    },
  };
}
