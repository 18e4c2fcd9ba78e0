import type { Operation } from '@tandem/contract';
import type { Caller, File, Position, Subjects } from '@tandem/core';
import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { EventStreams } from '../events/streams.ts';
import type { Answer } from './answer.ts';

/** Runs one part of a request in a unit of work of its own, once under the key of the request. Parts have distinct names. */
export type RunPart = <Result>(name: string, work: (tandem: Subjects) => Promise<Result>) => Promise<Result>;

/** Takes the idempotency key of the request. */
export type OpenParts = () => Promise<RunPart>;

/** A request that has passed authentication, scope check and validation. */
export interface Call<O extends Operation = Operation> {
  /** The use cases. For a request with preconditions, they run within its single unit of work. */
  readonly tandem: Subjects;
  readonly caller: O['access'] extends 'no key' ? undefined : Caller;
  readonly params: z.output<O['params']>;
  /** The filters and the start position. */
  readonly query: Omit<z.output<O['query']>, 'cursor'> & { readonly after?: Position | undefined };
  readonly body: O['body'] extends z.ZodObject ? z.output<O['body']> : undefined;
  /** The body as sent, for operations that validate parts of it on their own. */
  readonly sent: object | undefined;
  /** The uploaded file; it is not on record yet. */
  readonly file?: File | undefined;
  /** For operations in parts: takes the idempotency key, and returns what runs each part (./in-parts.ts). */
  readonly openParts: O['inParts'] extends true ? OpenParts : OpenParts | undefined;
  /** For the few operations that stream, wait or read a header. */
  readonly req: Request;
  readonly res: Response;
  readonly streams: EventStreams;
  readonly maxFileBytes: number;
}

/** The response bodies in the row of an operation. */
type BodyOf<O extends Operation> = {
  [Status in keyof O['responses']]: O['responses'][Status] extends z.ZodType
    ? z.output<O['responses'][Status]>
    : never;
}[keyof O['responses']];

/**
 * Returns the body that the row of the operation declares: a missing field or a wrong type does not compile.
 */
export type Handler<O extends Operation = Operation> = (call: Call<O>) => Promise<Answer<BodyOf<O>>>;

/**
 * Loads the current resource of a change's path, in each representation that has an ETag. For example, a change returns
 * a task without relations, but a single read includes them.
 */
export type ShowNow = (call: Call<Operation>) => Promise<readonly object[]>;

/** Throws 404 for a resource whose existence the caller may not know. */
export type CheckVisible = (
  call: Pick<Call, 'tandem' | 'params'> & { readonly caller: Caller },
) => Promise<unknown>;

export interface Binding {
  readonly operation: Operation;
  readonly handler: Handler;
  /** Called before input errors are reported (docs/rules.md, Requests). */
  readonly checkVisible?: CheckVisible | undefined;
  /** For changes that support preconditions. */
  readonly showNow?: ShowNow | undefined;
}

/** Binds each operation of a group to a handler; a missing handler does not compile. */
export const bind = <Group extends Record<string, Operation>>(
  group: Group,
  handlers: { readonly [Name in keyof Group]: Handler<Group[Name]> },
  checkVisible?: CheckVisible,
): Binding[] =>
  Object.entries(group).map(([name, operation]) => ({
    operation,
    handler: handlers[name as keyof Group] as unknown as Handler,
    checkVisible,
  }));
