import type { Operation } from '@tandem/contract';
import type { Caller, File, Position, Subjects } from '@tandem/core';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { EventStreams } from '../events/streams.ts';
import type { Answer } from './answer.ts';
import type { OpenParts } from './in-parts.ts';

/** A request that has passed authentication, scope and validation. */
export interface Call<O extends Operation = Operation> {
  /** The use cases; of a request on terms, within its one unit of work. */
  readonly tandem: Subjects;
  readonly caller: O['access'] extends 'no key' ? undefined : Caller;
  readonly params: z.output<O['params']>;
  /** The filters, and where to go on. */
  readonly query: Omit<z.output<O['query']>, 'cursor'> & { readonly after?: Position | undefined };
  readonly body: O['body'] extends z.ZodObject ? z.output<O['body']> : undefined;
  /** The file that was uploaded, which is not on record yet. */
  readonly file?: File | undefined;
  /** For operations in parts: takes the idempotency key, and returns what runs each part (./in-parts.ts). */
  readonly openParts: O['inParts'] extends true ? OpenParts : OpenParts | undefined;
  /** For the few operations that stream, wait or read a header. */
  readonly req: Request;
  readonly res: Response;
  readonly streams: EventStreams;
  readonly maxFileBytes: number;
}

/** The bodies that the row of an operation promises. */
type BodyOf<O extends Operation> = {
  [Status in keyof O['responses']]: O['responses'][Status] extends z.ZodType
    ? z.output<O['responses'][Status]>
    : never;
}[keyof O['responses']];

/** Answers what the row of the operation promises: a field that is missing or of another type does not compile. */
export type Handler<O extends Operation = Operation> = (call: Call<O>) => Promise<Answer<BodyOf<O>>>;

/**
 * What the path of a change names, as it is now: in each form in which it is shown, every one of which has an ETag. A
 * change answers a task without its relations, and a single read with them.
 */
export type ShowNow = (call: Call<Operation>) => Promise<readonly object[]>;

/** Throws the 404 of a resource that the caller may not even know of. */
export type CheckVisible = (
  call: Pick<Call, 'tandem' | 'params'> & { readonly caller: Caller },
) => Promise<unknown>;

export interface Binding {
  readonly operation: Operation;
  readonly handler: Handler;
  /** Asked before a wrong input is told of (docs/rules.md, Requests). */
  readonly checkVisible?: CheckVisible | undefined;
  /** For a change that may be made on terms. */
  readonly showNow?: ShowNow | undefined;
}

/** Binds every operation of a group to one call of a use case; a missing one does not compile. */
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
