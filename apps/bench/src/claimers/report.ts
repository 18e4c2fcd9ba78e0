import { decimals, rounded, table } from '../table.ts';
import type { Latency } from '../waits/measure.ts';
import type { ClaimersResult } from './measure.ts';

const latencies = ({ p50, p99, max }: Latency) => [p50, p99, max].map(decimals(2)).join(' / ');

export const claimersReport = (result: ClaimersResult): string => `
Waiting claimers: POST /api/v1/tasks/claim with wait=25, each on a connection of its own

${table(
  [result],
  [
    { heading: 'claimers', cell: ({ claimers }) => rounded(claimers) },
    { heading: 'filters', cell: ({ filters }) => rounded(filters) },
    { heading: 'create → answer ms', cell: ({ create }) => latencies(create) },
    { heading: 'commit → claim ms', cell: ({ claim }) => latencies(claim) },
    { heading: 'CPU µs', cell: ({ cpu }) => rounded(cpu) },
  ],
)}

Tasks are created one after another, each for one of the filters, and each is claimed before the next is created;
whoever has been answered asks again. Latencies are p50 / p99 / max.
  create → answer ms  of the create, whose commit is on disk then: what the machine takes for one commit.
  commit → claim ms   from then until a waiting claimer has the task, with a commit of its own. The p99 should be
                      below 5.
  CPU µs              of the server for a task that is created and claimed, and the claim that is held again.
`;
