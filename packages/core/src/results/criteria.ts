import type { Author } from '../access/author.ts';
import type { Caller } from '../access/caller.ts';
import { entryProblems } from '../shared/entries.ts';
import type { NewId } from '../shared/environment.ts';
import { invalid } from '../shared/refusal.ts';
import { bodyProblem, LIMITS, type Problem, textProblem } from '../shared/text.ts';
import {
  type CheckInput,
  type CriterionCheck,
  changedCheck,
  checkProblems,
  checkSetsChecks,
  isConfirmed,
  sameCheck,
} from './check.ts';
import { type Evidence, lengthOf, type Result } from './result.ts';

export const CRITERION_STATUSES = ['open', 'claimed', 'accepted', 'returned'] as const;
export type CriterionStatus = (typeof CRITERION_STATUSES)[number];

/** A condition that must be true before the task counts as done (docs/rules.md, Results). */
export interface Criterion {
  readonly id: string;
  readonly text: string;
  /** The command that decides whether it is met. */
  readonly check: CriterionCheck | null;
  /** `claimed` by a result that names the criterion, then `accepted` or `returned` by a review. */
  readonly status: CriterionStatus;
  /** From the last result that names the criterion. */
  readonly evidence: readonly Evidence[];
  /** True if the claiming result succeeded; other outcomes prove nothing. Not returned to clients. */
  readonly proven: boolean;
  /** The author of the current status; null while open. */
  readonly by: Author | null;
  readonly at: number | null;
}

/** A criterion as given by a client: with the id of an existing one it updates that criterion. */
export interface CriterionInput {
  readonly id?: string | null | undefined;
  readonly text: string;
  /** Omitted, the criterion keeps its check; null removes it. */
  readonly check?: CheckInput | null | undefined;
}

export function criteriaProblems(input: readonly CriterionInput[] | undefined): Record<string, Problem> {
  if (input === undefined) return {};
  if (input.length > LIMITS.criteria) return { criteria: `must be at most ${LIMITS.criteria} criteria` };
  return entryProblems('criteria', input, ({ id, text, check }) => ({
    id: id === null || id === undefined ? undefined : idProblem(id),
    text: bodyProblem(text, LIMITS.criterion),
    ...checkProblems(check),
  }));
}

/** Ids chosen by clients appear in paths and in evidence. */
export function idProblem(id: string): Problem {
  if (id.trim() === '') return 'must not be blank';
  return textProblem(id, LIMITS.choiceId);
}

/**
 * The criteria of a new task; keeps ids chosen by the client. The checks of an agent or a service are proposals. 400 for
 * a duplicate id, 403 for a check set by a lent key.
 */
export function newCriteria(
  input: readonly CriterionInput[],
  newId: NewId,
  by: Caller,
): readonly Criterion[] {
  const criteria = merged([], input, { newId, proposes: by.type !== 'human' });
  if (by.type === 'human' && criteria.some(({ check }) => check !== null)) checkSetsChecks(by);
  return criteria;
}

/**
 * The new list of a task's criteria. An entry with the id and text of an existing criterion keeps its proof; a
 * changed text voids it. An entry without an id matches an existing criterion by its text. 400 for a duplicate id, or
 * one that is not a criterion of this task: otherwise a client with outdated ids would replace criteria and their
 * proof. 403 when anyone but a person, or a lent key, changes a check or the text that a person confirmed it for.
 */
export function changedCriteria(
  before: readonly Criterion[],
  input: readonly CriterionInput[],
  newId: NewId,
  by: Caller,
): readonly Criterion[] {
  input.forEach(({ id }, index) => {
    if (!id || before.some((each) => each.id === id)) return;
    throw invalid({
      [`criteria.${index}.id`]: 'is not the id of a criterion of this task; leave it out to add one',
    });
  });
  const after = merged(before, input, { newId, proposes: by.type !== 'human' });
  if (!sameChecks(before, after)) checkSetsChecks(by);
  return after;
}

