/// <reference lib="esnext.disposable" preserve="true" />
import type {
  Caller,
  Metadata,
  MetadataChange,
  Operations,
  Subjects,
  Tandem,
  Transaction,
} from '@tandem/core';

/** `Host` is the connection that `transaction` lends to the host. */
export type EmbeddedTandem<Host = unknown> = Tandem<Host> & AsyncDisposable;

/** The types of a host, for `startTandem`. */
export interface HostTypes {
  /** The keys of the metadata of tasks, such as `{ customer?: string }`; any of them may be missing on a task. */
  readonly metadata: object;
  /** The connection that a transaction lends. It is inferred only without a type argument. */
  readonly host?: unknown;
}

/** Types without metadata, which stay readable as they are. */
type Opaque = Caller | AbortSignal | AsyncIterable<unknown> | ((...given: never[]) => unknown);

/** A type whose metadata has these keys. */
type Typed<T, Keys> = unknown extends T
  ? T
  : T extends Opaque
    ? T
    : T extends object
      ? { [Field in keyof T]: Field extends 'metadata' ? KeysOf<T[Field], Keys> : Typed<T[Field], Keys> }
      : T;

type KeysOf<T, Keys> = T extends Metadata
  ? { readonly [Key in keyof Keys]?: Keys[Key] }
  : T extends MetadataChange
    ? { readonly [Key in keyof Keys]?: Keys[Key] | null }
    : T;

/** A method's parameters are compared in both directions, so that a typed Tandem is a Tandem. */
type Method<Given extends readonly unknown[], Result> = { of(...given: Given): Promise<Result> }['of'];

type TypedFunction<Operation, Keys> = Operation extends (...given: infer Given) => Promise<infer Result>
  ? Typed<Given, Keys> extends infer List extends readonly unknown[]
    ? Method<List, Typed<Result, Keys>>
    : never
  : Operation;

/** The operations in terms of these keys of metadata. */
export type TypedOperations<All extends Subjects, Keys> = Omit<All, keyof Subjects> & {
  readonly [Subject in keyof Subjects]: {
    readonly [Name in keyof All[Subject]]: TypedFunction<All[Subject][Name], Keys>;
  };
};

/** A Tandem in terms of the host's types. */
export type TypedTandem<Types extends HostTypes> = Omit<
  TypedOperations<EmbeddedTandem<Types['host']>, Types['metadata']>,
  'in' | 'transaction'
> & {
  in(transaction: unknown): TypedOperations<Operations, Types['metadata']>;
  transaction<T>(
    work: (tx: TypedOperations<Transaction<Types['host']>, Types['metadata']>) => Promise<T>,
  ): Promise<T>;
};
