import { type Author, authorOf } from '../access/author.ts';
import type { Caller } from '../access/caller.ts';
import { recorder } from '../activity/record.ts';
import { systemCaller } from '../claims/system.ts';
import { keepQuestionInInbox, keepTaskInInbox } from '../inbox/keeping.ts';
import { memberRef } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { cut, LIMITS } from '../shared/text.ts';
import { taskMover } from '../tasks/moving.ts';
import { type Task, taskEntity, type WaitingFor } from '../tasks/task.ts';
import type { Choice, Question } from './question.ts';

/** How a question ends, and what becomes of the task that waits for it (docs/rules.md, Questions). */
export function closing(ports: SteadyPorts) {
  const { clock } = ports;
  const record = recorder(ports);
  const moveTask = taskMover(ports);

  const close = async (stores: Stores, by: Caller, closed: Question): Promise<Question> => {
    await stores.questions.close(closed);
    await keepQuestionInInbox(stores, closed);
    const task = await stores.tasks.byNumber(closed.task.taskNumber);
    if (!task) return closed;
    const { id, status } = closed;
    await record(
      stores,
      by,
      taskEntity(task),
      status === 'answered' ? 'answered' : status === 'withdrawn' ? 'withdrawn' : 'expired',
      [{ field: 'question', oldValue: null, newValue: closed.text }],
      closed.answer?.comment ?? undefined,
    );
    const waits = task.status === 'waiting' && task.waitingFor?.kind === 'answer';
    if (!closed.blocking || !waits) return closed;
    const other = (await stores.questions.openOf(task.taskNumber)).find(({ blocking }) => blocking);
    if (status === 'expired') await waitFor(stores, task, unanswered(closed));
    else if (!other) await goOn(stores, by, task, closed);
    else if (task.waitingFor?.questionId === id) await waitFor(stores, task, answerTo(other));
    return (await stores.questions.byId(id)) ?? closed;
  };

  /** The task waits on, for something else. */
  const waitFor = async (stores: Stores, before: Task, what: Omit<WaitingFor, 'since'>): Promise<void> => {
    const now = clock();
    const after: Task = { ...before, waitingFor: { ...what, since: now }, updatedAt: now };
    await stores.tasks.update(after, before);
    await keepTaskInInbox(stores, after, before);
  };

  /** Back to whoever has asked, who gets it first. */
  const goOn = async (stores: Stores, by: Caller, task: Task, { returnTo }: Question): Promise<void> => {
    const member = returnTo === null ? null : await stores.members.byId(returnTo);
    const living = member && !member.deleted ? member : null;
    await moveTask(stores, by, task, {
      to: 'todo',
      assignee: living ? memberRef(living) : task.assignee,
      work: { backTo: living?.type === 'agent' ? living.id : null },
    });
  };

  return {
    answer: (stores: Stores, caller: Caller, question: Question, value: Choice, comment: string | null) =>
      close(stores, caller, answered(question, value, comment, authorOf(caller), clock())),

    withdraw: (stores: Stores, caller: Caller, question: Question) =>
      close(stores, caller, { ...question, status: 'withdrawn', closedAt: clock() }),

    /** One whose time has come is answered by its default, or expires. */
    settle: (stores: Stores, workspaceId: string, question: Question): Promise<Question> => {
      const now = clock();
      const settled: Question =
        question.default === null
          ? { ...question, status: 'expired', closedAt: now }
          : answered(question, question.default, null, null, now);
      return close(stores, systemCaller(workspaceId), settled);
    },
  };
}

const answered = (
  question: Question,
  value: Choice,
  comment: string | null,
  by: Author | null,
  at: number,
): Question => ({ ...question, status: 'answered', answer: { value, comment, by, at }, closedAt: at });

/** What a task waits for that has asked. */
export const answerTo = ({ id, to, text }: Question): Omit<WaitingFor, 'since'> => ({
  kind: 'answer',
  who: to,
  what: cut(text, LIMITS.title),
  questionId: id,
});

const unanswered = ({ id, text }: Question): Omit<WaitingFor, 'since'> => ({
  kind: 'attention',
  who: null,
  what: cut(`Nobody has answered in time: ${text}`, LIMITS.title),
  questionId: id,
});
