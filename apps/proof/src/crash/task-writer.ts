import { type Desk, must, type Writer, write } from './desk.ts';

/** Creates a task, moves and changes it and comments on it, until it is done; some moves are an agent's. */
export function taskWriter(name: string, place: number): Writer {
  let rounds = 0;
  return {
    // Nothing of this is safe to repeat.
    settle: async () => undefined,
    round: async (desk) => {
      const { person, agents } = desk.staff;
      const agent = agents[place % agents.length]?.key as string;
      const round = `${name}-${rounds++}`;
      const task = await createTask(desk, round);
      await move(desk, agent, task, 'in_progress');
      await patch(desk, task, 'title', `${round} renamed`);
      await comment(desk, task, `${round} says`);
      await move(desk, person, task, 'waiting');
      await patch(desk, task, 'description', `${round} described`);
      await move(desk, agent, task, 'todo');
      await move(desk, agent, task, 'in_progress');
      await comment(desk, task, `${round} says more`);
      await move(desk, person, task, 'done');
    },
  };
}

/** Creates a task under a title that no other has, and answers its id. */
export async function createTask(desk: Desk, title: string): Promise<string> {
  const { person, projectId } = desk.staff;
  const task = await write(desk, {
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

const move = (desk: Desk, key: string, task: string, to: string) =>
  write(desk, {
    kind: 'transition',
    asked: { task, to },
    key,
    question: { path: `tasks/${task}/transition`, body: { to } },
    read: (answer) => ({ status: must(answer, 200).status }),
  });

const patch = (desk: Desk, task: string, field: 'title' | 'description', value: string) =>
  write(desk, {
    kind: 'patch',
    asked: { task, field, value },
    key: desk.staff.person,
    question: { method: 'PATCH', path: `tasks/${task}`, body: { [field]: value } },
    read: (answer) => ({ id: must(answer, 200).id }),
  });

const comment = (desk: Desk, task: string, body: string) =>
  write(desk, {
    kind: 'comment',
    asked: { task, body },
    key: desk.staff.person,
    question: { path: `tasks/${task}/comments`, body: { body } },
    read: (answer) => ({ id: must(answer, 201).id }),
  });
