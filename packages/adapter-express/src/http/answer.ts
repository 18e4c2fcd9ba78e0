import type { Page } from '@tandem/core';
import type { Response } from 'express';
import { tagOf } from './etag.ts';

/** Deeply read-only version of a type. */
export type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Shown<T[Key]> }
    : T;

/** A resource, or the outcome of a request. */
export interface Whole<Body> {
  readonly kind?: undefined;
  readonly status: number;
  readonly body: Shown<Body>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The resource as later reads show it, if this response contains a secret shown only once; the ETag is
   * computed from this.
   */
  readonly lasting?: object;
}

/** A page of a list; the pipeline writes the cursor. */
export interface Listed<Item> {
  readonly kind: 'page';
  readonly page: Page<unknown>;
  readonly present: (item: never) => Shown<Item>;
}

/** A page of an endless feed: its positions serve as cursors, and it always has a next one. */
export interface Fed<Item> {
  readonly kind: 'feed';
  readonly feed: {
    readonly items: readonly unknown[];
    readonly positions: readonly string[];
    readonly next: string;
    readonly more: boolean;
  };
  readonly present: (item: never) => Shown<Item>;
}

/** Takes over the response for as long as the client stays connected. */
export interface Streamed {
  readonly kind: 'stream';
  follow(res: Response): void;
}

/** The content of a file, or a range of it. */
export interface Bytes {
  readonly kind: 'bytes';
  readonly status: number;
  readonly content: AsyncIterable<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Empty {
  readonly kind?: undefined;
  readonly status: 204 | 304 | 416;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of a handler: a resource, a page, a stream, the bytes of a file, or nothing. */
export type Answer<Body = unknown> =
  | Whole<Body>
  | Listed<Body extends { readonly data: readonly (infer Item)[] } ? Item : unknown>
  | Fed<Body extends { readonly data: readonly (infer Item)[] } ? Item : unknown>
  | Streamed
  | Bytes
  | Empty;

/** A response whose JSON has been serialized. */
export interface Written {
  readonly kind: 'written';
  readonly status: number;
  /** Null for an empty response. */
  readonly text: string | null;
  /** The ETag, if the response has one. */
  readonly tag: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Serializes the result of a change, or a resource that was read. */
export function written(answer: Whole<unknown> | Empty, hasTag: boolean): Written {
  const { status, headers } = answer;
  if (!('body' in answer)) return { kind: 'written', status, text: null, tag: undefined, headers };
  const text = JSON.stringify(answer.body);
  const tag = hasTag ? tagOf(answer.lasting ? JSON.stringify(answer.lasting) : text) : undefined;
  return { kind: 'written', status, text, tag, headers };
}

export const ok = <Body>(body: Body) => ({ status: 200, body });
export const created = <Body>(body: Body) => ({ status: 201, body });
export const noContent: Empty = { status: 204 };
export const SUCCESS = ok({ success: true } as const);

/** A paginated list (docs/rules.md, Lists). */
export const list = <Item, Presented>(page: Page<Item>, present: (item: Item) => Presented) => ({
  kind: 'page' as const,
  page,
  present,
});
