import { authorOf } from '../../access/author.ts';
import type { Caller } from '../../access/caller.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { requireWorkspace } from '../../lookup/workspace.ts';
import { humansOnly, isAssignable, type Member, memberRef } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { checkChildrenClosed } from '../../steps/check-done.ts';
import { proofMissing } from '../../steps/check-proof.ts';
import { moverFinder } from '../../steps/intake.ts';
import { type Move, taskMover } from '../../steps/move-task.ts';
import { notifier } from '../../steps/notify.ts';
import { recorder } from '../../steps/record.ts';
import { verificationRequester } from '../../steps/request-verifications.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkOpensBelow } from '../../steps/set-parent.ts';
import { checkMove, isOpen } from '../../tasks/status.ts';
import { type Task, type TaskRef, taskEntity } from '../../tasks/task.ts';
import { type NewReview, type Result, type Review, reviewProblems } from '../result.ts';
import { checkIsShown, checkNotOwn, checkReviewable, checkReviewed, judged } from '../review.ts';

/**
 * A person's verdict on the result that the task waits for, or else on the last one that is not interim. Accepted
 * moves the task to done; returned sends it back to the author. 403 OWN_RESULT for the caller's own result, 409
 * NOTHING_TO_REVIEW if there is none or it has been reviewed.
 */
export function resultReviewer(ports: SteadyPorts) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const notify = notifier(ports);
  const moveTask = taskMover(ports);
  const moverOf = moverFinder(ports);
  const save = taskSaver(ports);
  const requestVerifications = verificationRequester(ports);

  /** Returns the task to the author of the result, who is offered it first. */
  const sendBack = async (
    stores: Stores,
    caller: Caller,
    task: Task,
    { returnTo, ...told }: Pick<Result, 'returnTo'> & Pick<Move, 'reason' | 'notify'>,
  ): Promise<void> => {
    const author = await assignable(stores, returnTo);
    const assignee = author ? memberRef(author) : await livingAssignee(stores, task);
    const backTo = author?.type === 'agent' ? author.id : null;
    const subscribe = author ? [author.id] : [];
    if (task.status !== 'todo') {
      const after = await moveTask(stores, caller, task, {
        to: 'todo',
        assignee,
        work: { backTo },
        subscribe,
        ...told,
      });
      if (!isOpen(task.status)) await requestVerifications(stores, caller, after);
      return;
    }
    const work = { ...task.work, backTo, notBefore: null, failures: 0 };
    const after = { ...task, assignee, work, updatedAt: clock() };
    await save(stores, caller, { before: task, after, subscribe });
  };

  return (caller: Caller, ref: TaskRef, input: NewReview): Promise<Review> =>
    storage.write(caller.workspaceId, async (stores) => {
      if (caller.type !== 'human') throw humansOnly('review a result');
      const task = await requireTask(stores, ref);
      refuseProblems(reviewProblems(input));
      const found = await resultToReview(stores, task);
      if (found) checkIsShown(input, found);
      const result = checkReviewable(found);
      checkNotOwn(caller, result);
      const criteria = await stores.criteria.allOf(task.taskNumber);
      checkReviewed(criteria, input, result);
      const accepted = input.verdict === 'accepted';
      const to = accepted ? 'done' : 'todo';
      if (task.status !== to) checkMove(task.status, to, await moverOf(stores, caller, task), []);
      if (accepted) await checkChildrenClosed(stores, task);
      else if (!isOpen(task.status) && !task.archived) await checkOpensBelow(stores, task);
      const override = accepted ? await overrideOf(stores, caller, task, input) : null;
      const review: Review = {
        id: newId(),
        verdict: input.verdict,
        comment: input.comment ?? null,
        criteria: (input.criteria ?? []).map(({ id, status, comment = null }) => ({ id, status, comment })),
        override,
        reviewer: authorOf(caller),
        createdAt: clock(),
      };
      await stores.results.review({ ...result, review });
      await stores.criteria.replace(task.taskNumber, judged(criteria, review, result));
      const sequence = await record(stores, caller, {
        entity: taskEntity(task),
        action: 'reviewed',
        changes: [{ field: 'verdict', oldValue: null, newValue: review.verdict }],
        reason: override,
        related: { resultId: result.id, reviewId: review.id },
      });
      // The author gets one notification: of the move, if the review moves the task.
      const recipients = [{ memberId: result.author.id, kind: 'reviewed' }] as const;
      const told = { reason: review.comment, notify: recipients };
      if (task.status === to)
        await notify(stores, caller, { taskNumber: task.taskNumber, sequence, recipients });
      if (!accepted) await sendBack(stores, caller, task, { returnTo: result.returnTo, ...told });
      else if (task.status !== to) await moveTask(stores, caller, task, { to, ...told });
      return review;
    });
}

/**
 * The reason for accepting a result without proof, where the workspace requires verified proof and some is missing. 422
 * PROOF_MISSING without a reason, 403 for a lent key.
 */
async function overrideOf(
  stores: Stores,
  caller: Caller,
  task: Task,
  input: NewReview,
): Promise<string | null> {
  const { proofOfDone } = await requireWorkspace(stores);
  const missing = proofOfDone === 'verified' ? await proofMissing(stores, proofOfDone, task) : null;
  if (!missing) return null;
  if (typeof input.override !== 'string') throw missing;
  checkLasting(caller, 'overrides');
  return input.override;
}

/** The result that the task waits for, or else the last one that is not interim. */
function resultToReview({ results }: Stores, task: Task): Promise<Result | null> {
  const { waitingFor } = task;
  if (waitingFor?.kind === 'review' && waitingFor.resultId) return results.byId(waitingFor.resultId);
  const parts = ['moved', 'withdrawn'] as const;
  return results.last(task.taskNumber, isOpen(task.status) ? ['beside', ...parts] : parts);
}

async function assignable({ members }: Stores, id: string | null): Promise<Member | null> {
  const member = id === null ? null : await members.byId(id);
  return isAssignable(member) ? member : null;
}

async function livingAssignee(stores: Stores, { assignee }: Task): Promise<Task['assignee']> {
  return (await assignable(stores, assignee?.id ?? null)) ? assignee : null;
}
