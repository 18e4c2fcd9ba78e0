import type { Signal, Work } from '@tandem/core';

/** A queued unit of work. */
export interface Job {
  readonly work: Work<unknown>;
  /** The time of arrival, by `performance.now()`. */
  readonly since: number;
  settle(outcome: Outcome): void;
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly signals: readonly Signal[] }
  | { readonly ok: false; readonly error: unknown };

/** The units that share a commit. */
export interface Group {
  readonly workspaceId: string;
  readonly jobs: readonly Job[];
  /** By `performance.now()`. */
  readonly begunAt: number;
  /** When its COMMIT was sent; null before. */
  committingAt: number | null;
  /** True if its units were refused as uncertain: it is not retried then. */
  decided: boolean;
}

export type Attempt =
  | { readonly outcomes: Outcome[] }
  /** Nothing was committed, because of one of several units or because of the transaction. */
  | { readonly failed: unknown; readonly isOfUnit: boolean };

export const failedAll = (jobs: readonly Job[], error: unknown): Outcome[] =>
  jobs.map(() => ({ ok: false, error }));
