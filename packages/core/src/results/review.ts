import { type Caller, memberBehind } from '../access/caller.ts';
import { invalid, Refusal } from '../shared/refusal.ts';
import { type Criterion, isProvenBy } from './criteria.ts';
import type { NewReview, Result, Review } from './result.ts';

/** 403 OWN_RESULT: nobody reviews their own result, or one of an agent or a service that acts for them. */
export function checkNotOwn(caller: Caller, result: Pick<Result, 'author' | 'behind'>): void {
  if (!isOwn(caller, result)) return;
  throw new Refusal('OWN_RESULT', 'This result is your own. Ask another person to review it.');
}

/** Whether the caller, or the member behind its key, is the author or the member behind the author. */
const isOwn = (caller: Caller, { author, behind }: Pick<Result, 'author' | 'behind'>): boolean =>
  [caller.memberId, memberBehind(caller)].some((id) => id !== null && (id === author.id || id === behind));

/** The result to review; 409 NOTHING_TO_REVIEW if there is none, or it has been reviewed or withdrawn. */
export function checkReviewable(result: Result | null): Result {
  if (result && !result.review && result.part !== 'withdrawn') return result;
  throw new Refusal(
    'NOTHING_TO_REVIEW',
    'The task has no result to review. Wait until one is posted, or move the task.',
  );
}

/** 409 when the reviewer was shown a different result. */
export function checkIsShown({ resultId }: NewReview, result: Result): void {
  if (resultId === undefined || resultId === null || resultId === result.id) return;
  throw new Refusal(
    'RESULT_CHANGED',
    'The task has a newer result. Look at the current one and review it by its id.',
    { details: { result } },
  );
}

/** 400 for a criterion that is not of the task or given twice, and for one accepted without proof. */
export function checkReviewed(criteria: readonly Criterion[], input: NewReview, result: Result): void {
  const named = new Set<string>();
  input.criteria?.forEach(({ id, status }, index) => {
    const field = `criteria.${index}.id`;
    const criterion = criteria.find((each) => each.id === id);
    if (!criterion) throw invalid({ [field]: 'must be the id of a criterion of this task' });
    if (status === 'accepted' && criterion.status !== 'accepted' && !isProvenBy(criterion, result)) {
      throw invalid({
        [`criteria.${index}.status`]:
          'cannot be accepted: the reviewed result has no proof of this criterion; leave it out',
      });
    }
    if (named.has(id)) throw invalid({ [field]: 'is a duplicate' });
    named.add(id);
  });
}

/** The criteria after a review: as it states; accepting the result also accepts the criteria that it proves. */
export const judged = (
  criteria: readonly Criterion[],
  { verdict, criteria: verdicts, reviewer, createdAt }: Review,
  result: Result,
) =>
  criteria.map((criterion): Criterion => {
    const named = verdicts.find(({ id }) => id === criterion.id)?.status;
    const status =
      named ?? (verdict === 'accepted' && isProvenBy(criterion, result) ? 'accepted' : undefined);
    return status ? { ...criterion, status, by: reviewer, at: createdAt } : criterion;
  });
