import { GOALS } from '../story/goals.ts';
import type { StoryTask } from '../story/notation.ts';
import { TREES, VIEWS } from '../story/trees.ts';
import { perform } from './actions.ts';
import type { Calendar } from './calendar.ts';
import { callerOf, known, type Step, type World } from './world.ts';

/** The events of tasks, each at its time. */
export const taskSteps = (tasks: readonly StoryTask[], { at }: Calendar): Step[] =>
  tasks.flatMap((task) => {
    const key = task.key ?? task.title;
    return [
      { at: at(task.at), happens: (world: World) => create(world, key, task) },
      ...(task.acts ?? []).map((act) => ({
        at: at(act[0]),
        happens: (world: World) => perform(world, key, act),
      })),
    ];
  });

async function create(world: World, key: string, task: StoryTask): Promise<void> {
  const { title, text, project, by, to, status, priority, effort, labels, due, criteria } = task;
  const { taskNumber } = await world.tandem.tasks.create(callerOf(world, by), {
    title,
    description: text,
    projectId: project === null ? null : known(world.ids, project),
    assignedTo: to,
    status,
    priority,
    effort,
    labels,
    dueDate: due === undefined ? undefined : world.calendar.due(due),
    criteria: criteria?.map((each, index) => {
      const [given, check] = typeof each === 'string' ? [each] : each;
      return { id: `c${index + 1}`, text: given, check };
    }),
  });
  world.tasks.set(key, taskNumber);
}

/** Puts tasks into others, and saves views of them. */
export const arrangingSteps = ({ at }: Calendar): Step[] => [
  ...TREES.flatMap(([by, parent, children]) =>
    children.map((child) => ({
      at: at('1d 15:40'),
      happens: (world: World) =>
        world.tandem.tasks.update(callerOf(world, by), known(world.tasks, child), {
          parentTaskNumber: known(world.tasks, parent),
        }),
    })),
  ),
  ...VIEWS.map(({ by, name, query }) => ({
    at: at('1d 15:45'),
    happens: (world: World) => world.tandem.views.create(callerOf(world, by), { name, shared: true, query }),
  })),
];

/** Verifications of goals, each at its time. */
export const goalSteps = ({ at }: Calendar): Step[] =>
  GOALS.flatMap(({ key, verifications }) =>
    verifications.map(([when, by, passed, evidence, metricCurrent]) => ({
      at: at(when),
      happens: (world) =>
        world.tandem.goals.verify(callerOf(world, by), known(world.ids, key), {
          passed,
          evidence,
          metricCurrent,
        }),
    })),
  );
