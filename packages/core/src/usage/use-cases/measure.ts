import type { Caller, Run } from '../../access/caller.ts';
import { checkMeasures } from '../../access/hosting.ts';
import { type Claim, isLiving } from '../../claims/claim.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { invalid } from '../../shared/refusal.ts';
import { countUsage } from '../../steps/count-usage.ts';
import { budgetKeeper } from '../../steps/keep-budgets.ts';
import { type DataPoint, growthOf, isCountable, pointKey, type SeenPoint } from '../measured.ts';
import { totalOf, type Usage } from '../usage.ts';

/** Maximum data points of one report; one unit of work counts them all. */
export const MAX_DATA_POINTS = 1_000;

/** How long a data point is recognized after it was last seen, in milliseconds. */
export const POINTS_KEPT_MS = 24 * 60 * 60_000;
/** Maximum points deleted in one unit of work. */
export const FORGET_STEP = 1_000;

export interface Measurements {
  readonly points: readonly DataPoint[];
}

const NANOSECONDS = /^\d{1,20}$/;

/**
 * Counts data points that the telemetry of an agent's program sends, each once however often it arrives (docs/rules.md,
 * Usage). With a run key they count for its claim, even after its end; with the agent's own key for its only living
 * claim, or for the agent alone.
 */
export function usageMeter(ports: SteadyPorts) {
  const { storage, clock, steadyClock } = ports;
  const budgets = budgetKeeper(ports);

  return (caller: Caller, { points }: Measurements): Promise<void> =>
    storage.write(caller.workspaceId, async (stores) => {
      checkMeasures(caller);
      checkPoints(points);
      const at = clock();
      const run = caller.run ?? onlyOne(await stores.claims.ofAgent(caller.id), steadyClock());
      const usage = await countOnce(stores, run?.claimId ?? caller.id, points, at);
      if (Object.keys(usage).length === 0) return;
      const task = run && (await stores.tasks.byNumber(run.taskNumber));
      const claimId = task ? run.claimId : null;
      await countUsage(stores, { agentId: caller.id, task, at, usage, claimId, source: 'measured' });
      if (task) await budgets.afterUsage(stores, caller.workspaceId, task.taskNumber);
    });
}

function checkPoints(points: readonly DataPoint[]): void {
  if (points.length > MAX_DATA_POINTS) throw invalid({ points: `must be at most ${MAX_DATA_POINTS}` });
  const isSound = ({ start, time, value }: DataPoint) =>
    NANOSECONDS.test(start) && NANOSECONDS.test(time) && isCountable(value);
  if (!points.every(isSound)) throw invalid({ points: 'must have valid times and values' });
}

/** What the points add to those of the owner that were seen before, by name. */
async function countOnce(
  stores: Pick<Stores, 'usage'>,
  owner: string,
  points: readonly DataPoint[],
  at: number,
): Promise<Usage> {
  const before = await stores.usage.seenPoints(owner, [...new Set(points.map(pointKey))]);
  const seen = new Map<string, SeenPoint>(before.map((point) => [point.key, point]));
  const grown: Usage[] = [];
  for (const point of points) {
    const key = pointKey(point);
    const [growth, now] = growthOf(seen.get(key), point);
    seen.set(key, now);
    if (growth > 0) grown.push({ [point.name]: growth });
  }
  await stores.usage.seePoints(owner, [...seen.values()], at);
  return totalOf(grown);
}

function onlyOne(claims: readonly Claim[], steadyNow: number): Run | null {
  const [claim, ...others] = claims.filter((each) => isLiving(each, steadyNow));
  return claim && others.length === 0 ? { claimId: claim.id, taskNumber: claim.taskNumber } : null;
}
