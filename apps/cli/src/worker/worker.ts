import type { AgentClient, WorkKind } from './client.ts';
import type { RunLogs } from './run-logs.ts';

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
  /** Milliseconds after which a command is ended; never unless given. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds without output after which the worker warns; 10 minutes unless given. */
  readonly silentMs?: number | undefined;
  /** None unless given. */
  readonly logs?: RunLogs | undefined;
  /** Told what the worker does, one line at a time. */
  readonly say: (line: string) => void;
}
