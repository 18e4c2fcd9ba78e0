import { byName, DEFAULT_LABEL_COLOR, type Label, labelNameProblem } from '../labels/label.ts';
import type { Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import { entryProblems } from '../shared/entries.ts';
import type { NewId } from '../shared/environment.ts';
import { invalid, Refusal, refuseProblems } from '../shared/refusal.ts';
import { fold, LIMITS } from '../shared/text.ts';

/** The labels named on a task, and those of them that were created. */
export interface NamedLabels {
  readonly labels: readonly Label[];
  readonly made: readonly Label[];
}

/**
 * Resolves label names on a task, and creates missing ones on request (docs/rules.md, Labels). Names that differ only
 * in case are the same label. Refuses before creating anything.
 */
export async function namedLabels(
  { labels: store }: Pick<Stores, 'labels'>,
  names: readonly string[],
  createMissing: boolean,
  newId: NewId,
): Promise<NamedLabels> {
  if (names.length > LIMITS.labels) throw invalid({ labels: `must be at most ${LIMITS.labels} labels` });
  refuseProblems(entryProblems('labels', names, labelNameProblem));

  const wanted = new Map<string, string>();
  for (const name of names.map((given) => given.trim())) {
    if (!wanted.has(fold(name))) wanted.set(fold(name), name);
  }
  const labels: Label[] = [];
  const made: Label[] = [];
  const unknown: string[] = [];
  const found = await all(...[...wanted.values()].map((name) => store.byName(name)));
  for (const [i, name] of [...wanted.values()].entries()) {
    const known = found[i];
    if (known) labels.push(known);
    else if (createMissing) made.push({ id: newId(), name, color: DEFAULT_LABEL_COLOR });
    else unknown.push(name);
  }
  if (unknown.length > 0) throw unknownLabels(unknown);

  for (const label of made) await store.insert(label);
  return { labels: [...labels, ...made].sort(byName), made };
}

const unknownLabels = (names: readonly string[]) =>
  new Refusal(
    'UNKNOWN_LABELS',
    'Some labels do not exist. Create them with POST /api/v1/labels, or send createMissing: true.',
    { fields: { labels: names } },
  );
