import { formatter, momentFormatter } from '../format.ts';

/** A color by meaning, taken from the theme. */
type ChartTone = 'accent' | 'good' | 'warn' | 'bad' | 'quiet';

/** A line or set of bars. */
export interface ChartSeries {
  readonly label: string;
  /** One value per time; null if unknown. */
  readonly values: readonly (number | null)[];
  /** Default: `accent`. */
  readonly tone?: ChartTone;
  /** How values are connected: straight (default), stepped, or as separate bars. */
  readonly shape?: 'line' | 'step' | 'bars';
  /** For values that aren't measured: a target, a limit. */
  readonly dashed?: boolean;
  /** Fills the area below the line. */
  readonly filled?: boolean;
}

/** The data of a chart. */
export interface Drawn {
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Formats a value; a plain number by default. */
  readonly format?: ((value: number) => string) | undefined;
  /** Each time is a whole day. */
  readonly daily?: boolean | undefined;
}

/** Whole days are computed in the time zone of the browser. */
const dayFormat = formatter((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }));
const momentFormat = momentFormatter({ dateStyle: 'medium', timeStyle: 'short' });

export const timeText = (time: number, daily = false): string =>
  (daily ? dayFormat() : momentFormat()).format(time);

/** The text for an unknown value. */
export const UNKNOWN = '–';
