import { type Column, decimals, rounded, table } from '../table.ts';
import type { Contestant, Figures, Measured } from './measure.ts';

interface Line extends Measured {
  readonly of: (name: Contestant) => Figures | undefined;
}

const figure =
  (name: Contestant, what: keyof Figures, show: (value: number) => string = rounded) =>
  ({ of }: Line) => {
    const found = of(name)?.[what];
    return found === undefined ? '-' : show(found);
  };
const share =
  (name: Contestant, beside: Contestant) =>
  ({ of }: Line) => {
    const [one, other] = [of(name)?.perSecond, of(beside)?.perSecond];
    return one === undefined || other === undefined ? '-' : decimals(2)(one / other);
  };

const COLUMNS: readonly Column<Line>[] = [
  { heading: 'operation', cell: ({ scenario }) => scenario.operation },
  { heading: 'conn.', cell: ({ scenario }) => String(scenario.connections) },
  { heading: 'ws', cell: ({ scenario }) => String(scenario.workspaces) },
  { heading: 'floor/s', cell: figure('floor', 'perSecond') },
  { heading: 'Tandem/s', cell: figure('Tandem', 'perSecond') },
  { heading: 'share', cell: share('Tandem', 'floor') },
  { heading: 'two/s', cell: figure('two servers', 'perSecond') },
  { heading: 'times', cell: share('two servers', 'Tandem') },
  { heading: 'three/s', cell: figure('three servers', 'perSecond') },
  { heading: 'SQLite/s', cell: figure('SQLite', 'perSecond') },
  {
    heading: 'p50/p99 ms',
    cell: ({ of }) => `${of('Tandem')?.p50.toFixed(1)} / ${of('Tandem')?.p99.toFixed(1)}`,
  },
  { heading: 'µs Node', cell: figure('Tandem', 'node') },
  { heading: '+ PG', cell: figure('Tandem', 'postgres') },
  { heading: 'floor µs', cell: figure('floor', 'node') },
  { heading: '+ PG', cell: figure('floor', 'postgres') },
  { heading: 'SQLite µs', cell: figure('SQLite', 'node') },
  { heading: 'asked', cell: figure('Tandem', 'trips', decimals(1)) },
  { heading: 'floor asked', cell: figure('floor', 'trips', decimals(1)) },
];

export const postgresReport = (measured: readonly Measured[]): string => `
PostgreSQL: servers on one database, beside a bare one and beside SQLite

${table(
  measured.map((each): Line => ({ ...each, of: (name) => each.figures.get(name) })),
  COLUMNS,
)}

Over HTTP, in turns. A claim is a claim and its release, a transition one and its way back. The floor is a bare Express server with pg, prepared statements
and a transaction for each request. Figures are medians over the turns.
  /s       requests a second. All share the cores of this machine with PostgreSQL and with whoever makes the load, so
           that a second server has something to gain only where there are cores for it.
  share    Tandem's requests a second as a share of the floor's; times: two servers' beside one's.
  µs       user and system time for a request, of our servers and of PostgreSQL.
  asked    how often a request asks PostgreSQL: batches of statements that are sent together.
`;
