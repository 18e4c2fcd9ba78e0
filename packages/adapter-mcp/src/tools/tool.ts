import type { KeyKind, Me, Scope, Tandem } from '@tandem/client';
import type { z } from 'zod';

/** What a tool is called with beside its arguments. */
export interface Calling {
  /** The interface, by the key of whoever calls. */
  readonly tandem: Tandem;
  /** Fires when whoever calls does not wait any more. */
  readonly signal: AbortSignal;
}

/** What clients are told of how a tool behaves, whole, for what is left out is taken for the worst. */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it is for. Nothing of what members have written is ever in it. */
  readonly description: string;
  readonly hints: Hints;
  /** What a key needs of scopes to see it; `full` is as good as each. */
  readonly needs: readonly Scope[];
  /** Kinds of keys that see it; all of them unless given. */
  readonly kinds?: readonly KeyKind[];
  readonly input: z.ZodObject;
  /** Does it, and answers in words for a model. Rejects with what the client rejects with. */
  run(calling: Calling, args: never): Promise<string>;
}

/** A tool whose arguments have the types of its input. */
export const tool = <Input extends z.ZodObject>(
  made: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    run(calling: Calling, args: z.output<Input>): Promise<string>;
  },
): Tool => made as unknown as Tool;

/** Whether a key sees a tool. A call of one that it does not see is refused by the interface all the same. */
export const isFor = ({ key: { scopes, kind } }: Me, { needs, kinds }: Tool): boolean =>
  (kinds === undefined || kinds.includes(kind)) &&
  needs.every((scope) => scopes.includes(scope) || scopes.includes('full'));

/** What takes up tasks: an agent's own process, or one that hosts several. */
export const RUNNERS: readonly KeyKind[] = ['agent', 'runtime'];

const hints = (readOnly: boolean, destructive: boolean, idempotent: boolean): Hints => ({
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  // All of them work within one workspace.
  openWorldHint: false,
});

export const READS = hints(true, false, true);
/** Adds something, and once more each time. */
export const ADDS = hints(false, false, false);
/** Changes what is there, and nothing more when it is done again. */
export const CHANGES = hints(false, true, true);
/** Ends something. */
export const ENDS = hints(false, true, false);
/** Keeps something going. */
export const KEEPS = hints(false, false, true);
