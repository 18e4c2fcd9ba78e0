import { decimals, rounded, table } from '../table.ts';
import type { Latency } from '../waits/measure.ts';
import type { StreamsResult } from './measure.ts';

const latencies = ({ p50, p99, max }: Latency) => [p50, p99, max].map(decimals(1)).join(' / ');

export const streamsReport = ({ rest, delivery, catchUps }: StreamsResult): string => `
Event streams at rest: GET /api/v1/events/stream, each on a connection of its own

${table(
  [rest],
  [
    { heading: 'streams', cell: ({ streams }) => rounded(streams) },
    { heading: 'kB resident each', cell: (of) => each(of.holding.resident - of.before.resident, of) },
    { heading: 'kB of heap each', cell: (of) => each(of.holding.heap - of.before.heap, of) },
    { heading: 'CPU ms/s', cell: ({ cpu }) => decimals(1)(cpu / 1_000) },
    { heading: 'without', cell: ({ idleCpu }) => decimals(1)(idleCpu / 1_000) },
  ],
)}

A stream should take at most 20 kB, with the holding process's own connection on the other side not counted. The CPU is of
a whole server, with its signs of life every 15 s.

Changes delivered to ${delivery.readers} readers

${table(
  [delivery],
  [
    { heading: 'changes/s', cell: ({ perSecond }) => rounded(perSecond) },
    { heading: 'commit → delivered ms', cell: ({ sinceCommit }) => latencies(sinceCommit) },
    { heading: 'sent → delivered ms', cell: ({ sinceSent }) => latencies(sinceSent) },
    { heading: 'missing', cell: ({ missing }) => rounded(missing) },
    { heading: 'cores', cell: ({ cpu }) => decimals(2)(cpu) },
  ],
)}

Latencies are p50 / p99 / max, of each change to each reader. The commit is that of the answer that the writer has, which
readers may be told before; its p99 should be below 50.

Readers that come back

${table(catchUps, [
  { heading: 'readers', cell: ({ readers }) => rounded(readers) },
  { heading: 'events', cell: ({ events }) => rounded(events) },
  { heading: 'events/s to each', cell: ({ perSecond }) => rounded(perSecond) },
  { heading: 'held up ms (median)', cell: ({ heldUp }) => decimals(1)(heldUp) },
  { heading: 'held up ms (worst)', cell: ({ worst }) => decimals(1)(worst) },
  { heading: 'without', cell: ({ without }) => decimals(1)(without) },
  { heading: 'CPU µs', cell: ({ cpu }) => decimals(1)(cpu) },
])}

One should get at least 20,000 events a second. Another process asks /healthz every few milliseconds meanwhile, and should
wait at most 20 ms; beside it what it waits at the most when nothing else is done. The CPU is of the server for an event
and a reader.
`;

const each = (bytes: number, { streams }: { readonly streams: number }) => decimals(1)(bytes / streams / 1e3);
