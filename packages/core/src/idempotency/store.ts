import type { LongText } from './long-texts.ts';

/** What a request was answered that came under an idempotency key (docs/rules.md, Nothing twice). */
export interface StoredResponse {
  /** Whom the key of the request speaks for: a member, or a service's key. */
  readonly callerId: string;
  readonly key: string;
  /** The operation and what its path names. */
  readonly request: string;
  readonly payloadHash: string;
  readonly status: number;
  /** As JSON without `longTexts`; null for an empty answer, and for one that is shown only once. */
  readonly body: string | null;
  /** The long values that were cut out of `body`; null where there are none. */
  readonly longTexts: readonly LongText[] | null;
  readonly createdAt: number;
}

/** How exactly the last use of a text is known, in milliseconds; noting each use would write the text each time. */
export const TEXT_USE_MS = 60 * 60_000;

export interface StoredResponseStore {
  keep(answer: StoredResponse): Promise<void>;
  recall(callerId: string, key: string, request: string): Promise<StoredResponse | null>;
  /** Stores a long text by its SHA-256, or notes that it is used again at a time, to the hour. */
  keepText(hash: string, text: string, usedAt: number): Promise<void>;
  /** The texts that are stored of these, by their SHA-256. */
  texts(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Forgets those from before a time, at most so many; returns how many. */
  forget(before: number, atMost: number): Promise<number>;
  /** Forgets texts that were last used before a time, at most so many; returns how many. */
  forgetTexts(before: number, atMost: number): Promise<number>;
}
