import { type Figures, measure, startContestant, stopContestant } from './comparison.ts';
import type { Operation } from './load/requests.ts';
import type { Seeded } from './seed.ts';
import { median } from './statistics.ts';
import { decimals, rounded, table } from './table.ts';

/** The same change without and with a precondition in its headers. */
const PAIRS: readonly (readonly [plain: Operation, onTerms: Operation])[] = [
  ['create', 'keyed create'],
  ['patch', 'keyed patch'],
  ['patch', 'conditional patch'],
];
const CONNECTIONS = 32;
const WARM_UP_MS = 1_000;

/** The cost of a precondition. */
interface Cost {
  readonly name: string;
  readonly plain: Figures['cpu'];
  readonly onTerms: Figures['cpu'];
  /** The median over the rounds. */
  readonly ratio: number;
}

/** Loads one server with each change with and without preconditions, in turns. */
export async function measureTerms(seeded: Seeded, rounds: number, sliceMs: number): Promise<Cost[]> {
  const contestant = await startContestant('tandem', seeded, null);
  const cpu = async (operation: Operation, ms: number) =>
    (await measure({ operation, connections: CONNECTIONS, aim: 1 }, contestant, ms)).cpu;
  const costs: Cost[] = [];
  for (const [plain, onTerms] of PAIRS) {
    await cpu(plain, WARM_UP_MS);
    await cpu(onTerms, WARM_UP_MS);
    const turns: { plain: number; onTerms: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      turns.push({ plain: await cpu(plain, sliceMs), onTerms: await cpu(onTerms, sliceMs) });
    }
    costs.push({
      name: onTerms,
      plain: median(turns.map((turn) => turn.plain)),
      onTerms: median(turns.map((turn) => turn.onTerms)),
      ratio: median(turns.map((turn) => turn.onTerms / turn.plain)),
    });
  }
  await stopContestant(contestant);
  return costs;
}

export const termsReport = (costs: readonly Cost[]): string => `
Changes on terms: under an idempotency key, or from one state alone

${table(costs, [
  { heading: 'change', cell: ({ name }) => name },
  { heading: 'plain CPU µs', cell: ({ plain }) => rounded(plain) },
  { heading: 'on terms CPU µs', cell: ({ onTerms }) => rounded(onTerms) },
  { heading: 'ratio', cell: ({ ratio }) => decimals(2)(ratio) },
])}

Each beside the same change without the header, in turns on one server with ${CONNECTIONS} connections. A keyed create
should cost at most 1.25 of a plain one.
`;
