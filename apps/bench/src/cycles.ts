import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { type Caller, createTandem, type Storage, type Tandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import { databaseIn } from './seed.ts';
import { median } from './statistics.ts';
import { decimals, table } from './table.ts';

const TASKS = 10_000;
const EDGES = 100_000;
const SAMPLES = 30;

/** The cost of a cycle check for one kind of position in the graph, in milliseconds. */
interface CycleCheck {
  readonly name: string;
  readonly median: number;
  readonly worst: number;
}

/**
 * Relates tasks in a graph that is a knot throughout, so that a check has to look at all of it; two tasks
 * are left outside, as ends that no path reaches.
 */
export async function measureCycles(folder: string): Promise<CycleCheck[]> {
  const storage = sqliteStorage({ file: databaseIn(folder) });
  const tandem = createTandem({ ...nodePorts(), storage });
  try {
    const { admin: caller, workspaceId } = await newTeam(tandem);
    await Promise.all(
      Array.from({ length: TASKS + 2 }, () => tandem.tasks.create(caller, { title: 'A task' })),
    );
    await relateAll(storage, workspaceId);
    const [alone, another] = [TASKS + 1, TASKS + 2];
    return [
      await measure('nothing', tandem, caller, alone, another),
      await measure('half of the graph, no circle', tandem, caller, alone, TASKS / 2),
      await measure('all of the graph, no circle', tandem, caller, alone, 1),
      await measure('all of the graph, and a circle', tandem, caller, TASKS, 1),
    ];
  } finally {
    await tandem.close();
  }
}

/** Each task but the two last blocks some of those that follow it, so that the first leads to all. */
function relateAll(storage: Storage, workspaceId: string): Promise<void> {
  const step = EDGES / TASKS;
  return storage.write(workspaceId, async ({ relations }) => {
    for (let from = 1; from < TASKS; from++) {
      for (let i = 0; i < step; i++) {
        const to = from + 1 + ((i * 97 * from) % (TASKS - from));
        const edge = { kind: 'blocks', from, to } as const;
        if (await relations.ofEdge(edge)) continue;
        await relations.insert({ id: `${from}-${i}`, ...edge, madeOn: from, madeBy: 'human' });
      }
    }
  });
}

/** Makes `from` block `to`, again and again. */
async function measure(
  name: string,
  { relations }: Tandem,
  caller: Caller,
  from: number,
  to: number,
): Promise<CycleCheck> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const start = performance.now();
    const made = await relations
      .relate(caller, from, { type: 'blocks', taskNumber: to })
      .catch((error: { code?: string }) => {
        if (error.code !== 'CYCLE_DETECTED') throw error;
        return null;
      });
    times.push(performance.now() - start);
    if (made) await relations.unrelate(caller, from, made.id);
  }
  return { name, median: median(times), worst: Math.max(...times) };
}

export const cyclesReport = (checks: readonly CycleCheck[]): string => `
Checks for circles: a new "blocks" in a graph of ${TASKS.toLocaleString('en-US')} tasks and ${EDGES.toLocaleString('en-US')} edges

${table(checks, [
  { heading: 'what is ahead of the new edge', cell: ({ name }) => name },
  { heading: 'median ms', cell: (row) => decimals(1)(row.median) },
  { heading: 'worst ms', cell: (row) => decimals(1)(row.worst) },
])}

With the commit, where there is no circle. Nothing else is answered while a check runs.
`;
