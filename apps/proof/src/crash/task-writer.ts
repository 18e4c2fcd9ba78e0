import { type KeyedWrites, keyedWrites, must, type Writer, type WriterContext } from './context.ts';

/** Creates a task, then moves, edits and comments on it until it is done; an agent makes some of the moves. */
export function taskWriter(name: string, place: number): Writer {
  let rounds = 0;
  const writes = keyedWrites(name);
  return {
    settle: writes.settle,
    round: async (context) => {
      const { person, agents } = context.accounts;
      const agent = agents[place % agents.length]?.key as string;
      const round = `${name}-${rounds++}`;
      const task = await createTask(writes, context, round);
      await move(writes, context, agent, task, 'in_progress');
      await patch(writes, context, task, 'title', `${round} renamed`);
      await comment(writes, context, task, `${round} says`);
      await move(writes, context, person, task, 'waiting');
      await patch(writes, context, task, 'description', `${round} described`);
      await move(writes, context, agent, task, 'todo');
      await move(writes, context, agent, task, 'in_progress');
      await comment(writes, context, task, `${round} says more`);
      await move(writes, context, person, task, 'done');
    },
  };
}

/** Creates a task with a unique title, and returns its id. */
export async function createTask(
  { write }: KeyedWrites,
  context: WriterContext,
  title: string,
): Promise<string> {
  const { person, projectId } = context.accounts;
  const task = await write(context, {
    kind: 'task',
    asked: { title },
    key: person,
    question: { path: 'tasks', body: { title, projectId, tags: ['load'] } },
    read: (answer) => {
      const { id, taskNumber } = must(answer, 201);
      return { id, number: taskNumber };
    },
  });
  return task?.id as string;
}

const move = ({ write }: KeyedWrites, context: WriterContext, key: string, task: string, to: string) =>
  write(context, {
    kind: 'transition',
    asked: { task, to },
    key,
    question: { path: `tasks/${task}/transition`, body: { to } },
    read: (answer) => ({ status: must(answer, 200).status }),
  });

const patch = (
  { write }: KeyedWrites,
  context: WriterContext,
  task: string,
  field: 'title' | 'description',
  value: string,
) =>
  write(context, {
    kind: 'patch',
    asked: { task, field, value },
    key: context.accounts.person,
    question: { method: 'PATCH', path: `tasks/${task}`, body: { [field]: value } },
    read: (answer) => ({ id: must(answer, 200).id }),
  });

const comment = ({ write }: KeyedWrites, context: WriterContext, task: string, body: string) =>
  write(context, {
    kind: 'comment',
    asked: { task, body },
    key: context.accounts.person,
    question: { path: `tasks/${task}/comments`, body: { body } },
    read: (answer) => ({ id: must(answer, 201).id }),
  });
