/** Thrown when a unit of work is nested, escaped, or waits for something that is not its stores. */
export class UnitOfWorkMisuse extends Error {
  override readonly name = 'UnitOfWorkMisuse';
}

export const NESTED =
  'A unit of work was opened inside another, or one waits for something other than its stores. Use the stores that the unit was given.';
export const ESCAPED =
  'A store was used after its unit of work had ended. Await every store call inside the unit.';

/** Stores that stop working when their unit ends. */
export interface Unit<S> {
  readonly stores: S;
  end(): void;
}

/** A unit, and each of its stores, stands before prototypes that are made once for all units. */
interface Opened {
  [GUARD]: { open: boolean };
}

/** No name, so that nobody who is given a store reaches it. */
const GUARD = Symbol('guard');

/** Returns a way to open units over `stores`: each unit's stores throw once that unit has ended. */
export function guarded<S extends object>(stores: S): () => Unit<S> {
  const unit = {};
  for (const name of Object.keys(stores)) {
    const door = doorTo(stores[name as keyof S] as object);
    const kept = Symbol(name);
    Object.defineProperty(unit, name, {
      get(this: Opened & Record<symbol, object>) {
        this[kept] ??= opened(door, this[GUARD]);
        return this[kept];
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

/** The store's methods, each behind the guard of the unit that they are called through. */
function doorTo(store: object): object {
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
  /** Stands for the unit that runs now; null when none does. */
  holder(): object | null;
}

/**
 * Runs units one at a time, in the order they came. A unit awaits only its own stores, so it is over
 * when the current turn of the event loop is; one that still stands then is waiting for whoever queues
 * behind it, and that one is refused instead of both hanging for ever.
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
        // The place stays taken while it is handed on, so that nobody slips in between.
        holder = next ? {} : null;
        next?.admit();
      }
    },
  };
}
