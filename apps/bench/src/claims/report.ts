import { decimals, rounded, table } from '../table.ts';
import { READY, TOGETHER } from './fixture.ts';
import type { ClaimCost } from './measure.ts';

export const claimsReport = (costs: readonly ClaimCost[], tasks: number): string => `
Claims: the next of ${rounded(READY)} ready tasks, with ${rounded(tasks)} others before them

${table(costs, [
  { heading: 'before them', cell: ({ before }) => before },
  { heading: 'CPU µs', cell: ({ cpu }) => rounded(cpu) },
  { heading: 'ratio', cell: ({ ratio }) => decimals(2)(ratio) },
  { heading: 'first CPU ms', cell: ({ first }) => decimals(1)(first) },
])}

Of a claim, at the use cases, ${TOGETHER} at a time, given back in between; a ratio should be at most 2. Those that are
ready are claimed themselves; foreign ones are assigned to another agent, not yet ones rest, and declined ones have been
declined by each claimer; the claims behind unlabeled ones ask for a label. The first ${TOGETHER} claims together are those
of a process that knows nothing yet.
`;
