import { median } from '../statistics.ts';
import { type Before, type Claimers, makeClaimers, TOGETHER } from './fixture.ts';

/** The cost of claiming the next task behind these tasks. */
export interface ClaimCost {
  readonly before: Before;
  /** Milliseconds of CPU for the first claim of each agent since the process began. */
  readonly first: number;
  /** Microseconds of CPU for a claim: the median over the turns. */
  readonly cpu: number;
  /** As a multiple of the cost in the same turn without any tasks before it. */
  readonly ratio: number;
}

const WARM_UPS = 10;
const TURNS = 10;

/** Claims by turns in all workspaces, in this process, at the level of the use cases. */
export async function measureClaims(
  folder: string,
  tasks: number,
  rounds: number,
  note: (text: string) => void,
): Promise<ClaimCost[]> {
  const { workspaces, passDay, close } = await makeClaimers(folder, tasks, note);
  try {
    const first: number[] = [];
    for (const workspace of workspaces) first.push((await claimAll(workspace)) / 1_000);
    const turns: number[][] = [];
    note('claiming');
    for (let turn = 0; turn < WARM_UPS + rounds * TURNS; turn++) {
      passDay();
      const costs = [];
      for (const workspace of workspaces) costs.push(await claimAll(workspace));
      if (turn >= WARM_UPS) turns.push(costs);
    }
    return workspaces.map(({ before }, i) => ({
      before,
      first: (first[i] as number) * TOGETHER,
      cpu: median(turns.map((costs) => costs[i] as number)),
      ratio: median(turns.map((costs) => (costs[i] as number) / (costs[0] as number))),
    }));
  } finally {
    await close();
  }
}

/** Claims as many as the agents may hold, and gives all back; returns microseconds of CPU for a claim. */
async function claimAll({ tandem, labels, callers }: Claimers): Promise<number> {
  const start = process.cpuUsage();
  const briefings = await Promise.all(callers.map((caller) => tandem.claims.next(caller, { labels })));
  const { user, system } = process.cpuUsage(start);
  await Promise.all(
    briefings.map((briefing, i) => {
      if (!briefing) throw new Error('A claim found nothing.');
      const { task, lease } = briefing;
      return tandem.claims.release(callers[i] as Claimers['callers'][number], task.taskNumber, {
        token: lease.token,
      });
    }),
  );
  return (user + system) / callers.length;
}
