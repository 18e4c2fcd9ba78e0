import { plus, type Usage } from './usage.ts';

/** Maximum names of numbers per workspace and month, and per claim. */
export const MAX_USAGE_NAMES = 100;

/** Collects numbers whose names exceed the limit. Always available, and does not count against the limit. */
export const OTHER = 'other';

/**
 * Maps the numbers to names that count: the `known` ones, new ones up to the limit, and `always` those of an agent's
 * limits, which it could evade otherwise. The rest is added up as `other`: reports are never refused for their names,
 * because one agent could lock out all others.
 */
export function countedAs(usage: Usage, known: Usage, always: readonly string[] = []): Usage {
  const names = new Set(Object.keys(known).filter((name) => name !== OTHER));
  let counted: Usage = {};
  for (const [name, value] of Object.entries(usage)) {
    if (names.size < MAX_USAGE_NAMES || always.includes(name)) names.add(name);
    counted = plus(counted, { [names.has(name) ? name : OTHER]: value });
  }
  return counted;
}
