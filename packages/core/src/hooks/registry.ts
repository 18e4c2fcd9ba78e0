import type { Caller } from '../access/caller.ts';
import type { Clock, Logger } from '../shared/environment.ts';
import type { MoveRefusal, TaskStatus } from '../tasks/status.ts';
import type { Task } from '../tasks/task.ts';
import { type PolicyVerdict, refusalIn } from './refuse.ts';

/** Milliseconds after which a hook is reported as slow: the workspace waits for it. */
export const SLOW_MS = 50;

/** The subject of a policy: a move of a task by a caller. */
export interface AskedMove {
  readonly caller: Caller;
  readonly task: Task;
  readonly to: TaskStatus;
}

export type Policy = (move: AskedMove) => PolicyVerdict;

/** A hook; its arguments are typed by its operation (`hooked.ts`). */
type Hook = (given: never) => unknown;

/** The hooks of one operation, in order of registration. */
export interface OperationHooks {
  readonly before: readonly Registered[];
  readonly after: readonly Registered[];
}

export interface Registered {
  readonly run: (given: object) => Promise<void>;
}

/** The hooks and policies that a program registered. */
export interface Hooks {
  /** Null for an operation without hooks. */
  of(operation: string): OperationHooks | null;
  /** The policies on moves of this task by this caller; undefined without any. */
  policyOf(caller: Caller, task: Task): ((to: TaskStatus) => MoveRefusal | null) | undefined;
}

export interface HookRegistry extends Hooks {
  /** Each returns a function that unregisters. */
  add(when: keyof OperationHooks, operation: string, hook: Hook): () => void;
  addPolicy(policy: Policy): () => void;
}

const NONE: OperationHooks = { before: [], after: [] };

export function hookRegistry({
  steadyClock,
  logger,
}: {
  readonly steadyClock: Clock;
  readonly logger?: Logger | undefined;
}): HookRegistry {
  const operations = new Map<string, OperationHooks>();
  let policies: readonly Policy[] = [];

  /** Warns once about a slow hook. */
  const timed = (name: string, hook: Hook): Registered => {
    let isReported = false;
    return {
      run: async (given) => {
        const startedAt = steadyClock();
        try {
          await hook(given as never);
        } finally {
          const took = steadyClock() - startedAt;
          if (took > SLOW_MS && !isReported) {
            isReported = true;
            logger?.warn({ hook: name, ms: took }, 'slow hook');
          }
        }
      },
    };
  };

  const change = (operation: string, next: OperationHooks) => {
    if (next.before.length + next.after.length > 0) operations.set(operation, next);
    else operations.delete(operation);
  };

  return {
    of: (operation) => operations.get(operation) ?? null,
    policyOf: (caller, task) =>
      policies.length === 0
        ? undefined
        : (to) => {
            for (const policy of policies) {
              const refused = refusalIn(policy({ caller, task, to }));
              if (refused) return refused;
            }
            return null;
          },
    add: (when, operation, hook) => {
      const added = timed(`${when} ${operation}`, hook);
      const now = () => operations.get(operation) ?? NONE;
      change(operation, { ...now(), [when]: [...now()[when], added] });
      return () =>
        change(operation, { ...now(), [when]: now()[when].filter((registered) => registered !== added) });
    },
    addPolicy: (policy) => {
      const added: Policy = (move) => policy(move);
      policies = [...policies, added];
      return () => {
        policies = policies.filter((each) => each !== added);
      };
    },
  };
}
