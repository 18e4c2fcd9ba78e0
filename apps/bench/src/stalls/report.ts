import { type Column, rounded, table } from '../table.ts';
import type { Sizes } from './dataset.ts';
import { isUnanswered, PROMISED_MS, type Stall, type Stalls } from './measure.ts';

const COLUMNS: readonly Column<Stall>[] = [
  { heading: 'operation', cell: ({ operation }) => operation },
  { heading: 'held up ms', cell: (row) => `${isUnanswered(row) ? '> ' : ''}${rounded(row.held)}` },
  { heading: 'CPU ms', cell: ({ cpu }) => (cpu === null ? '' : rounded(cpu)) },
  {
    heading: 'request ms',
    cell: (row) => (row.request === null ? '' : `${isUnanswered(row) ? '> ' : ''}${rounded(row.request)}`),
  },
  { heading: 'kB', cell: ({ bytes }) => rounded(bytes / 1_000) },
  { heading: 'status', cell: ({ status, request }) => (request === null ? '' : String(status ?? 'none')) },
  { heading: 'over', cell: ({ held }) => (held > PROMISED_MS ? '*' : '') },
  { heading: 'case', cell: ({ what }) => what, left: true },
];

/** The table, worst first. */
export function stallsReport({ measured, failed, idle }: Stalls, sizes: Sizes): string {
  const over = measured.filter(({ held }) => held > PROMISED_MS);
  const byCpu = measured.filter(({ cpu }) => cpu === null || cpu > PROMISED_MS);
  const operations = new Set(measured.map(({ operation }) => operation));
  const odd = measured.filter(
    ({ status, expected }) => expected.length > 0 && !expected.includes(status ?? 0),
  );
  return `
What holds up the rest: ${rounded(sizes.tasks)} tasks, ${rounded(sizes.notifications)} notifications, ${rounded(sizes.many)} keyed messages

${table(measured, COLUMNS)}

${measured.length} cases of ${operations.size} operations; ${over.length} over ${PROMISED_MS} ms, of ${new Set(over.map(({ operation }) => operation)).size} operations; ${byCpu.length} over it in CPU time.
  held up  the longest that GET /healthz took on a connection of its own, asked every few milliseconds, from just
           before the request until the server had nothing more to do. With nothing to do: ${idle.toFixed(1)} ms.
  CPU      what the longest piece of work of the server took meanwhile: on a busy machine the steadier figure, but
           without what it waited for the disk.
  request  from sending it until the last byte of the answer was there.
What is over ${PROMISED_MS} ms at the first try is measured three times, and the median counts. "Very many" are ${rounded(sizes.many)}.
${[...odd.map(unexpected), ...failed].map((text) => `Not as expected: ${text}\n`).join('')}`;
}

const unexpected = ({ operation, what, status, expected }: Stall): string =>
  `${operation}, ${what}: ${status ?? 'no answer'} and not ${expected.join(' or ')}.`;
