import type { Goal } from '../goals/goal.ts';
import type { Stores } from '../ports.ts';
import type { Question } from '../questions/question.ts';
import type { Task } from '../tasks/task.ts';

/** What of a task waits for people: nothing, its review, or somebody's attention. */
const kindOf = (task: Task): 'review' | 'attention' | null => {
  if (task.archived || task.status !== 'waiting') return null;
  const kind = task.waitingFor?.kind;
  return kind === 'review' || kind === 'attention' ? kind : null;
};

/** Keeps in the inbox what a task waits for, after a change of it. `before` is null where it was not there. */
export async function syncInboxForTask(stores: Stores, after: Task, before: Task | null): Promise<void> {
  const [is, was] = [kindOf(after), before && kindOf(before)];
  const ref = String(after.taskNumber);
  if (was && was !== is) await stores.inbox.remove(was, ref);
  if (is && after.waitingFor) {
    const people = is === 'review' ? await reviewersOf(stores, after) : null;
    await stores.inbox.put({ kind: is, ref, since: after.waitingFor.since, people });
  }
}

/** The task is about to go, and what of it waits for people. */
export async function removeTaskFromInbox(stores: Stores, task: Task): Promise<void> {
  const kind = kindOf(task);
  if (kind) await stores.inbox.remove(kind, String(task.taskNumber));
  for (const { id } of await stores.questions.openOf(task.taskNumber)) {
    await stores.inbox.remove('question', id);
  }
}

/** After somebody has subscribed to a task, or no longer is: a review may be for other people. */
export async function syncReviewersInInbox(stores: Stores, task: Task): Promise<void> {
  if (kindOf(task) === 'review') await syncInboxForTask(stores, task, task);
}

/**
 * The people who hear of the task, or have made it, without whoever the result is of: they cannot review it. Where
 * there is nobody, it is for everybody.
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

/** Keeps an open question in the inbox of whom it is for, and one that is closed in nobody's. */
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

/** Keeps a goal in the inbox while it waits for a person's confirmation. */
export async function syncInboxForGoal({ inbox }: Stores, after: Goal, before: Goal | null): Promise<void> {
  const waited = before !== null && waits(before);
  if (waited === waits(after)) return;
  if (waited) await inbox.remove('goal', after.id);
  else await inbox.put({ kind: 'goal', ref: after.id, since: after.updatedAt, people: null });
}
