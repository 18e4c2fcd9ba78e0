import type { Problem } from './text.ts';

/** An answer tells of no more; what else is wrong is not even looked for. */
const MAX_TOLD = 20;

/** What is wrong with an entry as a whole, or with its fields. */
type EntryProblems = Problem | Readonly<Record<string, Problem>>;

/**
 * What is wrong with the entries of a list, each at its place, counted from 0: `tags.2` for an entry,
 * `sessions.17.kind` for a field of one.
 */
export function entryProblems<Entry>(
  field: string,
  entries: readonly Entry[] | undefined,
  judge: (entry: Entry) => EntryProblems,
): Record<string, Problem> {
  const found: [path: string, problem: Problem][] = [];
  for (const [place, entry] of (entries ?? []).entries()) {
    const problems = judge(entry);
    if (typeof problems === 'string') found.push([`${field}.${place}`, problems]);
    else if (problems) found.push(...fieldProblems(`${field}.${place}`, problems));
    if (found.length >= MAX_TOLD) break;
  }
  return Object.fromEntries(found);
}

/** Problems of the fields of an object, each at its path: `metric.unit`. */
const fieldProblems = (
  field: string,
  problems: Readonly<Record<string, Problem>>,
): [path: string, problem: Problem][] =>
  Object.entries(problems)
    .filter(([, problem]) => problem !== undefined)
    .map(([name, problem]) => [`${field}.${name}`, problem]);
