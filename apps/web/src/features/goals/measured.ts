import type { Event } from '@tandem/client';

/** The metric's value from this time on. */
interface Measured {
  readonly at: string;
  readonly current: number;
  readonly target: number;
}

/**
 * The metric's history from a goal's events, oldest first. The value before the first known change counts from the
 * goal's creation if that event is included; otherwise its start is unknown.
 */
export function measured(events: readonly Event[]): Measured[] {
  let goalCreatedAt: string | null = null;
  const found: Measured[] = [];
  for (const { type, at, changes } of events) {
    if (type === 'goal.created') goalCreatedAt = at;
    for (const { field, from, to } of changes ?? []) {
      if (field !== 'metric') continue;
      const before = found.length === 0 && goalCreatedAt !== null ? read(goalCreatedAt, from) : null;
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
