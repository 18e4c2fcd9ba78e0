import type { Author } from '../access/author.ts';
import { entryProblems } from '../shared/entries.ts';
import type { NewId } from '../shared/environment.ts';
import { invalid } from '../shared/refusal.ts';
import { bodyProblem, LIMITS, type Problem, textProblem } from '../shared/text.ts';
import { type Evidence, lengthOf, type Result } from './result.ts';

export const CRITERION_STATUSES = ['open', 'claimed', 'accepted', 'returned'] as const;
export type CriterionStatus = (typeof CRITERION_STATUSES)[number];

/** One thing that has to be true before the task counts as done (docs/rules.md, Results). */
export interface Criterion {
  readonly id: string;
  readonly text: string;
  /** `claimed` by a result that names it, then `accepted` or `returned` by a review. */
  readonly status: CriterionStatus;
  /** What the last result that names it says of it. */
  readonly evidence: readonly Evidence[];
  /** Whether the result that claims it has succeeded: of others it is no proof. Not shown. */
  readonly proven: boolean;
  /** Who gave it its status; null while it is open. */
  readonly by: Author | null;
  readonly at: number | null;
}

/** A criterion as it is given: with the id of one that is there it stays that one. */
export interface CriterionInput {
  readonly id?: string | null | undefined;
  readonly text: string;
}

export function criteriaProblems(input: readonly CriterionInput[] | undefined): Record<string, Problem> {
  if (input === undefined) return {};
  if (input.length > LIMITS.criteria) return { criteria: `must be at most ${LIMITS.criteria} criteria` };
  return entryProblems('criteria', input, ({ id, text }) => ({
    id: id === null || id === undefined ? undefined : idProblem(id),
    text: bodyProblem(text, LIMITS.criterion),
  }));
}

/** Ids that a client chooses stand in paths and in evidence. */
export function idProblem(id: string): Problem {
  if (id.trim() === '') return 'must not be blank';
  return textProblem(id, LIMITS.choiceId);
}

/** The criteria of a new task: an id that the client chose is kept. 400 for an id that occurs twice. */
export const newCriteria = (input: readonly CriterionInput[], newId: NewId): readonly Criterion[] =>
  merged([], input, newId);

/**
 * The new list of a task's criteria: an entry with the id and the text of an existing criterion keeps its proof, a
 * changed text voids it. An entry without an id, but with an existing text, is that criterion. 400 for an id that occurs
 * twice or is no criterion of this task: a client with outdated ids would otherwise replace criteria and their proof.
 */
export function changedCriteria(
  before: readonly Criterion[],
  input: readonly CriterionInput[],
  newId: NewId,
): readonly Criterion[] {
  input.forEach(({ id }, index) => {
    if (!id || before.some((each) => each.id === id)) return;
    throw invalid({ [`criteria.${index}.id`]: 'is no criterion of this task; leave it out for a new one' });
  });
  return merged(before, input, newId);
}

function merged(
  before: readonly Criterion[],
  input: readonly CriterionInput[],
  newId: NewId,
): readonly Criterion[] {
  const given = new Set<string>();
  const named = new Set(input.flatMap(({ id }) => id ?? []));
  return input.map(({ id, text }, place) => {
    const known = id
      ? before.find((each) => each.id === id)
      : before.find((each) => each.text === text && !named.has(each.id) && !given.has(each.id));
    const own = known?.id ?? id ?? newId();
    if (given.has(own)) throw invalid({ [`criteria.${place}.id`]: 'stands twice' });
    given.add(own);
    return known && known.text === text ? known : open(own, text);
  });
}

const open = (id: string, text: string): Criterion => ({
  id,
  text,
  status: 'open',
  evidence: [],
  proven: false,
  by: null,
  at: null,
});

/** Whether two lists say the same, in the same order. */
export const sameCriteria = (a: readonly Criterion[], b: readonly Criterion[]): boolean =>
  a.length === b.length && a.every(({ id, text }, place) => id === b[place]?.id && text === b[place]?.text);

/**
 * Those that evidence names are claimed by its author, with it. What a person has accepted stays accepted, until its
 * text is changed.
 */
export function claimedBy(
  criteria: readonly Criterion[],
  evidence: readonly Evidence[],
  { by, at, proven }: { readonly by: Author; readonly at: number; readonly proven: boolean },
): readonly Criterion[] {
  return criteria.map((criterion) => {
    const own = evidence.filter(({ criterionId }) => criterionId === criterion.id);
    if (own.length === 0 || criterion.status === 'accepted') return criterion;
    return { ...criterion, status: 'claimed', evidence: own, proven: proven && own.some(isProof), by, at };
  });
}

/** A command that failed shows nothing to be true. */
const isProof = ({ exitCode = 0 }: Evidence): boolean => exitCode === 0;

/**
 * Whether it is this result whose proof a criterion shows: a person who reviews the result has seen no other, and accepts
 * no other. A command that failed is none.
 */
export const isProvenBy = ({ id, status, at, by }: Criterion, result: Result): boolean =>
  status === 'claimed' &&
  at === result.createdAt &&
  by?.id === result.author.id &&
  result.evidence.some((each) => each.criterionId === id && isProof(each));

/** 400 when the criteria of a task would have more evidence together than one result may: a task is read whole. */
export function checkCapacity(criteria: readonly Criterion[]): void {
  const length = criteria.reduce((sum, { evidence }) => sum + lengthOf(evidence), 0);
  if (length <= LIMITS.evidenceTogether) return;
  throw invalid({
    evidence: `must be at most ${LIMITS.evidenceTogether} characters together with that of the task's other criteria; put long ones into files`,
  });
}

/** How the criteria stand in the log. */
export const criteriaText = (criteria: readonly Criterion[]): string | null =>
  criteria.length === 0 ? null : criteria.map(({ text }) => text).join('\n');
