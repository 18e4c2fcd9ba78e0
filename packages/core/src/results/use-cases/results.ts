import { authorOf } from '../../access/author.ts';
import { type Caller, memberBehind } from '../../access/caller.ts';
import { type Claim, isLiving } from '../../claims/claim.ts';
import { namedFile } from '../../lookup/files.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { humansOnly, type Member, memberRef } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { cut, LIMITS } from '../../shared/text.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { checkProof } from '../../steps/check-proof.ts';
import { countUsage } from '../../steps/count-usage.ts';
import { moverOf } from '../../steps/intake.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { leaseManager } from '../../steps/lease.ts';
import { taskMover, waiter } from '../../steps/move-task.ts';
import { recorder } from '../../steps/record.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkMove, isOpen, type TaskStatus } from '../../tasks/status.ts';
import { type Task, type TaskRef, taskEntity, type WaitingFor } from '../../tasks/task.ts';
import { type Criterion, checkCapacity, claimedBy, isProvenBy } from '../criteria.ts';
import {
  type Evidence,
  evidenceOf,
  movedBy,
  type NewResult,
  type NewReview,
  type Result,
  type Review,
  resultProblems,
  reviewProblems,
} from '../result.ts';

/** Results of work on a task and their reviews (docs/rules.md, Results). */
export function resultUseCases(ports: SteadyPorts) {
  const { storage, clock, steadyClock, newId } = ports;
  const record = recorder(ports);
  const moveTask = taskMover(ports);
  const save = taskSaver(ports);
  const { giveBack } = leaseManager(ports);
  const waitOn = waiter(ports);
  const judge = actJudge(ports);

  /** Moves the task for the result, and finishes the claim that it was posted under. */
  const moveBy = async (
    stores: Stores,
    by: Caller,
    task: Task,
    claim: Claim | null,
    result: Result,
    to: TaskStatus,
  ): Promise<void> => {
    const failed = result.outcome === 'failed';
    if (to === 'waiting' && task.status === 'waiting' && canAwaitReview(task)) {
      await waitOn(stores, by, task, await lookedAtBy(stores, task, result));
      return;
    }
    // A person's result is a person's move, so it ends another member's claim.
    const held = claim ?? (isLiving(task.claim, steadyClock()) ? task.claim : null);
    const end = claim ? 'finished' : 'moved';
    checkMove(task.status, to, await moverOf(stores, by, task), []);
    if (to === 'done') await checkProof(stores, by, task);
    if (to === 'todo') {
      const how = { end, failed, note: firstLine(result), resultId: result.id } as const;
      await giveBack(stores, by, task, held, how);
      return;
    }
    await moveTask(stores, by, task, {
      to,
      end,
      waitingFor: to === 'waiting' ? await lookedAtBy(stores, task, result) : undefined,
      work: { failures: failed ? task.work.failures + 1 : 0 },
    });
  };

  return {
    /**
     * Stores the result with its evidence and moves the task: by default from in progress to waiting for review, or
     * to todo if it failed. Nothing is stored when the move is refused. Fenced (docs/rules.md, Claims); a task
     * without a claim accepts results from any caller.
     */
    post: (caller: Caller, ref: TaskRef, input: NewResult): Promise<Result> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        refuseProblems(resultProblems(input));
        const criteria = await stores.criteria.whole(task.taskNumber);
        const evidence = (input.evidence ?? []).map(evidenceOf);
        checkCriteria(criteria, evidence);
        await checkFiles(stores, caller, evidence);
        const token = input.token ?? caller.claimToken;
        const to = movedBy(input, task.status);
        const act = to === null ? 'report' : 'finish';
        const by = await actingOn(stores, caller, task);
        const claim = await judge(stores, by, task, act, token);
        const now = clock();
        const result: Result = {
          id: newId(),
          taskNumber: task.taskNumber,
          outcome: input.outcome,
          summary: input.summary,
          evidence,
          usage: input.usage ?? null,
          author: authorOf(by),
          behind: memberBehind(by),
          returnTo: by.memberId,
          attempt: claim?.attempt ?? task.work.attempts,
          part: to !== null ? 'moved' : input.to === 'none' ? 'interim' : 'beside',
          createdAt: now,
          review: null,
        };
        await stores.results.insert(result);
        if (result.usage) {
          const agentId = by.type === 'agent' ? by.id : null;
          const claimId = claim?.id ?? null;
          await countUsage(stores, { agentId, task, at: now, usage: result.usage, claimId });
        }
        // Criteria of a closed task, or one in review, keep the proof from before.
        if (task.waitingFor?.kind !== 'review' && isOpen(task.status)) {
          const proven = result.outcome === 'succeeded';
          const claimed = claimedBy(criteria, evidence, { by: result.author, at: now, proven });
          checkCapacity(claimed);
          if (claimed.some((each, index) => each !== criteria[index])) {
            await stores.criteria.replace(task.taskNumber, claimed);
          }
        }
        await record(stores, by, taskEntity(task), 'reported', {
          changes: [{ field: 'outcome', oldValue: null, newValue: result.outcome }],
          related: { resultId: result.id },
        });
        if (to !== null) await moveBy(stores, by, task, claim, result, to);
        return result;
      }),

    /** Newest first. */
    list: (caller: Caller, ref: TaskRef, page: PageRequest): Promise<Page<Result>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        return stores.results.list(task.taskNumber, pageSlice(page));
      }),

    /**
     * A person's verdict on the result that the task waits for, or else on the last one that is not interim. Accepted
     * moves the task to done; returned sends it back to the author. 403 OWN_RESULT for the caller's own result, 409
     * NOTHING_TO_REVIEW if there is none or it has been reviewed.
     */
    review: (caller: Caller, ref: TaskRef, input: NewReview): Promise<Review> =>
      storage.write(caller.workspaceId, async (stores) => {
        if (caller.type !== 'human') throw humansOnly('review a result');
        const task = await requireTask(stores, ref);
        refuseProblems(reviewProblems(input));
        const result = await reviewable(stores, task);
        if (result) checkIsShown(input, result);
        if (!result || result.review || result.part === 'withdrawn') throw nothingToReview();
        if (isOwn(caller, result)) throw ownResult();
        const criteria = await stores.criteria.whole(task.taskNumber);
        checkReviewed(criteria, input, result);
        const accepted = input.verdict === 'accepted';
        if (accepted && task.status !== 'done') {
          checkMove(task.status, 'done', await moverOf(stores, caller, task), []);
        }
        if (!accepted && task.status !== 'todo') {
          checkMove(task.status, 'todo', await moverOf(stores, caller, task), []);
        }
        const now = clock();
        const review: Review = {
          id: newId(),
          verdict: input.verdict,
          comment: input.comment ?? null,
          criteria: (input.criteria ?? []).map(({ id, status, comment }) => ({
            id,
            status,
            comment: comment ?? null,
          })),
          reviewer: authorOf(caller),
          createdAt: now,
        };
        await stores.results.review({ ...result, review });
        await stores.criteria.replace(task.taskNumber, judged(criteria, review, result));
        await record(stores, caller, taskEntity(task), 'reviewed', {
          changes: [{ field: 'verdict', oldValue: null, newValue: review.verdict }],
          related: { resultId: result.id, reviewId: review.id },
        });
        if (accepted && task.status !== 'done') {
          await moveTask(stores, caller, task, { to: 'done', reason: review.comment });
        }
        if (!accepted) await sendBack(stores, caller, task, result, review);
        return review;
      }),
  };

  /** Returns the task to the author of the result, who is offered it first. */
  async function sendBack(
    stores: Stores,
    caller: Caller,
    task: Task,
    result: Result,
    { comment }: Review,
  ): Promise<void> {
    const author = await livingMember(stores, result.returnTo);
    const assignee = author ? memberRef(author) : await livingAssignee(stores, task);
    const backTo = author?.type === 'agent' ? author.id : null;
    const subscribe = author ? [author.id] : [];
    if (task.status !== 'todo') {
      await moveTask(stores, caller, task, {
        to: 'todo',
        reason: comment,
        assignee,
        work: { backTo },
        subscribe,
      });
      return;
    }
    const work = { ...task.work, backTo, notBefore: null, failures: 0 };
    const after = { ...task, assignee, work, updatedAt: clock() };
    await save(stores, caller, { before: task, after, subscribe });
  }
}

