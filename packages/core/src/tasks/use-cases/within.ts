import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts, Stores, Units, Work } from '../../ports.ts';
import { NESTED, UnitOfWorkMisuse } from '../../shared/unit-of-work.ts';
import type { Transition } from '../../steps/transition-task.ts';
import type { SeenTask, TaskWithRelations } from '../seen.ts';
import type { ArchiveOptions } from '../subtasks.ts';
import type { TaskRef } from '../task.ts';
import type { commentUseCases } from './comments.ts';
import type { childCreator, taskCreator } from './create.ts';
import type { relationUseCases } from './relations.ts';
import type { taskUpdater } from './update.ts';

/** The operations that others combine, each with its input check and the hooks of the host. */
export interface Combined {
  readonly tasks: {
    readonly create: ReturnType<typeof taskCreator>;
    readonly createChild: ReturnType<typeof childCreator>;
    readonly update: ReturnType<typeof taskUpdater>;
    // Written out, because these run other operations themselves.
    readonly transition: (caller: Caller, ref: TaskRef, input: Transition) => Promise<TaskWithRelations>;
    readonly archive: (caller: Caller, ref: TaskRef, options?: ArchiveOptions) => Promise<SeenTask>;
    readonly unarchive: (caller: Caller, ref: TaskRef) => Promise<SeenTask>;
  };
  readonly comments: Pick<ReturnType<typeof commentUseCases>, 'create'>;
  readonly relations: Pick<ReturnType<typeof relationUseCases>, 'relateChild'>;
}

/** The operations, in the units of an open unit of work. */
export type Within = (ports: SteadyPorts, units: Units) => Combined;

export type InOneUnit = <T>(
  caller: Caller,
  work: (operations: Combined, stores: Stores) => Promise<T>,
) => Promise<T>;

/** Runs several operations in one unit of work, and their `after` hooks once it has been committed. */
export const inOneUnit =
  (ports: SteadyPorts, within: Within): InOneUnit =>
  async ({ workspaceId }, work) => {
    let hooks: (() => Promise<void>)[] = [];
    const result = await ports.storage.write(workspaceId, (stores) => {
      hooks = [];
      const run = async <R>(id: string, inner: Work<R>): Promise<R> => {
        if (id !== workspaceId) throw new UnitOfWorkMisuse(NESTED);
        await stores.pace.rest();
        return inner(stores);
      };
      const afterCommit = async (hook: () => Promise<void>) => void hooks.push(hook);
      return work(within({ ...ports, afterCommit }, { read: run, write: run }), stores);
    });
    for (const hook of hooks) await ports.afterCommit(hook);
    return result;
  };
