import type { Goal } from '../goals/goal.ts';
import type { Stores } from '../ports.ts';
import type { Question } from '../questions/question.ts';
import type { Task } from '../tasks/task.ts';

/** The kind of inbox item for a task; null for none. */
const kindOf = (task: Task): 'review' | 'attention' | null => {
  if (task.archived || task.status !== 'waiting') return null;
  const kind = task.waitingFor?.kind;
  return kind === 'review' || kind === 'attention' ? kind : null;
};

/** Updates the inbox after a change to a task. `before` is null for a new task. */
export async function syncInboxForTask(stores: Stores, after: Task, before: Task | null): Promise<void> {
  const [is, was] = [kindOf(after), before && kindOf(before)];
  const ref = String(after.taskNumber);
  if (was && was !== is) await stores.inbox.remove(was, ref);
  if (is && after.waitingFor) {
    const people = is === 'review' ? await reviewersOf(stores, after) : null;
    await stores.inbox.put({ kind: is, ref, since: after.waitingFor.since, people });
  }
}

/** Removes the task and its open questions from the inbox, before the task is deleted. */
export async function removeTaskFromInbox(stores: Stores, task: Task): Promise<void> {
  const kind = kindOf(task);
  if (kind) await stores.inbox.remove(kind, String(task.taskNumber));
  for (const { id } of await stores.questions.openOf(task.taskNumber)) {
    await stores.inbox.remove('question', id);
  }
}

/** Updates a pending review after a change to the task's subscribers, who are its reviewers. */
export async function syncReviewersInInbox(stores: Stores, task: Task): Promise<void> {
  if (kindOf(task) === 'review') await syncInboxForTask(stores, task, task);
}

/**
 * The subscribed people and the creator, except the member behind the result, who cannot review it. null (everyone)
 * if none remain.
 */
async function reviewersOf(stores: Stores, task: Task): Promise<readonly string[] | null> {
  const resultId = task.waitingFor?.resultId;
  const result = resultId === undefined ? null : await stores.results.byId(resultId);
  const creator = await stores.members.byId(task.creatorId);
  const people = new Set(await stores.subscriptions.people(task.taskNumber));
  if (creator?.type === 'human') people.add(creator.id);
  if (result?.behind) people.delete(result.behind);
  return people.size === 0 ? null : [...people];
}

/** Adds an open question to the inbox of its addressees; removes a closed one. */
export async function syncInboxForQuestion({ inbox }: Stores, question: Question): Promise<void> {
  if (question.status !== 'open') await inbox.remove('question', question.id);
  else {
    await inbox.put({
      kind: 'question',
      ref: question.id,
      since: question.createdAt,
      people: question.to && [question.to.id],
    });
  }
}

const waits = ({ status, archived }: Goal): boolean => status === 'verification_pending' && !archived;

/** Adds a goal to the inbox while it waits for a person's confirmation. */
export async function syncInboxForGoal({ inbox }: Stores, after: Goal, before: Goal | null): Promise<void> {
  const waited = before !== null && waits(before);
  if (waited === waits(after)) return;
  if (waited) await inbox.remove('goal', after.id);
  else await inbox.put({ kind: 'goal', ref: after.id, since: after.updatedAt, people: null });
}
