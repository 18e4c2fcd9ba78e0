import { quantile } from '../statistics.ts';
import { rounded, table } from '../table.ts';
import { TASKS, type WebCosts } from './measure.ts';

interface Line {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
}

const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const kB = (bytes: number) => `${rounded(bytes / 1024)} kB`;
const ms = (value: number) => `${rounded(value)} ms`;

function linesOf({ bytes, loads, scrolled, moves, growth: { before, after } }: WebCosts): Line[] {
  const [load, move] = [ascending(loads), ascending(moves)];
  return [
    { what: 'first page, gzip: inbox', measured: kB(bytes.inbox), budget: '200 kB' },
    { what: 'first page, gzip: board', measured: kB(bytes.board), budget: '' },
    { what: 'warm load to a usable board, usual', measured: ms(quantile(load, 0.5)), budget: '1,000 ms' },
    { what: 'warm load to a usable board, worst', measured: ms(quantile(load, 1)), budget: '' },
    ...(['board', 'list'] as const).flatMap((view) => [
      { what: `longest task, ${view} scrolled, CPU`, measured: ms(scrolled[view].cpu), budget: '50 ms' },
      { what: `longest task, ${view} scrolled`, measured: ms(scrolled[view].wall), budget: '50 ms' },
    ]),
    { what: 'from click to change, usual', measured: ms(quantile(move, 0.5)), budget: '' },
    { what: 'from click to change, 95 of 100', measured: ms(quantile(move, 0.95)), budget: '100 ms' },
    { what: 'heap before 200 changes of the page', measured: kB(before.heap), budget: '' },
    { what: 'heap after them', measured: kB(after.heap), budget: 'the same' },
    { what: 'nodes before and after', measured: `${before.nodes} → ${after.nodes}`, budget: 'the same' },
    {
      what: 'listeners before and after',
      measured: `${before.listeners} → ${after.listeners}`,
      budget: 'the same',
    },
  ];
}

export const webReport = (costs: WebCosts | null): string => `
The page for people over ${rounded(TASKS)} tasks, in a browser without a screen

${
  costs
    ? table(linesOf(costs), [
        { heading: 'what', cell: ({ what }) => what },
        { heading: 'measured', cell: ({ measured }) => measured },
        { heading: 'budget', cell: ({ budget }) => budget },
      ])
    : 'Not measured: there is no browser. Install Chromium, or set BROWSER_PATH to one.'
}

A board is usable when all of its columns show cards. A task is what the page’s main thread does in one go:
CPU is its own work, and the rest of the time others had the core.
`;
