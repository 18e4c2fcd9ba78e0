import type { Event } from '@tandem/client';

/** What a metric was from a moment on. */
interface Measured {
  readonly at: string;
  readonly current: number;
  readonly target: number;
}

/**
 * What a goal's events tell of its metric, oldest first. The value before the first change that is known stands where the
 * goal was made, if that is among them: nobody knows since when it was so otherwise.
 */
export function measured(events: readonly Event[]): Measured[] {
  let made: string | null = null;
  const found: Measured[] = [];
  for (const { type, at, changes } of events) {
    if (type === 'goal.created') made = at;
    for (const { field, from, to } of changes ?? []) {
      if (field !== 'metric') continue;
      const before = found.length === 0 && made !== null ? read(made, from) : null;
      found.push(...[before, read(at, to)].filter((each) => each !== null));
    }
  }
  return found;
}

/** Events hold a metric as JSON. */
function read(at: string, text: string | null): Measured | null {
  if (text === null) return null;
  try {
    const { current, target } = JSON.parse(text) as { current?: unknown; target?: unknown };
    return typeof current === 'number' && typeof target === 'number' ? { at, current, target } : null;
  } catch {
    return null;
  }
}
