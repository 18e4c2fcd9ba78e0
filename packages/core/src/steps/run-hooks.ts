import type { Caller } from '../access/caller.ts';
import { refuse } from '../hooks/refuse.ts';
import type { OperationHooks } from '../hooks/registry.ts';
import { findTask } from '../lookup/tasks.ts';
import type { SteadyPorts, Storage, Stores } from '../ports.ts';
import { frozen } from '../shared/frozen.ts';
import { readable } from '../shared/refusal.ts';
import { seenVerification } from '../verifications/seen.ts';
import { readingStores } from './reading-stores.ts';

/** A call of an operation that has hooks. */
export interface HookedCall {
  readonly operation: string;
  readonly caller: Caller;
  /** The arguments after the caller. */
  readonly given: readonly unknown[];
  /** Whether the first of them refers to a task. */
  readonly isOfTask: boolean;
}

type Find = (stores: Stores, id: string) => Promise<object | null>;

const member: Find = ({ members }, id) => members.byId(id);

/** How a subject finds the entity that an operation is about, by its first argument. */
const FIND: Readonly<Record<string, Find>> = {
  agents: member,
  chats: ({ chats }, id) => chats.byId(id),
  claims: member,
  files: ({ files }, id) => files.byId(id),
  goals: ({ goals }, id) => goals.byId(id),
  initiatives: ({ initiatives }, id) => initiatives.byId(id),
  labels: ({ labels }, id) => labels.byId(id),
  members: member,
  monitoring: member,
  projects: ({ projects }, id) => projects.byId(id),
  questions: ({ questions }, id) => questions.byId(id),
  turns: member,
  verifications: async ({ verifications }, id) => {
    const found = await verifications.byId(id);
    return found && seenVerification(found);
  },
  views: ({ views }, id) => views.byId(id),
  work: member,
};

/** The entity as it is before the operation; null for an operation that is not about one. */
async function currentOf(stores: Stores, { operation, given, isOfTask }: HookedCall): Promise<object | null> {
  const [first] = given;
  if (isOfTask) return readable(findTask(stores, first as string | number));
  const subject = operation.slice(0, operation.indexOf('.'));
  if (subject === 'workspace') return stores.workspace.get();
  const find = typeof first === 'string' ? FIND[subject] : undefined;
  return find ? readable(find(stores, first as string)) : null;
}

/** The arguments in the form of hooks: the identifiers, then the input. */
export function argumentsOf(given: readonly unknown[]): { ids: readonly unknown[]; input: unknown } {
  const isId = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  const at = given.findIndex((value) => !isId(value));
  return at < 0 ? { ids: given, input: undefined } : { ids: given.slice(0, at), input: given[at] };
}

type CallArguments = Pick<HookedCall, 'caller' | 'given'>;

/** Runs the hooks in an open unit. `current` is the entity before the operation. */
export async function runBefore(
  { before }: OperationHooks,
  stores: Stores,
  { caller, given }: CallArguments,
  current: object | null,
): Promise<void> {
  if (before.length === 0) return;
  const seen = frozen({ caller, ...argumentsOf(given), current });
  for (const hook of before) await hook.run({ ...seen, stores: readingStores(stores), refuse });
}

/** Runs the hooks once the open unit is committed. */
export async function runAfter(
  { afterCommit, logger }: Pick<SteadyPorts, 'afterCommit' | 'logger'>,
  { after }: OperationHooks,
  { operation, caller, given }: HookedCall,
  result: unknown,
): Promise<void> {
  if (after.length === 0) return;
  const common = frozen({ caller, ...argumentsOf(given) });
  await afterCommit(async () => {
    for (const hook of after) {
      await hook.run({ ...common, result }).catch((error: unknown) => {
        logger?.error({ hook: `after ${operation}`, error }, 'hook failed');
      });
    }
  });
}

/** Runs `before` hooks in each unit of the operation, after Tandem's own rules, and `after` hooks after the commit. */
export async function withHooks<T>(
  ports: SteadyPorts,
  hooks: OperationHooks,
  call: HookedCall,
  perform: (ports: SteadyPorts) => Promise<T>,
): Promise<T> {
  const checked =
    (open: Storage['write']): Storage['write'] =>
    (workspaceId, work) =>
      open(workspaceId, async (stores) => {
        const current = frozen(await currentOf(stores, call));
        const result = await work(stores);
        await runBefore(hooks, stores, call, current);
        return result;
      });
  const { storage } = ports;
  const result = await perform(
    hooks.before.length === 0
      ? ports
      : { ...ports, storage: { ...storage, read: checked(storage.read), write: checked(storage.write) } },
  );
  await runAfter(ports, hooks, call, result);
  return result;
}
