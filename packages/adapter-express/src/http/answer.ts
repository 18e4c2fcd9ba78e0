import type { Page } from '@tandem/core';

/** What a binding answers: a resource, a page whose cursor the pipeline writes, the bytes of a file, or nothing. */
export type Answer =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly page: Page<unknown>; readonly present: (item: never) => unknown }
  | {
      readonly status: number;
      readonly content: AsyncIterable<Uint8Array>;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly status: 204 | 304 | 416; readonly headers?: Readonly<Record<string, string>> };

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };
export const SUCCESS: Answer = ok({ success: true });

/** A paginated list (docs/rules.md, Lists). */
export const list = <Item>(page: Page<Item>, present: (item: Item) => unknown): Answer => ({ page, present });
