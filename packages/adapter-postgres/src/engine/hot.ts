import type { Prepared } from './batch.ts';

/** The part of a connection that prepares statements (./wire.ts). */
interface Preparing {
  prepare(statements: readonly Prepared[]): Promise<void>;
  /** The reason if the connection is lost. */
  lost(): Error | null;
}

/** The statements that connections of this process use often. New connections prepare them before their first use. */
export interface Hot {
  add(statement: Prepared): void;
  /** Prepares them in small batches until a caller waits for the connection. */
  prepareOn(wire: Preparing, isAwaited: () => boolean): Promise<void>;
}

/** More than a claim, its result and the lists of a page need together. Beyond that the least used one is evicted. */
const MAX_STATEMENTS = 200;
/** Few enough to be planned within a few milliseconds. */
const AT_ONCE = 10;

export function createHot(): Hot {
  const statements = new Map<string, Prepared>();

  const makeRoom = () => {
    let least: Prepared | undefined;
    for (const each of statements.values()) if (!least || each.uses < least.uses) least = each;
    if (least) statements.delete(least.sql);
  };

  return {
    add: (statement) => {
      if (statements.has(statement.sql)) return;
      if (statements.size >= MAX_STATEMENTS) makeRoom();
      statements.set(statement.sql, statement);
    },
    prepareOn: async (wire, isAwaited) => {
      const all = [...statements.values()].sort((a, b) => b.uses - a.uses);
      for (let at = 0; at < all.length && !isAwaited() && !wire.lost(); at += AT_ONCE) {
        await wire.prepare(all.slice(at, at + AT_ONCE));
      }
    },
  };
}
