import type { Stores } from '../ports.ts';
import { isDue, type Question } from '../questions/question.ts';
import { mentionOf } from '../tasks/mention.ts';
import type { Task } from '../tasks/task.ts';
import { nameOf, withAuthor } from './members.ts';
import type { Tables } from './tables.ts';

const AT_ONCE = 100;

export function questionStore(tables: Tables, viewTask: (task: Task) => Task): Stores['questions'] {
  const { questions, tasks } = tables;

  const view = (question: Question): Question => {
    const { answer, to } = question;
    return {
      ...withAuthor(tables, question, 'asker'),
      task: mentionOf(viewTask(tasks.get(question.task.taskNumber) as Task)),
      to: to && { id: to.id, name: nameOf(tables, to.id) },
      answer: answer?.by ? withAuthor(tables, { ...answer, by: answer.by }, 'by') : answer,
    };
  };
  const ofTask = (taskNumber: number) => (row: Question) => row.task.taskNumber === taskNumber;

  return {
    insert: async (question) => questions.put(question.id, question),
    close: async (question) => questions.put(question.id, question),
    unblock: async (taskNumber) => {
      for (const row of questions.filter(
        (each) => each.status === 'open' && each.blocking && ofTask(taskNumber)(each),
      ))
        questions.put(row.id, { ...row, blocking: false });
    },
    byId: async (id) => {
      const question = questions.get(id);
      return question ? view(question) : null;
    },
    list: async ({ statuses, to, taskNumber }, slice) => {
      const page = questions.page(
        (row) =>
          statuses.includes(row.status) &&
          (to === undefined || to.includes(row.to?.id ?? null)) &&
          (taskNumber === undefined || ofTask(taskNumber)(row)),
        slice,
        'newest',
      );
      return { ...page, items: page.items.map(view) };
    },
    openOf: async (taskNumber) =>
      questions.filter((row) => row.status === 'open' && ofTask(taskNumber)(row)).map(view),
    countOpenBy: async (askerId, atMost) =>
      Math.min(questions.filter((row) => row.status === 'open' && row.asker.id === askerId).length, atMost),
    answeredSince: async (taskNumber, since, atMost) =>
      questions
        .filter((row) => row.status === 'answered' && ofTask(taskNumber)(row) && (row.closedAt ?? 0) >= since)
        .slice(-atMost)
        .map(view),
    due: async (now) =>
      questions
        .filter((row) => isDue(row, now))
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
        .slice(0, AT_ONCE)
        .map(view),
  };
}
