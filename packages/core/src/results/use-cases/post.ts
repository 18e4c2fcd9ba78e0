import { authorOf } from '../../access/author.ts';
import { type Caller, memberBehind } from '../../access/caller.ts';
import { type Claim, isLiving } from '../../claims/claim.ts';
import { isCounted } from '../../claims/failure.ts';
import { namedFile } from '../../lookup/files.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { checkDone } from '../../steps/check-done.ts';
import { countUsage } from '../../steps/count-usage.ts';
import { taskReturner } from '../../steps/give-back.ts';
import { moverFinder } from '../../steps/intake.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { budgetKeeper } from '../../steps/keep-budgets.ts';
import { taskMover, waiter } from '../../steps/move-task.ts';
import { recorder } from '../../steps/record.ts';
import { verificationRequester } from '../../steps/request-verifications.ts';
import { waitingForPeople } from '../../steps/waiting-for-people.ts';
import { checkMove, isOpen, movedBy, type TaskStatus } from '../../tasks/status.ts';
import { type Task, type TaskRef, taskEntity } from '../../tasks/task.ts';
import { artifactOf, checkArtifact } from '../artifact.ts';
import { isConfirmed } from '../check.ts';
import { type Criterion, checkCapacity, checkCriteria, claimedBy } from '../criteria.ts';
import {
  type Evidence,
  evidenceOf,
  firstLine,
  type NewResult,
  type Result,
  resultProblems,
} from '../result.ts';

/**
 * Stores the result with its evidence and moves the task: by default from in progress to waiting for review, or to
 * todo if it failed. Nothing is stored when the move is refused. Fenced (docs/rules.md, Claims); a task without a
 * claim accepts results from any caller.
 */
export function resultPoster(ports: SteadyPorts) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const judge = actJudge(ports);
  const moveBy = resultMover(ports);
  const budgets = budgetKeeper(ports);
  const requestVerifications = verificationRequester(ports);

  return (caller: Caller, ref: TaskRef, input: NewResult): Promise<Result> =>
    storage.write(caller.workspaceId, async (stores) => {
      const task = await requireTask(stores, ref);
      refuseProblems(resultProblems(input));
      const criteria = await stores.criteria.allOf(task.taskNumber);
      const evidence = (input.evidence ?? []).map(evidenceOf);
      checkCriteria(criteria, evidence);
      checkArtifact(input, criteria);
      await checkFiles(stores, caller, evidence);
      const to = movedBy(input, task.status);
      const claimToken = input.token ?? caller.claimToken;
      const by = await actingOn(stores, { ...caller, claimToken }, task);
      const claim = await judge(stores, by, task, to === null ? 'report' : 'finish');
      const result: Result = {
        id: newId(),
        taskNumber: task.taskNumber,
        outcome: input.outcome,
        summary: input.summary,
        evidence,
        artifact: input.artifact ? artifactOf(input.artifact) : null,
        failure: input.failure ?? null,
        usage: input.usage ?? null,
        author: authorOf(by),
        behind: memberBehind(by),
        returnTo: by.memberId,
        attempt: claim?.attempt ?? task.work.attempts,
        part: to !== null ? 'moved' : input.to === 'none' ? 'interim' : 'beside',
        createdAt: clock(),
        review: null,
      };
      await stores.results.insert(result);
      if (claim && result.part !== 'interim')
        await stores.attempts.note(claim.id, { resultId: result.id, failure: result.failure });
      if (result.usage) {
        const agentId = by.type === 'agent' ? by.id : null;
        const claimId = claim?.id ?? null;
        await countUsage(stores, {
          agentId,
          task,
          at: result.createdAt,
          usage: result.usage,
          claimId,
          source: 'reported',
        });
      }
      await claimCriteria(stores, task, criteria, result);
      await record(stores, by, {
        entity: taskEntity(task),
        action: 'reported',
        changes: [{ field: 'outcome', oldValue: null, newValue: result.outcome }],
        related: { resultId: result.id },
      });
      // Before the move: the result may void the verifications that a move to done needs.
      if (criteria.some(({ check }) => isConfirmed(check))) await requestVerifications(stores, by, task);
      if (to !== null) await moveBy(stores, by, { task, claim, result, to });
      if (result.usage) await budgets.afterUsage(stores, caller.workspaceId, task.taskNumber);
      return result;
    });
}

/** Moves the task for the result, and finishes the claim that it was posted under. */
function resultMover(ports: SteadyPorts) {
  const moveTask = taskMover(ports);
  const waitOn = waiter(ports);
  const giveBack = taskReturner(ports);
  const moverOf = moverFinder(ports);

  return async (
    stores: Stores,
    by: Caller,
    { task, claim, result, to }: { task: Task; claim: Claim | null; result: Result; to: TaskStatus },
  ): Promise<void> => {
    const failed = result.outcome === 'failed';
    if (to === 'waiting' && task.status === 'waiting' && canAwaitReview(task)) {
      await waitOn(stores, by, task, await waitingForPeople(stores, task, result));
      return;
    }
    // A person's result is a person's move, so it ends another member's claim.
    const held = claim ?? (isLiving(task.claim, ports.steadyClock()) ? task.claim : null);
    const end = claim ? 'finished' : 'moved';
    checkMove(task.status, to, await moverOf(stores, by, task), []);
    if (to === 'done') await checkDone(stores, by, task);
    if (to === 'todo') {
      const { id: resultId, failure } = result;
      const how = { end, failed, failure, note: firstLine(result), resultId } as const;
      await giveBack(stores, by, { task, claim: held, ...how });
      return;
    }
    await moveTask(stores, by, task, {
      to,
      end,
      waitingFor: to === 'waiting' ? await waitingForPeople(stores, task, result) : undefined,
      work: { failures: failed && isCounted(result.failure) ? task.work.failures + 1 : 0 },
    });
  };
}

/** Whether a waiting task waits for neither a review nor an answer. */
const canAwaitReview = ({ waitingFor }: Task): boolean =>
  waitingFor?.kind === 'other' || waitingFor?.kind === 'attention';

/** Criteria named in the evidence become claimed. Those of a closed task, or one in review, keep their proof. */
async function claimCriteria(
  stores: Stores,
  { status, waitingFor }: Task,
  criteria: readonly Criterion[],
  { taskNumber, outcome, evidence, author, createdAt }: Result,
): Promise<void> {
  if (waitingFor?.kind === 'review' || !isOpen(status)) return;
  const claim = { by: author, at: createdAt, proven: outcome === 'succeeded' };
  const claimed = claimedBy(criteria, evidence, claim);
  checkCapacity(claimed);
  if (claimed.some((each, index) => each !== criteria[index])) {
    await stores.criteria.replace(taskNumber, claimed);
  }
}

async function checkFiles(stores: Stores, caller: Caller, evidence: readonly Evidence[]): Promise<void> {
  const known = new Set<string>();
  for (const [index, { fileId }] of evidence.entries()) {
    if (fileId === undefined || known.has(fileId)) continue;
    await namedFile(stores, caller, fileId, `evidence.${index}.fileId`);
    known.add(fileId);
  }
}
