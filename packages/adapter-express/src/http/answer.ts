import type { Page } from '@tandem/core';
import type { Response } from 'express';
import { tagOf } from './etag.ts';

/** As much as a client is shown of a type: whoever presents it need not be able to change it. */
export type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Shown<T[Key]> }
    : T;

/** A resource, or what became of a request. */
export interface Whole<Body> {
  readonly status: number;
  readonly body: Shown<Body>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The resource as it is shown later, where this answer shows more of it, this once; its ETag is of that. */
  readonly lasting?: object;
}

/** A page of a list, whose cursor the pipeline writes. */
export interface Listed<Item> {
  readonly page: Page<unknown>;
  readonly present: (item: never) => Shown<Item>;
}

/** Part of what goes on for ever: its positions are its cursors, and it always has one to go on from. */
export interface Fed<Item> {
  readonly feed: {
    readonly items: readonly unknown[];
    readonly positions: readonly string[];
    readonly next: string;
    readonly more: boolean;
  };
  readonly present: (item: never) => Shown<Item>;
}

/** What takes the response over, and answers for as long as the client stays. */
export interface Streamed {
  follow(res: Response): void;
}

/** The content of a file, or a part of it. */
export interface Bytes {
  readonly status: number;
  readonly content: AsyncIterable<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Empty {
  readonly status: 204 | 304 | 416;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a binding answers: a resource, a page, a stream, the bytes of a file, or nothing. */
export type Answer<Body = unknown> =
  | Whole<Body>
  | Listed<Body extends { readonly data: readonly (infer Item)[] } ? Item : unknown>
  | Fed<Body extends { readonly data: readonly (infer Item)[] } ? Item : unknown>
  | Streamed
  | Bytes
  | Empty;

/** An answer whose JSON is written. */
export interface Written {
  readonly status: number;
  /** Null for an empty one. */
  readonly text: string | null;
  /** Its ETag, if it has one. */
  readonly tag: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Writes what a change answers, or a resource that is read. */
export function written(answer: Whole<unknown> | Empty, hasTag: boolean): Written {
  const { status, headers } = answer;
  if (!('body' in answer)) return { status, text: null, tag: undefined, headers };
  const text = JSON.stringify(answer.body);
  const tag = hasTag ? tagOf(answer.lasting ? JSON.stringify(answer.lasting) : text) : undefined;
  return { status, text, tag, headers };
}

export const ok = <Body>(body: Body) => ({ status: 200, body });
export const created = <Body>(body: Body) => ({ status: 201, body });
export const noContent: Empty = { status: 204 };
export const SUCCESS = ok({ success: true } as const);

/** A paginated list (docs/rules.md, Lists). */
export const list = <Item, Presented>(page: Page<Item>, present: (item: Item) => Presented) => ({
  page,
  present,
});
