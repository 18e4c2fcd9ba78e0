/** The lifetime of a key. */
export type End = 'never' | 'day' | 'week' | 'month' | 'year';

const DAYS: Readonly<Record<Exclude<End, 'never'>, number>> = { day: 1, week: 7, month: 30, year: 365 };

const END_NAMES: readonly End[] = ['never', 'day', 'week', 'month', 'year'];

/** The expiry in milliseconds; null for never. */
export const endOf = (end: End, now: number): number | null =>
  end === 'never' ? null : now + DAYS[end] * 86_400_000;

/** The lifetimes that an expiring key may grant: no key outlives the key that creates it. */
export const endsWithin = (expiresAt: string | null, now: number): readonly End[] =>
  expiresAt === null
    ? END_NAMES
    : END_NAMES.filter((end) => (endOf(end, now) ?? Number.POSITIVE_INFINITY) <= Date.parse(expiresAt));
