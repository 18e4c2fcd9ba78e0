import type { Agent, Claim, Telemetry } from '@tandem/client';

/** An agent's state, derived from Tandem's data (leases and settings), never from the agent's own report. */
export type AgentState = 'working' | 'stopping' | 'paused' | 'limit' | 'idle';

type Limits = Agent['limits'];
type Used = Readonly<Record<string, number>>;

interface Known {
  readonly paused: boolean;
  readonly limits: Limits;
  /** The number of tasks it holds. */
  readonly taskCount: number;
  /** Its usage today. */
  readonly used: Used | undefined;
}

/** A paused agent that still holds a task has been asked to stop but hasn't stopped yet. */
export function agentStateOf({ paused, limits, taskCount, used }: Known): AgentState {
  if (paused) return taskCount > 0 ? 'stopping' : 'paused';
  if (isAtLimit(limits, used)) return 'limit';
  return taskCount > 0 ? 'working' : 'idle';
}

/** Returns whether any daily limit has been reached. */
export const isAtLimit = (limits: Limits, used: Used = {}): boolean =>
  Object.entries(limits?.usage ?? {}).some(([name, { perDay }]) => (used[name] ?? 0) >= perDay);

/** When the process was last heard from: by a report, or by work on a claimed task. */
export function lastSeenAt(
  telemetry: Telemetry | null | undefined,
  claims: readonly (Claim | null)[],
): string | null {
  const times = [telemetry?.timestamp, ...claims.flatMap((claim) => (claim ? [claim.heardAt] : []))];
  return times.reduce<string | null>((last, at) => (at && (!last || at > last) ? at : last), null);
}
