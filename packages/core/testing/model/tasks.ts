import fc from 'fast-check';
import { RELATION_TYPES, TASK_STATUSES } from '../../src/index.ts';
import { at, changes, optional, who, word } from './values.ts';
import { type Command, command, note, pick } from './world.ts';

/** Commands on tasks, comments and relations. */
export const tasks: fc.Arbitrary<Command>[] = [
  fc.tuple(who, at, optional(fc.nat(9))).map(([by, task, limit]) =>
    command('set a budget', (world) =>
      world.tandem.tasks.update(world.callers[by], pick(world, 'task', task), {
        budget: limit === undefined ? null : { tokens: 10 * limit + 1 },
      }),
    ),
  ),
  fc
    .tuple(who, at, at, fc.constantFrom('before', 'after'))
    .map(([by, task, other, side]) =>
      command('move a task in the manual order', (world) =>
        world.tandem.tasks.update(world.callers[by], pick(world, 'task', task), { [side]: other + 1 }),
      ),
    ),
  fc
    .tuple(who, word, optional(fc.constantFrom(...TASK_STATUSES)), changes, at)
    .map(([by, title, status, { effort, dueDate, assignedTo, ...more }, project]) =>
      command('create a task', (world) =>
        note(
          world,
          'task',
          world.tandem.tasks.create(world.callers[by], {
            ...more,
            title,
            status,
            effort: effort ?? undefined,
            dueDate: dueDate ?? undefined,
            assignedTo: assignedTo ?? undefined,
            projectId:
              project < 5 && world.made.project.length > 0 ? pick(world, 'project', project) : undefined,
          }),
          (task) => task.id,
        ),
      ),
    ),
  fc.tuple(who, at, word, fc.constantFrom('one', 'two')).map(([by, task, body, key]) =>
    command('comment on a task under a key', (world) => {
      const caller = world.callers[by];
      const keyed = { key, request: `POST comments ${task}`, payload: body };
      const once = world.tandem.requests.once(caller, keyed, async ({ comments }) => {
        const comment = await comments.create(caller, pick(world, 'task', task), { body });
        return { status: 201, body: JSON.stringify(comment) };
      });
      return once.then((came) => ('answer' in came ? came.answer : came));
    }),
  ),
  fc
    .tuple(who, at, changes)
    .map(([by, task, change]) =>
      command('change a task', (world) =>
        world.tandem.tasks.update(world.callers[by], pick(world, 'task', task), change),
      ),
    ),
  fc
    .tuple(who, at, fc.constantFrom(...TASK_STATUSES), optional(word))
    .map(([by, task, to, reason]) =>
      command('move a task', (world) =>
        world.tandem.tasks.transition(world.callers[by], pick(world, 'task', task), { to, reason }),
      ),
    ),
  fc
    .tuple(who, at, fc.constantFrom(...RELATION_TYPES), fc.nat(8))
    .map(([by, task, type, taskNumber]) =>
      command('relate tasks', (world) =>
        note(
          world,
          'relation',
          world.tandem.relations.relate(world.callers[by], pick(world, 'task', task), { type, taskNumber }),
          ({ id }) => id,
        ),
      ),
    ),
  fc
    .tuple(at, at)
    .map(([task, relation]) =>
      command('unrelate tasks', (world) =>
        world.tandem.relations.unrelate(
          world.callers.ada,
          pick(world, 'task', task),
          pick(world, 'relation', relation),
        ),
      ),
    ),
  fc.tuple(who, at, optional(fc.nat(8))).map(([by, task, parent]) =>
    command('set a parent', (world) =>
      world.tandem.tasks.update(world.callers[by], pick(world, 'task', task), {
        parentTaskNumber: parent === undefined ? null : parent + 1,
      }),
    ),
  ),
  fc.tuple(who, at, word, fc.constantFrom('wait', 'continue'), at).map(([by, task, title, then, token]) =>
    command('split a task', async (world) => {
      const { children, task: parent } = await world.tandem.tasks.split(
        world.callers[by],
        pick(world, 'task', task),
        {
          token: then === 'wait' ? pick(world, 'claimToken', token) : undefined,
          tasks: [
            { key: 'a', title },
            { title, blockedBy: ['a'] },
          ],
          then,
        },
      );
      world.made.task.push(...children.map(({ id }) => id));
      return { children, parent };
    }),
  ),
  fc.tuple(who, at, fc.constantFrom('cancel', 'detach'), fc.boolean()).map(([by, task, children, archives]) =>
    command('close a task with its sub-tasks', (world) => {
      const { tasks } = world.tandem;
      const [caller, ref] = [world.callers[by], pick(world, 'task', task)];
      return archives
        ? tasks.archive(caller, ref, { children })
        : tasks.transition(caller, ref, { to: 'canceled', children });
    }),
  ),
  fc
    .tuple(at, fc.constantFrom('archive', 'unarchive', 'delete'))
    .map(([task, act]) =>
      command(`${act} a task`, (world) =>
        world.tandem.tasks[act as 'archive' | 'unarchive' | 'delete'](
          world.callers.ada,
          pick(world, 'task', task),
        ),
      ),
    ),
  fc
    .tuple(who, at, word)
    .map(([by, task, body]) =>
      command('comment', (world) =>
        note(
          world,
          'comment',
          world.tandem.comments.create(world.callers[by], pick(world, 'task', task), { body }),
          ({ id }) => id,
        ),
      ),
    ),
  fc.tuple(who, at, at, optional(word)).map(([by, task, comment, body]) =>
    command('edit or delete a comment', (world) => {
      const target = [world.callers[by], pick(world, 'task', task), pick(world, 'comment', comment)] as const;
      return body === undefined
        ? world.tandem.comments.delete(...target)
        : world.tandem.comments.update(...target, { body });
    }),
  ),
  fc
    .tuple(who, at, fc.boolean())
    .map(([by, task, wanted]) =>
      command('subscribe', (world) =>
        world.tandem.subscriptions[wanted ? 'subscribe' : 'unsubscribe'](
          world.callers[by],
          pick(world, 'task', task),
        ),
      ),
    ),
];
