import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem } from '@tandem/core';
import { GROWTH_CASES, type GrowthCase, type Workspace } from './growth-cases.ts';
import { endlessMoves } from './population.ts';
import { databaseIn, type Seeded } from './seed.ts';
import { median } from './statistics.ts';

/** The cost of a case in the small and in the large workspace: median microseconds. */
export interface Growth {
  readonly name: string;
  readonly small: number;
  readonly large: number;
  /** The rows of a page in both; `null` if the case is not a page. */
  readonly rows: { readonly small: number; readonly large: number } | null;
}

/** Runs each case in both workspaces by turns, in this process, at the level of the use cases. */
export async function measureGrowth(small: Seeded, large: Seeded): Promise<Growth[]> {
  const workspaces = [await openWorkspace(small), await openWorkspace(large)] as const;
  try {
    const results: Growth[] = [];
    for (const growthCase of GROWTH_CASES) results.push(await measureCase(growthCase, ...workspaces));
    return results;
  } finally {
    for (const { tandem } of workspaces) await tandem.close();
  }
}

async function openWorkspace(seeded: Seeded): Promise<Workspace> {
  const tandem = createTandem({
    ...nodePorts(),
    storage: sqliteStorage({ file: databaseIn(seeded.folder) }),
  });
  const caller = await tandem.operator.callerFor(seeded.workspaceId, seeded.admin);
  return { tandem, caller, seeded, nextMove: endlessMoves(seeded.tasks) };
}

const WARM_UPS = 30;
const SAMPLES = 300;
/** Slow cases are measured less often; a few samples suffice. */
const MAX_MS = 3_000;

async function measureCase(growthCase: GrowthCase, small: Workspace, large: Workspace): Promise<Growth> {
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  const end = performance.now() + MAX_MS;
  for (let i = 0; i < WARM_UPS + SAMPLES && (i <= WARM_UPS || performance.now() < end); i++) {
    times.small.push(await time(growthCase, small));
    times.large.push(await time(growthCase, large));
  }
  return {
    name: growthCase.name,
    small: median(times.small.slice(WARM_UPS)),
    large: median(times.large.slice(WARM_UPS)),
    rows: growthCase.rows
      ? { small: await growthCase.rows(small), large: await growthCase.rows(large) }
      : null,
  };
}

/** Microseconds for one unit of the case. */
async function time({ run, together: all }: GrowthCase, workspace: Workspace): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: all }, () => run(workspace)));
  return ((performance.now() - start) * 1_000) / all;
}