/** Whether a waiting task waits for neither a review nor an answer. */
const canAwaitReview = ({ waitingFor }: Task): boolean =>
  waitingFor?.kind === 'other' || waitingFor?.kind === 'attention';

/** The result that the task waits for, or else the last one that is not interim. */
function reviewable({ results }: Stores, task: Task): Promise<Result | null> {
  const { waitingFor } = task;
  if (waitingFor?.kind === 'review' && waitingFor.resultId) return results.byId(waitingFor.resultId);
  const parts = ['moved', 'withdrawn'] as const;
  return results.last(task.taskNumber, isOpen(task.status) ? ['beside', ...parts] : parts);
}

const firstLine = ({ summary }: Result): string => cut(summary.trim().split('\n')[0] ?? '', LIMITS.title);

/** The `waitingFor` for a result: attention if it failed, otherwise a review. */
async function lookedAtBy(stores: Stores, task: Task, result: Result): Promise<Omit<WaitingFor, 'since'>> {
  const what = firstLine(result);
  if (result.outcome === 'failed') return { kind: 'attention', who: null, what, resultId: result.id };
  const creator = await stores.members.byId(task.creatorId);
  const who = creator?.type === 'human' && creator.id !== result.behind ? memberRef(creator) : null;
  return { kind: 'review', who, what, resultId: result.id };
}

