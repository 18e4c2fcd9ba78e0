import type { Memory } from '../measured-server.ts';
import { type Column, decimals, rounded, table } from '../table.ts';
import type { Ended } from './holder.ts';
import type { Latency, Waits, WaitsResult } from './measure.ts';

const COLUMNS: readonly Column<Waits>[] = [
  { heading: 'waits', cell: ({ waits }) => rounded(waits) },
  { heading: 'MB before', cell: ({ before }) => megabytes(before.resident) },
  { heading: 'MB held', cell: ({ holding }) => megabytes(holding.resident) },
  { heading: 'kB a wait', cell: (row) => each(row, 'holding', 'resident') },
  { heading: 'connection', cell: (row) => each(row, 'connected', 'resident') },
  { heading: 'heap kB', cell: (row) => each(row, 'holding', 'heap') },
  { heading: 'CPU µs/s', cell: ({ idleCpu, cpu }) => `${rounded(idleCpu)} / ${rounded(cpu)}` },
  { heading: 'commit → answer ms', cell: ({ sinceCommit }) => latencies(sinceCommit) },
  { heading: 'reply → answer ms', cell: ({ sinceReply }) => latencies(sinceReply) },
  { heading: 'time over', cell: ({ over }) => (over ? `${ends(over)}, ${seconds(over.longest)} s` : '-') },
  { heading: 'server stops', cell: ({ stopped }) => `${ends(stopped)}, ${seconds(stopped.ms)} s` },
];

const megabytes = (bytes: number) => decimals(1)(bytes / 1e6);
const seconds = (ms: number) => decimals(2)(ms / 1_000);
const latencies = ({ p50, p99, max }: Latency) => [p50, p99, max].map(decimals(2)).join(' / ');
const ends = ({ pending, lost }: Ended) => `${rounded(pending)} of ${rounded(pending + lost)}`;

/** Additional kilobytes per wait. */
const each = (row: Waits, state: 'connected' | 'holding', of: keyof Memory) =>
  decimals(1)((row[state][of] - row.before[of]) / row.waits / 1_000);

export const waitsReport = ({ measured, leftOut }: WaitsResult): string => `
Held waits: GET /api/v1/chats/:id/turns/:turnId?wait=25, 200 for each key, each on a connection of its own

${measured.length > 0 ? table(measured, COLUMNS) : 'None measured.'}
${leftOut ? leftOutLine(leftOut) : ''}
Each row has a fresh server in a process of its own; two others hold the waits, and answer some of the turns one
after another as agents do. Latencies are p50 / p99 / max of the answered.
  kB a wait           resident memory of the server for each wait, its connection included; connection is what an
                      open one takes that asks nothing, and heap the part of the whole in JavaScript objects.
                      The server had some to spare before, so with few waits the heap tells more.
  CPU µs/s            of the server while it has no connection, and while it only holds. The second should not
                      follow the number of waits.
  commit → answer ms  from the agent's 200, sent when the reply is on disk, to the waiting client's answer. It can
                      be below 0, when the client hears of it first. reply → answer has the reply's commit in it.
  time over, stops    waits that returned their pending turn, of all that nobody answered, and how long it took to
                      the last of them: since the request, or since the server was told to stop.
`;

const leftOutLine = ({ waits, openFiles }: NonNullable<WaitsResult['leftOut']>): string => `
LEFT OUT: ${waits.map(rounded).join(' and ')} waits, for a process may open only ${rounded(openFiles)} files here (ulimit -n).
Raise that limit, and measure again.
`;
