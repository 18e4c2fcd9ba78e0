import { authorOf } from '../../access/author.ts';
import type { Caller } from '../../access/caller.ts';
import { systemCaller } from '../../access/system.ts';
import { isAssignable, memberRef } from '../../members/member.ts';
import type { Recipient } from '../../notifications/store.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { cut, LIMITS } from '../../shared/text.ts';
import { taskMover, waiter } from '../../steps/move-task.ts';
import { notifier } from '../../steps/notify.ts';
import { recorder } from '../../steps/record.ts';
import { syncInboxForQuestion } from '../../steps/update-inbox.ts';
import { type Task, taskEntity, type WaitingFor } from '../../tasks/task.ts';
import type { Answer, Question, QuestionStatus } from '../question.ts';

/** A question that is no longer open. */
type Closed = Question & { readonly status: Exclude<QuestionStatus, 'open'> };

/** Closes questions and moves on the tasks that wait for them (docs/rules.md, Questions). */
export function closing(ports: SteadyPorts) {
  const { clock } = ports;
  const record = recorder(ports);
  const notify = notifier(ports);
  const moveTask = taskMover(ports);
  const waitOn = waiter(ports);

  const close = async (stores: Stores, by: Caller, closed: Closed): Promise<Question> => {
    await stores.questions.close(closed);
    await syncInboxForQuestion(stores, closed);
    const task = await stores.tasks.byNumber(closed.task.taskNumber);
    if (!task) return closed;
    const { id, status } = closed;
    const sequence = await record(stores, by, {
      entity: taskEntity(task),
      action: status,
      changes: [{ field: 'question', oldValue: null, newValue: closed.text }],
      related: { questionId: id },
    });
    // The task may have been moved on, or wait for something else by now.
    const waits = task.status === 'waiting' && task.waitingFor?.questionId === id;
    if (!closed.blocking) await goOnWithRun(stores, task, closed);
    if (!closed.blocking || !waits) {
      await notify(stores, by, { taskNumber: task.taskNumber, sequence, recipients: recipientsOf(closed) });
      return closed;
    }
    if (status === 'expired') await waitOn(stores, by, task, unanswered(closed));
    else await goOn(stores, by, task, closed);
    return (await stores.questions.byId(id)) ?? closed;
  };

  /** The run that asked goes on, unless it waits for another answer. */
  const goOnWithRun = async (stores: Stores, { taskNumber, claim }: Task, { asker }: Closed) => {
    if (claim?.agent.id !== asker.id) return;
    const open = await stores.questions.openOf(taskNumber);
    if (!open.some((each) => each.asker.id === asker.id)) await stores.attempts.endWait(taskNumber, clock());
  };

  /** Returns the task to the asker, who is offered it first. */
  const goOn = async (stores: Stores, by: Caller, task: Task, closed: Closed): Promise<void> => {
    const { returnTo } = closed;
    const member = returnTo === null ? null : await stores.members.byId(returnTo);
    const living = isAssignable(member) ? member : null;
    await moveTask(stores, by, task, {
      to: 'todo',
      assignee: living ? memberRef(living) : task.assignee,
      work: { backTo: living?.type === 'agent' ? living.id : null },
      notify: recipientsOf(closed),
    });
  };

  return {
    answer: (stores: Stores, caller: Caller, question: Question, answer: Pick<Answer, 'value' | 'comment'>) =>
      close(stores, caller, answered(question, { ...answer, by: authorOf(caller), at: clock() })),

    withdraw: (stores: Stores, caller: Caller, question: Question) =>
      close(stores, caller, { ...question, status: 'withdrawn', closedAt: clock() }),

    /** Answers an overdue question by its default, or expires it. */
    settle: (stores: Stores, workspaceId: string, question: Question): Promise<Question> => {
      const now = clock();
      const settled: Closed =
        question.default === null
          ? { ...question, status: 'expired', closedAt: now }
          : answered(question, { value: question.default, comment: null, by: null, at: now });
      return close(stores, systemCaller(workspaceId), settled);
    },
  };
}

/** The asker of an answered question gets one notification: of the move, if the answer moves the task. */
const recipientsOf = ({ status, asker }: Closed): readonly Recipient[] =>
  status === 'answered' ? [{ memberId: asker.id, kind: 'answered' }] : [];

const answered = (question: Question, answer: Answer): Closed => ({
  ...question,
  status: 'answered',
  answer,
  closedAt: answer.at,
});

/** The `waitingFor` of a task that waits for the answer. */
export const answerTo = ({ id, to, text }: Question): Omit<WaitingFor, 'since'> => ({
  kind: 'answer',
  who: to,
  what: cut(text, LIMITS.title),
  questionId: id,
});

const unanswered = ({ id, text }: Question): Omit<WaitingFor, 'since'> => ({
  kind: 'attention',
  who: null,
  what: cut(`Not answered in time: ${text}`, LIMITS.title),
  questionId: id,
});
