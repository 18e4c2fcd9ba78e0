import type { Comparison } from './comparison.ts';
import type { Growth } from './growth.ts';
import { type Column, decimals, rounded, table } from './table.ts';

const COMPARISON: readonly Column<Comparison>[] = [
  { heading: 'operation', cell: ({ scenario }) => scenario.operation },
  { heading: 'connections', cell: ({ scenario }) => String(scenario.connections) },
  { heading: 'floor CPU µs', cell: ({ floor }) => rounded(floor.cpu) },
  { heading: 'Tandem CPU µs', cell: ({ tandem }) => rounded(tandem.cpu) },
  { heading: 'share', cell: ({ share }) => decimals(2)(share) },
  { heading: 'aim', cell: ({ scenario }) => decimals(2)(scenario.aim) },
  { heading: 'floor req/s', cell: ({ floor }) => rounded(floor.perSecond) },
  { heading: 'Tandem req/s', cell: ({ tandem }) => rounded(tandem.perSecond) },
  { heading: 'floor p50/p99 ms', cell: ({ floor }) => latencies(floor) },
  { heading: 'Tandem p50/p99 ms', cell: ({ tandem }) => latencies(tandem) },
];

const latencies = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`;

export const comparisonReport = (comparisons: readonly Comparison[], tasks: number): string => `
Tandem beside the floor, ${rounded(tasks)} tasks

${table(comparisons, COMPARISON)}

The floor is a plain Express server that runs the same SQL by prepared statements on the same schema with the
same durability and looks up the key. It has no validation, policies, activity, notifications or logs. Tandem
has all of it on. They take turns, each loaded by a process of its own; figures are medians over the turns.
  CPU µs   user and system time of the server for a request. A busy machine changes it little;
  share    the floor's as a share of Tandem's. It should reach the aim.
  req/s    requests a second, which depend on what else the machine has to do.
With one connection a write waits for the disk, as the floor's does.
`;

/** Growth in the large workspace above which a case is marked. */
const TOLERATED = 1.5;

const growthColumns = (small: number, large: number): readonly Column<Growth>[] => [
  { heading: 'median µs', cell: ({ name }) => name },
  { heading: `${rounded(small)} tasks`, cell: (row) => decimals(1)(row.small) },
  { heading: `${rounded(large)} tasks`, cell: (row) => decimals(1)(row.large) },
  { heading: 'ratio', cell: (row) => decimals(2)(row.large / row.small) },
  { heading: '', cell: remark },
];

function remark({ small, large, rows }: Growth): string {
  if (large / small <= TOLERATED) return '';
  return rows && rows.small !== rows.large ? `${rows.small} rows against ${rows.large}` : 'grows';
}

export const growthReport = (growth: readonly Growth[], small: number, large: number): string => `
Growth: the same from ${rounded(small)} to ${rounded(large)} tasks

${table(growth, growthColumns(small, large))}

Measured in one process at the use cases, without HTTP. A page has 25 tasks; a deep one begins in the middle of
the list. Writes run 64 together and share their commits. A ratio near 1 means that the cost does not follow the
size of the workspace; above ${TOLERATED} it is marked, or told that the small workspace could not fill the page.
`;
