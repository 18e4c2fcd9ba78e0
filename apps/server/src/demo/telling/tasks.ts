import type { StoryTask } from '../story/words.ts';
import type { Calendar } from './calendar.ts';
import { callerOf, perform } from './deeds.ts';
import { known, type Step, type World } from './world.ts';

/** The events of tasks, each at its time. */
export const taskSteps = (tasks: readonly StoryTask[], { at }: Calendar): Step[] =>
  tasks.flatMap((task) => {
    // Tasks without a key are identified by their title.
    const key = task.key ?? task.title;
    return [
      { at: at(task.at), happens: (world: World) => begin(world, key, task) },
      ...(task.acts ?? []).map((act) => ({
        at: at(act.at),
        happens: (world: World) => perform(world, key, act),
      })),
    ];
  });

async function begin(world: World, key: string, task: StoryTask): Promise<void> {
  const { title, text, project, by, to, status, priority, effort, labels, tags, due, criteria } = task;
  const { taskNumber } = await world.tandem.tasks.create(callerOf(world, by), {
    title,
    description: text,
    projectId: project === null ? null : known(world.projects, project),
    assignedTo: to,
    status,
    priority,
    effort,
    labels,
    tags,
    dueDate: due === undefined ? undefined : world.calendar.due(due),
    criteria: criteria?.map((each, place) => ({ id: `c${place + 1}`, text: each })),
  });
  world.tasks.set(key, taskNumber);
}
