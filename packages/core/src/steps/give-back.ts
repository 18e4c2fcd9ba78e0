import type { Caller } from '../access/caller.ts';
import type { Claim, ClaimEnd } from '../claims/claim.ts';
import { delayAfter, type Failure, isCounted, MAX_FAILURES, QUOTA_REST_MS } from '../claims/failure.ts';
import { isAssignable, type MemberRef, memberRef } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';
import { type Move, taskMover } from './move-task.ts';

interface Return {
  readonly task: Task;
  /** The claim that is over; null if the task was worked on without one. */
  readonly claim: Claim | null;
  readonly end: ClaimEnd;
  readonly failed: boolean;
  /** Why, if the run told; some do not count (`isCounted`). */
  readonly failure?: Failure | null | undefined;
  readonly note?: string | null | undefined;
  readonly notBefore?: number | null | undefined;
  /** For a failed attempt: the result that reports it. */
  readonly resultId?: string | undefined;
}

/** Gives back a task: to todo with its previous assignee, or to people after too many failures. */
export function taskReturner(ports: SteadyPorts) {
  const moveTask = taskMover(ports);

  return async (
    stores: Stores,
    by: Caller,
    { task, claim, end, failed, failure, note, notBefore = null, resultId }: Return,
  ): Promise<Task> => {
    const counts = failed && isCounted(failure);
    const failures = counts ? task.work.failures + 1 : task.work.failures;
    const assignee = await assigneeWithout(stores, task, claim);
    if (counts && failures >= MAX_FAILURES) {
      return moveTask(stores, by, task, { end, assignee, ...toPeople(failures, note, resultId) });
    }
    const now = ports.clock();
    const quotaRest = failure?.class === 'quota' ? now + QUOTA_REST_MS : null;
    const rest = counts ? Math.max(now + delayAfter(failures), notBefore ?? 0) : (notBefore ?? quotaRest);
    return moveTask(stores, by, task, {
      to: 'todo',
      reason: note,
      end,
      assignee,
      work: { failures, notBefore: rest, wokenBy: task.work.wokenBy },
    });
  };
}

const toPeople = (failures: number, note: string | null | undefined, resultId: string | undefined): Move => ({
  to: 'waiting',
  reason: note ?? `${failures} attempts failed or ended without a result.`,
  work: { failures, notBefore: null },
  waitingFor: {
    kind: 'attention',
    who: null,
    what: `${failures} attempts failed or ended without a result. Find out what blocks the task, then move it.`,
    resultId,
  },
});

/** The assignee of the task after its claim ends; unchanged without a claim. */
async function assigneeWithout(
  { members }: Stores,
  task: Task,
  claim: Claim | null,
): Promise<MemberRef | null> {
  if (claim === null) return task.assignee;
  const member = claim.assigneeBefore === null ? null : await members.byId(claim.assigneeBefore);
  return isAssignable(member) ? memberRef(member) : null;
}
