import type { Caller } from '../access/caller.ts';
import type { Claim } from '../claims/claim.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { checkAwaits, checkRemoves, type Decision, TASK_ACTS, type TaskAct } from '../tasks/acts.ts';
import type { Task } from '../tasks/task.ts';
import { checkFence } from './fence.ts';
import { checkRunning } from './running.ts';

export type JudgeAct = (stores: Stores, by: Caller, task: Task, act: TaskAct) => Promise<Claim | null>;

/**
 * The gate for every change to a task: refuses acts that agents and services may not do to it now, and returns the
 * living claim that covers the act. `by` is the acting agent or service (`actingOn`). Checks run in this order: 409
 * TASK_CLAIMED and LEASE_LOST, 403 FORBIDDEN for another agent's token, 409 AGENT_PAUSED and USAGE_LIMIT, 403
 * AWAITS_PERSON, 403 HUMANS_ONLY (`acts.ts`).
 */
export function actJudge({ clock, steadyClock }: Pick<SteadyPorts, 'clock' | 'steadyClock'>): JudgeAct {
  return async (stores, by, task, act) => {
    if (by.type === 'human') return null;
    const { fenced, awaits, removes, finishes } = TASK_ACTS[act];
    const claim = fenced ? await checkFence(stores, by, task, steadyClock()) : null;
    if (!finishes || claim === null) await checkRunning(stores, by, clock());
    if (awaits) checkAwaits(by, await decisionOn(stores, task));
    if (removes) checkRemoves(by, await stores.results.hasOthers(task.taskNumber, by.id));
    return claim;
  };
}

/** The decision that the task is waiting for a person to make; null without one. */
async function decisionOn(
  { results, questions }: Pick<Stores, 'results' | 'questions'>,
  { waitingFor }: Task,
): Promise<Decision | null> {
  if (waitingFor?.kind === 'review' && waitingFor.resultId) {
    const result = await results.byId(waitingFor.resultId);
    return result && { kind: 'review', author: result.author };
  }
  if (waitingFor?.kind === 'answer' && waitingFor.questionId) {
    const question = await questions.byId(waitingFor.questionId);
    return question && { kind: 'answer', author: question.asker };
  }
  return null;
}
