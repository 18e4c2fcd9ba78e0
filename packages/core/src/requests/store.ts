/** What a request was answered that came under an idempotency key (docs/rules.md, Nothing twice). */
export interface KeptAnswer {
  /** Whom the key of the request speaks for: a member, or a service's key. */
  readonly callerId: string;
  readonly key: string;
  /** The operation and what its path names. */
  readonly request: string;
  readonly payloadHash: string;
  readonly status: number;
  /** As JSON; null for an empty answer, and for one that is shown only once. */
  readonly body: string | null;
  readonly createdAt: number;
}

export interface AnswerStore {
  keep(answer: KeptAnswer): Promise<void>;
  recall(callerId: string, key: string, request: string): Promise<KeptAnswer | null>;
  /** Forgets those from before a time, at most so many; returns how many. */
  forget(before: number, atMost: number): Promise<number>;
}
