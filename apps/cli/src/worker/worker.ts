import type { Run } from '@tandem/client';
import type { AgentClient, ClaimedTask, WorkKind } from './client.ts';
import type { Report } from './report.ts';
import type { RunLogs } from './run-logs.ts';

/** A worker's dependencies and settings. */
export interface Worker {
  readonly client: AgentClient;
  /** The shell command that answers a turn or does a task. */
  readonly command: string;
  /** Runs the command unless given. */
  readonly doTask?: DoTask | undefined;
  /** Called after each piece of work and each request for it. */
  readonly cleanUp?: (() => Promise<void>) | undefined;
  /** The kinds of work that it claims. */
  readonly kinds: readonly WorkKind[];
  /** How many of them at a time. */
  readonly parallel: number;
  /** The lease of claimed work, in seconds. */
  readonly leaseSeconds: number;
  /** Milliseconds after which a command is ended; never unless given. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds without output after which the worker warns; 10 minutes unless given. */
  readonly silentMs?: number | undefined;
  /** None unless given. */
  readonly logs?: RunLogs | undefined;
  /** Prints one line about the worker's progress. */
  readonly say: (line: string) => void;
}

/** Prints one line about a task. */
export type Say = (what: string) => void;

export interface TaskRun {
  readonly claimed: ClaimedTask;
  /** The claim on the task; its signal ends the work. */
  readonly run: Run;
  readonly say: Say;
}

/** Does the work of a claimed task and returns what to report about it; never throws for a failed command. */
export type DoTask = (worker: Worker, task: TaskRun) => Promise<Report>;
