import fc from 'fast-check';
import type { Storage } from '../../src/index.ts';
import { outcome, world } from '../world.ts';

/** Few enough that no tree is too deep. */
const TASKS = 6;

/** Moves a task below another, or detaches it; or lets it block another. */
interface Step {
  readonly does: 'move' | 'block';
  readonly task: number;
  readonly other: number | null;
}

const number = fc.integer({ min: 1, max: TASKS });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('move' as const), task: number, other: fc.option(number, { freq: 5 }) }),
  fc.record({ does: fc.constant('block' as const), task: number, other: number }),
);

type Parents = ReadonlyMap<number, number | null>;
type Blocks = readonly (readonly [blocker: number, blocked: number])[];

/**
 * Property test: parents and blockers are refused as a cycle exactly if tasks would wait for each other with them. Call
 * it in a Jest test file; `make` returns a new, empty storage for each of `runs` scripts, which the test closes.
 * Requires fast-check.
 */
export function parentsTest(name: string, make: () => Storage | Promise<Storage>, runs: number): void {
  test(`only parents and blockers that close a cycle are refused, on ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const storage = await make();
        try {
          const { tandem, admin } = await world({ storage });
          for (let i = 1; i <= TASKS; i++) await tandem.tasks.create(admin, { title: `Task ${i}` });
          let parents: Parents = new Map();
          let blocks: Blocks = [];
          for (const { does, task, other } of steps) {
            const nextParents = does === 'move' ? new Map([...parents, [task, other] as const]) : parents;
            const isNew = !blocks.some(([from, to]) => from === task && to === other);
            if (does === 'block' && (task === other || !isNew)) continue;
            const nextBlocks: Blocks = does === 'block' ? [...blocks, [task, other as number]] : blocks;
            const came = await outcome(() =>
              does === 'move'
                ? tandem.tasks.update(admin, task, { parentTaskNumber: other })
                : tandem.relations.relate(admin, task, { type: 'blocks', taskNumber: other as number }),
            );
            const expected = isCyclic(nextParents, nextBlocks) ? 'CYCLE_DETECTED' : 'ok';
            expect({ does, task, other, came }).toEqual({ does, task, other, came: expected });
            if (expected === 'ok') [parents, blocks] = [nextParents, nextBlocks];
          }
        } finally {
          await storage.close();
        }
      }),
      { numRuns: Number(process.env.TANDEM_TREE_RUNS ?? runs), endOnFailure: true },
    );
  }, 600_000);
}

/** Whether no order is left: a task starts after its parent and its blockers' ends, and ends after its children. */
function isCyclic(parents: Parents, blocks: Blocks): boolean {
  const numbers = Array.from({ length: TASKS }, (_, i) => i + 1);
  let left = numbers.flatMap((task) => [`start ${task}`, `end ${task}`]);
  const edges = [
    ...numbers.map((task) => [`start ${task}`, `end ${task}`]),
    ...blocks.map(([blocker, blocked]) => [`end ${blocker}`, `start ${blocked}`]),
    ...[...parents].flatMap(([child, parent]) =>
      parent === null
        ? []
        : [
            [`start ${parent}`, `start ${child}`],
            [`end ${child}`, `end ${parent}`],
          ],
    ),
  ];
  for (let before = Number.NaN; left.length !== before; ) {
    before = left.length;
    left = left.filter((moment) =>
      edges.some(([from, to]) => to === moment && left.includes(from as string)),
    );
  }
  return left.length > 0;
}
