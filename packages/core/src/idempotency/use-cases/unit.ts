import type { SteadyPorts, Stores, Work } from '../../ports.ts';
import { NESTED, UnitOfWorkMisuse } from '../../shared/unit-of-work.ts';
import { type Subjects, subjectsWithin } from '../../subjects.ts';
import type { Wait, Waits } from '../../waits/waits.ts';

/** A wait that a use case reached in a unit, and what it had found by then. */
export interface Met {
  readonly wait: Wait<unknown>;
  readonly found: unknown;
}

/** A unit of work in progress, and the `about` of the signal that started it over. */
interface OpenUnit {
  readonly workspaceId: string;
  readonly stores: Stores;
  readonly about: unknown;
}

/** All use cases, run within one open unit of work instead of their own. */
export interface OneUnit {
  readonly subjects: Subjects;
  /** Whether one of their units was refused: then everything must be rolled back. */
  isRefused(): boolean;
  /** The wait that they reached, or null. */
  met(): Met | null;
  /** Runs the `after` hooks of the operations; to be called after the commit. */
  committed(): Promise<void>;
}

/**
 * Runs the units of use cases in the open one, so that they commit or roll back together. A wait looks once and does
 * not block: the owner of the unit waits outside and starts over, with the `about` of the signal.
 */
export function inOneUnit(
  ports: SteadyPorts,
  waits: Waits,
  { workspaceId, stores, about }: OpenUnit,
): OneUnit {
  let refused = false;
  let met: Met | null = null;
  const later: (() => Promise<void>)[] = [];
  const run = async <T>(id: string, work: Work<T>): Promise<T> => {
    if (id !== workspaceId) throw new UnitOfWorkMisuse(NESTED);
    try {
      return await work(stores);
    } catch (error) {
      refused = true;
      throw error;
    }
  };
  const look = async (wait: Wait<unknown>) => {
    const found = await wait.look(about);
    met = { wait, found };
    return found;
  };
  return {
    subjects: subjectsWithin(
      { ...ports, afterCommit: async (work) => void later.push(work) },
      waits,
      { read: run, write: run },
      look,
    ),
    isRefused: () => refused,
    met: () => met,
    committed: async () => {
      for (const work of later.splice(0)) await work();
    },
  };
}