async function livingMember({ members }: Stores, id: string | null): Promise<Member | null> {
  const member = id === null ? null : await members.byId(id);
  return member && !member.deleted ? member : null;
}

async function livingAssignee(stores: Stores, { assignee }: Task): Promise<Task['assignee']> {
  return (await livingMember(stores, assignee?.id ?? null)) ? assignee : null;
}

function checkCriteria(criteria: readonly Criterion[], evidence: readonly Evidence[]): void {
  const stray = evidence.flatMap(({ criterionId }, index) =>
    criterionId === undefined || criteria.some(({ id }) => id === criterionId) ? [] : [index],
  );
  const problems = stray.map((index) => [
    `evidence.${index}.criterionId`,
    'must be the id of a criterion of this task',
  ]);
  if (stray.length > 0) throw invalid(Object.fromEntries(problems));
}

async function checkFiles(stores: Stores, caller: Caller, evidence: readonly Evidence[]): Promise<void> {
  const known = new Set<string>();
  for (const [index, { fileId }] of evidence.entries()) {
    if (fileId === undefined || known.has(fileId)) continue;
    await namedFile(stores, caller, fileId, `evidence.${index}.fileId`);
    known.add(fileId);
  }
}

/** 409 when the reviewer was shown a different result. */
function checkIsShown({ resultId }: NewReview, result: Result): void {
  if (resultId === undefined || resultId === null || resultId === result.id) return;
  throw new Refusal(
    'RESULT_CHANGED',
    'The task has a newer result. Look at the current one and review it by its id.',
    { details: { result } },
  );
}

function checkReviewed(criteria: readonly Criterion[], input: NewReview, result: Result): void {
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
const judged = (
  criteria: readonly Criterion[],
  { verdict, criteria: said, reviewer, createdAt }: Review,
  result: Result,
) =>
  criteria.map((criterion): Criterion => {
    const named = said.find(({ id }) => id === criterion.id)?.status;
    const status =
      named ?? (verdict === 'accepted' && isProvenBy(criterion, result) ? 'accepted' : undefined);
    return status ? { ...criterion, status, by: reviewer, at: createdAt } : criterion;
  });

/** Whether the caller, or the member behind its key, is the author or the member behind the author. */
const isOwn = (caller: Caller, { author, behind }: Result): boolean =>
  [caller.memberId, memberBehind(caller)].some((id) => id !== null && (id === author.id || id === behind));

const nothingToReview = () =>
  new Refusal(
    'NOTHING_TO_REVIEW',
    'The task has no result to review. Wait until one is posted, or move the task.',
  );

const ownResult = () =>
  new Refusal('OWN_RESULT', 'This result is your own. Ask another person to review it.');
