import { KEY_KINDS, type KeyKind, type Me, type Scope, type Tandem } from '@tandem/client';
import type * as z from 'zod';

/** The context of a tool call. */
export interface Calling {
  /** The API client with the caller's key. */
  readonly tandem: Tandem;
  /** Fires when the caller cancels. */
  readonly signal: AbortSignal;
}

/** Behavior hints for clients. All are set, because clients assume the worst for missing ones. */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** The purpose of the tool. Never contains text by members. */
  readonly description: string;
  readonly hints: Hints;
  /** Scopes that a key needs to use it; `full` includes all. */
  readonly needs: readonly Scope[];
  /** Kinds of keys that may use it; all by default. */
  readonly kinds?: readonly KeyKind[];
  readonly input: z.ZodObject;
  /** Runs the tool and returns a text for a model. Rejects with the errors of the client. */
  run(calling: Calling, args: never): Promise<string>;
}

/** Creates a tool whose arguments have the types of its input schema. */
export const tool = <Input extends z.ZodObject>(
  made: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    run(calling: Calling, args: z.output<Input>): Promise<string>;
  },
): Tool => made as unknown as Tool;

/** Whether a tool is listed for a key. The API checks the key again on each call. */
export const isFor = ({ key: { scopes, kind } }: Me, { needs, kinds }: Tool): boolean =>
  (kinds === undefined || kinds.includes(kind)) &&
  needs.every((scope) => scopes.includes(scope) || scopes.includes('full'));

/** Keys that can claim tasks: an agent's own, or one that hosts several agents. */
export const RUNNERS: readonly KeyKind[] = ['agent', 'runtime'];
/** Keys that can hold tasks: a run key holds its own, and needs no token. */
export const HOLDERS: readonly KeyKind[] = [...RUNNERS, 'run'];

/** All keys but those of runs, which reach only their task. */
export const NOT_RUNS: readonly KeyKind[] = KEY_KINDS.filter((kind) => kind !== 'run');

const hints = (readOnly: boolean, destructive: boolean, idempotent: boolean): Hints => ({
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  // All tools work within one workspace.
  openWorldHint: false,
});

export const READS = hints(true, false, true);
/** Adds something with each call. */
export const ADDS = hints(false, false, false);
/** Changes existing data; repeating it has no further effect. */
export const CHANGES = hints(false, true, true);
/** Ends something. */
export const ENDS = hints(false, true, false);
/** Keeps something active. */
export const KEEPS = hints(false, false, true);
