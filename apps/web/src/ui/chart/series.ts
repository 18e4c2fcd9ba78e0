/** A colour by what it means; it follows the theme. */
type ChartTone = 'accent' | 'good' | 'warn' | 'bad' | 'quiet';

/** One line, or one set of bars, of a chart. */
export interface ChartSeries {
  readonly label: string;
  /** One for each time; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** `accent` unless given. */
  readonly tone?: ChartTone;
  /**
   * How it goes from one time to the next: straight (unless given), or as it was until then; bars stand for
   * themselves.
   */
  readonly shape?: 'line' | 'step' | 'bars';
  /** For what is not measured: a target, a limit. */
  readonly dashed?: boolean;
  /** The area below it as well. */
  readonly filled?: boolean;
}

/** What a chart is drawn of. */
export interface Drawn {
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** How a value is said; as a plain number unless given. */
  readonly format?: ((value: number) => string) | undefined;
  /** Whether each time is a whole day. */
  readonly daily?: boolean | undefined;
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export const plainNumber = (value: number): string => NUMBER.format(value);

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export const timeText = (time: number, daily = false): string => (daily ? DAY : MOMENT).format(time);

/** What stands for a value that is not known. */
export const UNKNOWN = '–';
