/** Thrown when a unit of work is nested, used after its end, or waits for something other than its stores. */
export class UnitOfWorkMisuse extends Error {
  override readonly name = 'UnitOfWorkMisuse';
}

export const NESTED =
  'A unit of work was opened inside another, or one waits for something other than its stores. Use only the stores that the unit was given, and in a transaction only its own operations.';
export const ESCAPED =
  'A store was used after its unit of work ended. Await every store call inside the unit.';

export const ENDED =
  'An operation was running at the end of its transaction, or was called after it. Await every operation inside the transaction.';

const UNAWAITED =
  'The host ran a statement during an operation of the same transaction. Await the operation first.';

/** Lets other requests read during a long unit. */
export interface PaceStore {
  /**
   * Call it between the parts of a unit whose size the caller determines. Where units occupy the process, others may
   * read the state before the unit meanwhile; no other unit writes.
   */
  rest(): Promise<void>;
}

/** For storages whose units need no rest. */
export const RESTLESS: PaceStore = { rest: () => Promise.resolve() };

/** Stores that stop working when their unit ends. */
export interface Unit<S> {
  readonly stores: S;
  end(): void;
}

/** Units and their stores inherit from prototypes that are created once for all units. */
interface Opened {
  [GUARD]: { open: boolean };
}

/** A symbol, so that users of a store cannot reach the guard. */
const GUARD = Symbol('guard');

/** Returns a function that opens units over `stores`; the stores of a unit throw after it has ended. */
export function guarded<S extends object>(stores: S): () => Unit<S> {
  const unit = {};
  for (const name of Object.keys(stores)) {
    const door = guardedMethods(stores[name as keyof S] as object);
    const symbol = Symbol(name);
    Object.defineProperty(unit, name, {
      get(this: Opened & Record<symbol, object>) {
        this[symbol] ??= opened(door, this[GUARD]);
        return this[symbol];
      },
    });
  }
  return () => {
    const guard = { open: true };
    return {
      stores: opened(unit, guard) as S,
      end: () => {
        guard.open = false;
      },
    };
  };
}

function opened(prototype: object, guard: Opened[typeof GUARD]): object {
  const object = Object.create(prototype);
  object[GUARD] = guard;
  return object;
}

/** The store's methods, each checking the guard of the unit that it is called through. */
function guardedMethods(store: object): object {
  const door: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(store)) {
    door[name] = function (this: Opened, ...args: unknown[]) {
      if (!this[GUARD].open) throw new UnitOfWorkMisuse(ESCAPED);
      return method(...args);
    };
  }
  return door;
}

export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Identifies the running unit; null without one. */
  holder(): object | null;
}

/**
 * Runs units one at a time, in order of arrival. A unit awaits only its own stores, so it ends within the current
 * turn of the event loop. A unit that is still running after that waits for one that is queued behind it; that one is
 * refused, because otherwise both would hang forever.
 */
export function oneAtATime(): Turns {
  let holder: object | null = null;
  const queue: { admit(): void }[] = [];

  const turn = () =>
    new Promise<void>((admit, refuse) => {
      const entry = { admit };
      queue.push(entry);
      const holderThen = holder;
      setTimeout(() => {
        const place = queue.indexOf(entry);
        if (place < 0 || holder !== holderThen) return;
        queue.splice(place, 1);
        refuse(new UnitOfWorkMisuse(NESTED));
      }, 0);
    });

  return {
    holder: () => holder,
    run: async (work) => {
      if (holder === null) holder = {};
      else await turn();
      try {
        return await work();
      } finally {
        const next = queue.shift();
        // Stays occupied during the hand-over, so that no other unit can slip in.
        holder = next ? {} : null;
        next?.admit();
      }
    },
  };
}

/** Refuses work that outlasts a turn of the event loop: it waits for something other than the storage. */
export const withinATurn = <T>(work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    work().then(resolve, reject);
    // After a nested unit has been refused, which also takes a turn.
    const refuse = () => reject(new UnitOfWorkMisuse(NESTED));
    setTimeout(() => setTimeout(refuse, 0), 0);
  });

/** Runs a unit of an open transaction. */
export type RunUnit<S> = <T>(
  workspaceId: string,
  work: (stores: S) => Promise<T>,
  kind: 'read' | 'write',
) => Promise<T>;

/** The units of an open transaction, run by `run` one at a time. They throw once `during` is over. */
export function transactionUnits<S>(run: RunUnit<S>, oneByOne: Turns['run'] = oneAtATime().run) {
  let ended = false;
  let open = 0;
  const unit: RunUnit<S> = async (workspaceId, work, kind) => {
    open++;
    try {
      return await oneByOne(async () => {
        if (ended) throw new UnitOfWorkMisuse(ENDED);
        return run(workspaceId, work, kind);
      });
    } finally {
      open--;
    }
  };
  return {
    units: {
      read: <T>(workspaceId: string, work: (stores: S) => Promise<T>) => unit(workspaceId, work, 'read'),
      write: <T>(workspaceId: string, work: (stores: S) => Promise<T>) => unit(workspaceId, work, 'write'),
    },
    /** Runs statements of the host between two units: a rollback of a unit must not include them. */
    between: <T>(statements: () => T): T => {
      if (ended) throw new UnitOfWorkMisuse(ENDED);
      if (open > 0) throw new UnitOfWorkMisuse(UNAWAITED);
      return statements();
    },
    /** Runs the work of the transaction. Throws if a unit is still running afterwards, outside the transaction. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        const value = await work();
        if (open > 0) throw new UnitOfWorkMisuse(ENDED);
        return value;
      } finally {
        ended = true;
        if (open > 0) await oneByOne(async () => undefined);
      }
    },
  };
}
