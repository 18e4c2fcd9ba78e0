const HOUR_MS = 3_600_000;

/** The time ranges of the charts. */
export const RANGES = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
} as const;
export type Range = keyof typeof RANGES;
export const RANGE: Range = '24h';

interface AgentSearch {
  readonly range?: Range;
}

export const agentSearch = ({ range }: Record<string, unknown>): AgentSearch =>
  typeof range === 'string' && Object.hasOwn(RANGES, range) && range !== RANGE
    ? { range: range as Range }
    : {};

interface NewSearch {
  /** The form for a new one is open. */
  readonly new?: true;
}

export const newSearch = (given: Record<string, unknown>): NewSearch =>
  given.new === true ? { new: true } : {};
