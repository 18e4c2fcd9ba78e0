import type { AgentClient, WorkKind } from './client.ts';

/** What a worker works with. */
export interface Worker {
  readonly client: AgentClient;
  /** The shell command that answers a turn or does a task. */
  readonly command: string;
  /** What it takes up. */
  readonly kinds: readonly WorkKind[];
  /** How many of them at a time. */
  readonly parallel: number;
  /** How long what is claimed is held without a sign of life. */
  readonly leaseSeconds: number;
  /** Told what the worker does, one line at a time. */
  readonly say: (line: string) => void;
}
