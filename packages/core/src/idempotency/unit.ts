import type { SteadyPorts, Storage, Stores, Work } from '../ports.ts';
import { NESTED, UnitOfWorkMisuse } from '../shared/unit-of-work.ts';
import type { Wait, Waits } from '../shared/waits.ts';
import { lazySubjectsOver, type Subjects } from '../subjects.ts';

/** A wait that a use case came to in a unit, and what it found there. */
export interface Met {
  readonly wait: Wait<unknown>;
  readonly found: unknown;
}

/** All use cases within one open unit of work, whatever units they would open by themselves. */
export interface OneUnit {
  readonly subjects: Subjects;
  /** Whether one of their units was refused: then nothing of it may stay. */
  isRefused(): boolean;
  /** The wait that they came to, if they did. */
  met(): Met | null;
}

/**
 * Runs the units of use cases in the one that is open, so that all they do is kept or undone with it. A wait looks once
 * and is not held: whoever has opened the unit waits outside and begins anew, with what the signal was `about`.
 */
export function inOneUnit(
  ports: SteadyPorts,
  workspaceId: string,
  stores: Stores,
  waits: Waits,
  about: unknown,
): OneUnit {
  let refused = false;
  let met: Met | null = null;
  const run = async <T>(id: string, work: Work<T>): Promise<T> => {
    if (id !== workspaceId) throw new UnitOfWorkMisuse(NESTED);
    try {
      return await work(stores);
    } catch (error) {
      refused = true;
      throw error;
    }
  };
  const storage: Storage = {
    read: run,
    write: run,
    directory: ports.storage.directory,
    signals: ports.storage.signals,
    ping: ports.storage.ping,
    close: ports.storage.close,
  };
  const once: Waits = {
    hold: async (wait) => {
      const found = await wait.look(about);
      met = { wait: wait as Wait<unknown>, found };
      return found;
    },
    close: waits.close,
    closed: waits.closed,
    size: waits.size,
  };
  return {
    subjects: lazySubjectsOver({ ...ports, storage }, once),
    isRefused: () => refused,
    met: () => met,
  };
}