/** Whether every criterion, also one that was added or removed, has the same check, and a confirmed one its text. */
function sameChecks(before: readonly Criterion[], after: readonly Criterion[]): boolean {
  return [...before, ...after].every(({ id }) => {
    const [old, own] = [before, after].map((criteria) => criteria.find((each) => each.id === id));
    if (!sameCheck(old?.check ?? null, own?.check ?? null)) return false;
    return !isConfirmed(old?.check ?? null) || old?.text === own?.text;
  });
}

function merged(
  before: readonly Criterion[],
  input: readonly CriterionInput[],
  { newId, ...by }: { readonly newId: NewId; readonly proposes: boolean },
): readonly Criterion[] {
  const given = new Set<string>();
  const named = new Set(input.flatMap(({ id }) => id ?? []));
  return input.map(({ id, text, check: wanted }, index) => {
    const known = id
      ? before.find((each) => each.id === id)
      : before.find((each) => each.text === text && !named.has(each.id) && !given.has(each.id));
    const own = known?.id ?? id ?? newId();
    if (given.has(own)) throw invalid({ [`criteria.${index}.id`]: 'is a duplicate' });
    given.add(own);
    const check = changedCheck(known?.check ?? null, wanted, by);
    if (known?.text !== text) return open(own, text, check);
    return sameCheck(known.check, check) ? known : { ...known, check };
  });
}

const open = (id: string, text: string, check: CriterionCheck | null): Criterion => ({
  id,
  text,
  check,
  status: 'open',
  evidence: [],
  proven: false,
  by: null,
  at: null,
});

/** Whether two lists have the same ids, texts and checks in the same order. */
export const sameCriteria = (a: readonly Criterion[], b: readonly Criterion[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ id, text, check }, index) =>
      id === b[index]?.id && text === b[index]?.text && sameCheck(check, b[index].check),
  );

/**
 * Criteria named in the evidence become `claimed` by its author, with that evidence. Accepted criteria stay accepted
 * until their text is changed.
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

/** A failed command proves nothing. */
const isProof = ({ exitCode = 0 }: Evidence): boolean => exitCode === 0;

/**
 * Whether the criterion shows the proof of this result. A reviewer has seen no other proof, so the review can accept
 * no other. A failed command proves nothing.
 */
export const isProvenBy = ({ id, status, at, by }: Criterion, result: Result): boolean =>
  status === 'claimed' &&
  at === result.createdAt &&
  by?.id === result.author.id &&
  result.evidence.some((each) => each.criterionId === id && isProof(each));

/**
 * 400 when the criteria of a task together would have more evidence than one result may have: all of them are
 * returned with the task.
 */
export function checkCapacity(criteria: readonly Criterion[]): void {
  const length = criteria.reduce((sum, { evidence }) => sum + lengthOf(evidence), 0);
  if (length <= LIMITS.evidenceTogether) return;
  throw invalid({
    evidence: `must be at most ${LIMITS.evidenceTogether} characters together with that of the task's other criteria; put long texts into files`,
  });
}

/** The text of the criteria in the log, with their checks. */
export const criteriaText = (criteria: readonly Criterion[]): string | null =>
  criteria.length === 0 ? null : criteria.map(lineOf).join('\n');

function lineOf({ text, check }: Criterion): string {
  if (check === null) return text;
  const { command, timeoutSeconds, protect, proposed } = check;
  const kept = protect.length > 0 ? `, protects ${protect.join(' ')}` : '';
  return `${text} (${proposed ? 'proposed check' : 'check'}: ${command}; ${timeoutSeconds} s${kept})`;
}

/** 400 for evidence that names a criterion of another task. */
export function checkCriteria(criteria: readonly Criterion[], evidence: readonly Evidence[]): void {
  const stray = evidence.flatMap(({ criterionId }, index) =>
    criterionId === undefined || criteria.some(({ id }) => id === criterionId) ? [] : [index],
  );
  const problems = stray.map((index) => [
    `evidence.${index}.criterionId`,
    'must be the id of a criterion of this task',
  ]);
  if (stray.length > 0) throw invalid(Object.fromEntries(problems));
}
