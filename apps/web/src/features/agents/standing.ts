import type { Agent, Claim, Telemetry } from '@tandem/client';

/** What an agent is doing, by what Tandem knows of it: its leases and what people have set; never by what it says. */
export type AgentStanding = 'working' | 'stopping' | 'paused' | 'limit' | 'free';

type Limits = Agent['limits'];
type Used = Readonly<Record<string, number>>;

interface Known {
  readonly paused: boolean;
  readonly limits: Limits;
  /** How many tasks it holds. */
  readonly holds: number;
  /** What it has used today. */
  readonly used: Used | undefined;
}

/** Somebody who is paused and still holds something has been told to stop, and has not yet. */
export function standingOf({ paused, limits, holds, used }: Known): AgentStanding {
  if (paused) return holds > 0 ? 'stopping' : 'paused';
  if (isAtLimit(limits, used)) return 'limit';
  return holds > 0 ? 'working' : 'free';
}

/** Whether it has used as much of something as it may on a day. */
export const isAtLimit = (limits: Limits, used: Used = {}): boolean =>
  Object.entries(limits?.usage ?? {}).some(([name, { perDay }]) => (used[name] ?? 0) >= perDay);

/** When its process was last heard of: by what it reports, or by its work at what it holds. */
export function lastHeard(
  telemetry: Telemetry | null | undefined,
  claims: readonly (Claim | null)[],
): string | null {
  const times = [telemetry?.timestamp, ...claims.flatMap((claim) => (claim ? [claim.heardAt] : []))];
  return times.reduce<string | null>((last, at) => (at && (!last || at > last) ? at : last), null);
}
