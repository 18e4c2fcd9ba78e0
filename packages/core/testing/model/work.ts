import fc from 'fast-check';
import { GOAL_STATUSES, PROJECT_STATUSES } from '../../src/index.ts';
import { at, clearable, optional, who, word } from './values.ts';
import { type Command, command, note, pick } from './world.ts';

/** Commands on projects, initiatives, goals and labels. */
export const work: fc.Arbitrary<Command>[] = [
  fc
    .tuple(word, optional(fc.constantFrom(...PROJECT_STATUSES)), at, at)
    .map(([title, status, initiative, goal]) =>
      command('create a project', (world) =>
        note(
          world,
          'project',
          world.tandem.projects.create(world.callers.ada, {
            title,
            status,
            initiativeId: initiative < 5 ? pick(world, 'initiative', initiative) : undefined,
            goalId: goal < 3 ? pick(world, 'goal', goal) : undefined,
          }),
          ({ id }) => id,
        ),
      ),
    ),
  fc
    .tuple(at, optional(word), optional(fc.constantFrom(...PROJECT_STATUSES)), clearable(at), clearable(at))
    .map(([project, title, status, initiative, goal]) =>
      command('change a project', (world) =>
        world.tandem.projects.update(world.callers.bob, pick(world, 'project', project), {
          title,
          status,
          initiativeId: typeof initiative === 'number' ? pick(world, 'initiative', initiative) : initiative,
          goalId: typeof goal === 'number' ? pick(world, 'goal', goal) : goal,
        }),
      ),
    ),
  fc
    .tuple(at, fc.constantFrom('archive', 'unarchive', 'delete'))
    .map(([project, act]) =>
      command(`${act} a project`, (world) =>
        world.tandem.projects[act as 'archive' | 'unarchive' | 'delete'](
          world.callers.ada,
          pick(world, 'project', project),
        ),
      ),
    ),
  word.map((name) =>
    command('create an initiative', (world) =>
      note(world, 'initiative', world.tandem.initiatives.create(world.callers.ada, { name }), ({ id }) => id),
    ),
  ),
  fc.tuple(at, fc.boolean(), word).map(([initiative, gone, name]) =>
    command('change or delete an initiative', (world) => {
      const id = pick(world, 'initiative', initiative);
      return gone
        ? world.tandem.initiatives.delete(world.callers.ada, id)
        : world.tandem.initiatives.update(world.callers.ada, id, { name });
    }),
  ),
  fc
    .tuple(who, word, optional(fc.constantFrom(...GOAL_STATUSES)), at)
    .map(([by, title, status, initiative]) =>
      command('create a goal', (world) =>
        note(
          world,
          'goal',
          world.tandem.goals.create(world.callers[by], {
            title,
            status,
            metric: { target: 1.5, current: 0, unit: 'x' },
            initiativeId: initiative < 4 ? pick(world, 'initiative', initiative) : undefined,
          }),
          ({ id }) => id,
        ),
      ),
    ),
  fc
    .tuple(who, at, optional(word), optional(fc.constantFrom(...GOAL_STATUSES)), clearable(at))
    .map(([by, goal, title, status, initiative]) =>
      command('change a goal', (world) =>
        world.tandem.goals.update(world.callers[by], pick(world, 'goal', goal), {
          title,
          status,
          metric: title === 'alpha' ? null : undefined,
          initiativeId: typeof initiative === 'number' ? pick(world, 'initiative', initiative) : initiative,
        }),
      ),
    ),
  fc
    .tuple(who, at, fc.boolean(), word, optional(fc.double({ noNaN: true })))
    .map(([by, goal, passed, evidence, metricCurrent]) =>
      command('verify a goal', (world) =>
        world.tandem.goals.verify(world.callers[by], pick(world, 'goal', goal), {
          passed,
          evidence,
          metricCurrent,
        }),
      ),
    ),
  fc
    .tuple(at, fc.constantFrom('archive', 'unarchive', 'delete'))
    .map(([goal, act]) =>
      command(`${act} a goal`, (world) =>
        world.tandem.goals[act as 'archive' | 'unarchive' | 'delete'](
          world.callers.ada,
          pick(world, 'goal', goal),
        ),
      ),
    ),
  fc.tuple(word, optional(at), fc.boolean()).map(([name, view, shared]) =>
    command('make or change a view', (world) => {
      const { ada, bob } = world.callers;
      return view === undefined
        ? note(
            world,
            'view',
            world.tandem.views.create(shared ? ada : bob, { name, shared, query: { sort: 'due' } }),
            ({ id }) => id,
          )
        : world.tandem.views.update(ada, pick(world, 'view', view), { name, shared });
    }),
  ),
  at.map((view) =>
    command('delete a view', (world) =>
      world.tandem.views.delete(world.callers.ada, pick(world, 'view', view)),
    ),
  ),
  fc.tuple(word, optional(at)).map(([name, label]) =>
    command('make or rename a label', (world) =>
      label === undefined
        ? note(world, 'label', world.tandem.labels.create(world.callers.ada, { name }), ({ id }) => id)
        : world.tandem.labels.update(world.callers.ada, pick(world, 'label', label), {
            name,
            color: 'red',
          }),
    ),
  ),
  at.map((label) =>
    command('delete a label', (world) =>
      world.tandem.labels.delete(world.callers.ada, pick(world, 'label', label)),
    ),
  ),
];
