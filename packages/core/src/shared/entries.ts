import type { Problem } from './text.ts';

/** Maximum problems in one refusal; checking stops there. */
const MAX_PROBLEMS = 20;

/** The problem of an entry as a whole, or those of its fields. */
type EntryProblems = Problem | Readonly<Record<string, Problem>>;

/**
 * The problems of the entries of a list, by path with the index from 0: `tags.2` for an entry, `sessions.17.kind` for
 * a field of one.
 */
export function entryProblems<Entry>(
  field: string,
  entries: readonly Entry[] | undefined,
  judge: (entry: Entry) => EntryProblems,
): Record<string, Problem> {
  const found: [path: string, problem: Problem][] = [];
  for (const [index, entry] of (entries ?? []).entries()) {
    const problems = judge(entry);
    if (typeof problems === 'string') found.push([`${field}.${index}`, problems]);
    else if (problems) found.push(...fieldProblems(`${field}.${index}`, problems));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return Object.fromEntries(found);
}

/** Problems of the fields of an object, by path: `metric.unit`. */
const fieldProblems = (
  field: string,
  problems: Readonly<Record<string, Problem>>,
): [path: string, problem: Problem][] =>
  Object.entries(problems)
    .filter(([, problem]) => problem !== undefined)
    .map(([name, problem]) => [`${field}.${name}`, problem]);
