import type { Caller } from './access/caller.ts';
import {
  type AnyCheck,
  anything,
  type Check,
  either,
  list,
  maybe,
  named,
  number,
  oneOf,
  optional,
  refusedArguments,
  text,
} from './shared/check.ts';
import type { PageRequest, Position } from './shared/page.ts';
import { PRIORITIES, type TaskRef } from './tasks/task.ts';

/** A check for each of some arguments. */
type ChecksOf<Arguments extends readonly unknown[]> = Required<{
  [Place in keyof Arguments]: Check<Arguments[Place]>;
}>;

/** The arguments of an operation after its caller; never for any other function. */
export type AfterCaller<UseCase> = UseCase extends (...given: infer Given) => Promise<unknown>
  ? Required<Given> extends [infer First, ...unknown[]]
    ? First extends Caller
      ? Given extends [Caller, ...infer Others]
        ? Others
        : never
      : never
    : never
  : never;

/**
 * Checks of the arguments after the caller, for each operation of a subject: a use case that takes a caller. A missing
 * operation, argument or field does not compile.
 */
export type InputsOf<Make extends (...given: never[]) => object> = {
  readonly [Name in keyof ReturnType<Make> as [AfterCaller<ReturnType<Make>[Name]>] extends [never]
    ? never
    : Name]: ChecksOf<AfterCaller<ReturnType<Make>[Name]>>;
};

type Inputs = Readonly<Record<string, readonly AnyCheck[]>>;
type UseCase = (...given: unknown[]) => unknown;

/**
 * The use cases of a subject. Each operation refuses invalid arguments before anything is read or written, then runs
 * as `perform` returns it for these checks.
 */
export function withCheckedInputs<UseCases extends object>(
  useCases: UseCases,
  inputs: object,
  perform: (name: string, useCase: UseCase, checks: readonly AnyCheck[]) => UseCase,
): UseCases {
  const checked = Object.entries(useCases).map(([name, useCase]: [string, UseCase]) => {
    const checks = (inputs as Inputs)[name];
    if (!checks) return [name, useCase];
    const operation = perform(name, useCase, checks);
    return [
      name,
      (...given: unknown[]) => {
        const refused = refusedArguments(checks, given);
        return refused ? Promise.reject(refused) : operation(...given);
      },
    ];
  });
  return Object.fromEntries(checked) as UseCases;
}

export const id = named('id', text);

const position: Check<Position> = either(number, text, 'must be a position of this list');

/** Fields that every list accepts. */
export const page = { limit: optional(number), after: optional(position) } satisfies {
  [Field in keyof PageRequest]: unknown;
};

/** Aborted when the client disconnects. */
export const gone = anything<AbortSignal | undefined>();

export const task: Check<TaskRef> = named('task', either(number, text, 'must be a number or a string'));

/** Durations of a lease and of a long poll. */
export const timing = { leaseSeconds: optional(number), wait: optional(number) };

/** Filter for the tasks to claim. */
export const wanted = {
  projectId: maybe(text),
  labels: optional(list(text)),
  priority: optional(list(oneOf(PRIORITIES))),
};
