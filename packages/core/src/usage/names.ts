import { plus, type Usage } from './usage.ts';

/** Names of numbers in the usage of one month of a workspace, and in what one claim has reported. */
export const MAX_USAGE_NAMES = 100;

/** What numbers count as whose names are beyond the limit. It is always there, and does not count against the limit. */
export const OTHER = 'other';

/**
 * Numbers under the names that count: those that are `known`, new ones while there is room, and `always` those of an
 * agent's limits, which it would escape otherwise. The rest is added up as `other`: a report is never refused for its
 * names, or one agent could lock out all others.
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
