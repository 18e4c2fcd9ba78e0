const DAY_MS = 24 * 60 * 60_000;
const digits = (count: number) =>
  Array.from({ length: 10 ** count }, (_, number) => String(number).padStart(count, '0'));
const TWO = digits(2);
const THREE = digits(3);

/** The last formatted day, up to its `T`. */
let day = Number.NaN;
let date = '';

/**
 * ISO 8601 in UTC with milliseconds. Caches the day, since the times in one response mostly share it, and splitting a
 * date costs more than the rest of a task's JSON.
 */
export function iso(ms: number): string {
  const ofDay = Math.floor(ms / DAY_MS);
  if (ofDay !== day) {
    date = new Date(ofDay * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
    day = ofDay;
  }
  const rest = ms - ofDay * DAY_MS;
  const hours = TWO[Math.floor(rest / 3_600_000)];
  const minutes = TWO[Math.floor(rest / 60_000) % 60];
  const seconds = TWO[Math.floor(rest / 1000) % 60];
  return `${date}${hours}:${minutes}:${seconds}.${THREE[rest % 1000]}Z`;
}

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
