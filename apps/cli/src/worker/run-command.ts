import { execute, type Outcome } from './exec.ts';
import { NO_LOGS } from './run-logs.ts';
import type { Worker } from './worker.ts';

export const DEFAULT_SILENT_MS = 10 * 60_000;

/** A run of the worker's command. */
export interface CommandRun {
  /** The name of its log, such as `task-7`. */
  readonly name: string;
  readonly input: unknown;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly say: (what: string) => void;
}

/** Runs the worker's command with its options; logs a warning each time it prints nothing for too long. */
export const runCommand = (
  { command, timeoutMs, silentMs = DEFAULT_SILENT_MS, logs = NO_LOGS }: Worker,
  { name, input, env, signal, say }: CommandRun,
): Promise<Outcome> =>
  execute(command, JSON.stringify(input), signal, {
    env,
    timeoutMs,
    silentMs,
    onSilence: (silentForMs) => say(`no output for ${durationText(silentForMs)}`),
    log: logs(name),
  });

/** A duration rounded to its largest whole unit. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
