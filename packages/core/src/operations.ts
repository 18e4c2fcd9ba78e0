import type { Caller } from './access/caller.ts';
import type { Chat } from './chats/chat.ts';
import type { File } from './files/file.ts';
import type { Goal } from './goals/goal.ts';
import type { Refuse } from './hooks/refuse.ts';
import type { HookRegistry, OperationHooks, Policy } from './hooks/registry.ts';
import type { Initiative } from './initiatives/initiative.ts';
import type { AfterCaller } from './inputs.ts';
import type { Label } from './labels/label.ts';
import type { Agent, Member } from './members/member.ts';
import type { Project } from './projects/project.ts';
import type { Question } from './questions/question.ts';
import { nearest } from './shared/nearest.ts';
import type { ReadingStores } from './steps/reading-stores.ts';
import type { Upload } from './steps/receive-file.ts';
import { INPUTS, type Subjects } from './subjects.ts';
import type { Task, TaskRef } from './tasks/task.ts';
import type { SeenVerification } from './verifications/seen.ts';
import type { View } from './views/view.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Steps of an upload or a split, checks of a request, and bulk changes, which run the hooks of their operations. */
type Step =
  | 'events.sight'
  | 'tasks.apply'
  | 'tasks.bulk'
  | 'tasks.createChild'
  | 'relations.relateChild'
  | 'files.receive'
  | 'files.record'
  | 'turns.checkVisible';

type OperationOf<Subject extends keyof Subjects> = `${Subject}.${keyof (typeof INPUTS)[Subject] & string}`;

/** Every operation of the interface, such as `tasks.create`: the functions of `createTandem` that take a caller. */
export type Operation = Exclude<{ [Subject in keyof Subjects]: OperationOf<Subject> }[keyof Subjects], Step>;

type SubjectOf<Name extends Operation> = Name extends `${infer Subject extends keyof Subjects}.${string}`
  ? Subject
  : never;
type FunctionOf<Name extends Operation> = Name extends `${infer Subject extends keyof Subjects}.${infer Use}`
  ? Use extends keyof Subjects[Subject]
    ? Subjects[Subject][Use]
    : never
  : never;
type Given<Name extends Operation> = Required<AfterCaller<FunctionOf<Name>>>;
type ResultOf<Name extends Operation> =
  FunctionOf<Name> extends (...given: never[]) => Promise<infer Result> ? Result : never;

type Id = string | number;
/** The identifiers among the arguments, and the input that follows them. */
type IdsOf<List extends readonly unknown[]> = List extends readonly [infer First, ...infer Rest]
  ? First extends Id
    ? readonly [First, ...IdsOf<Rest>]
    : readonly []
  : readonly [];
type InputOf<List extends readonly unknown[]> = List extends readonly [infer First, ...infer Rest]
  ? First extends Id
    ? InputOf<Rest>
    : First
  : undefined;

interface Entities {
  readonly agents: Agent;
  readonly chats: Chat;
  readonly claims: Agent;
  readonly files: File;
  readonly goals: Goal;
  readonly initiatives: Initiative;
  readonly labels: Label;
  readonly members: Member;
  readonly monitoring: Agent;
  readonly projects: Project;
  readonly questions: Question;
  readonly turns: Agent;
  readonly verifications: SeenVerification;
  readonly views: View;
  readonly work: Agent;
}

/** The entity that the operation is about: a task for every operation whose first argument refers to one. */
type CurrentOf<Name extends Operation> =
  SubjectOf<Name> extends 'workspace'
    ? Workspace
    : Given<Name> extends readonly [infer First, ...unknown[]]
      ? TaskRef extends First
        ? Task
        : First extends string
          ? SubjectOf<Name> extends keyof Entities
            ? Entities[SubjectOf<Name>]
            : null
          : null
      : null;

interface Called<Name extends Operation> {
  readonly caller: Caller;
  /** The identifiers that the operation was called with, such as a task's number. */
  readonly ids: IdsOf<Given<Name>>;
  /** The input after the identifiers; undefined for an operation without one. A file's content is not in it. */
  readonly input: Name extends 'files.upload' ? Omit<Upload, 'content'> : InputOf<Given<Name>>;
}

/** The argument of a `before` hook. */
export interface BeforeOperation<Name extends Operation> extends Called<Name> {
  /** The entity before the operation; null if the operation is not about one. */
  readonly current: CurrentOf<Name>;
  /** The data as the operation would commit it, read-only. */
  readonly stores: ReadingStores;
  readonly refuse: Refuse;
}

/** The argument of an `after` hook. */
export interface AfterOperation<Name extends Operation> extends Called<Name> {
  readonly result: ResultOf<Name>;
}

/** Registers hooks and policies (docs/embedding.md, Say no). Each function returns one that unregisters. */
export interface HookFunctions {
  /**
   * Runs in the unit of work of the operation, after Tandem's own rules. `refuse` undoes the unit; any other error does
   * so as an internal error. It may only read, awaits nothing but its stores, and may run again.
   */
  before<Name extends Operation>(
    operation: Name,
    hook: (operation: BeforeOperation<Name>) => void | Promise<void>,
  ): () => void;
  /** Runs after the commit. Its errors are logged. */
  after<Name extends Operation>(
    operation: Name,
    hook: (operation: AfterOperation<Name>) => void | Promise<void>,
  ): () => void;
  /**
   * Decides on moves of tasks by callers, also when `validTransitions` is computed. Synchronous, without side effects.
   */
  policy(operation: 'tasks.transition', policy: Policy): () => void;
}

export function hookFunctions(hooks: HookRegistry): HookFunctions {
  const register =
    (when: keyof OperationHooks) =>
    (operation: string, hook: (given: never) => unknown): (() => void) => {
      checkOperation(operation);
      return hooks.add(when, operation, hook);
    };
  return {
    before: register('before'),
    after: register('after'),
    policy: (operation: string, policy) => {
      if (operation !== 'tasks.transition')
        throw new TypeError(`Policies exist for tasks.transition, not for ${operation}.`);
      return hooks.addPolicy(policy);
    },
  };
}

const OPERATIONS = Object.entries(INPUTS).flatMap(([subject, inputs]) =>
  Object.keys(inputs).map((name) => `${subject}.${name}`),
);

/** A misspelt operation would never run its hook. */
function checkOperation(operation: string): void {
  if (OPERATIONS.includes(operation)) return;
  const meant = nearest(operation, OPERATIONS);
  throw new TypeError(
    `There is no operation ${operation}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  );
}
