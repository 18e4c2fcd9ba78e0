import type { LongText } from './long-texts.ts';

/** The stored response of a request with an idempotency key (docs/rules.md, Idempotency). */
export interface StoredResponse {
  /** The member or the service's key that sent the request. */
  readonly callerId: string;
  readonly key: string;
  /** The operation and the parameters of its path. */
  readonly request: string;
  readonly payloadHash: string;
  readonly status: number;
  /** As JSON without `longTexts`; null for an empty response, and for one that is shown only once. */
  readonly body: string | null;
  /** The long values cut out of `body`; null without any. */
  readonly longTexts: readonly LongText[] | null;
  readonly createdAt: number;
}

/** Resolution of the last use of a text, in milliseconds; recording every use would rewrite the text each time. */
export const TEXT_USE_MS = 60 * 60_000;

export interface StoredResponseStore {
  keep(answer: StoredResponse): Promise<void>;
  recall(callerId: string, key: string, request: string): Promise<StoredResponse | null>;
  /** Stores a long text under its SHA-256, or updates its last use, to the hour. */
  keepText(hash: string, text: string, usedAt: number): Promise<void>;
  /** The stored texts among these, by their SHA-256. */
  texts(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Deletes up to `atMost` responses from before a time; returns how many. */
  forget(before: number, atMost: number): Promise<number>;
  /** Deletes up to `atMost` texts that were last used before a time; returns how many. */
  forgetTexts(before: number, atMost: number): Promise<number>;
}
