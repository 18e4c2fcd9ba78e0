import fc from 'fast-check';
import { at, who } from './values.ts';
import { type Command, command, pick } from './world.ts';

/** Commands that read and forget events. */
export const events: fc.Arbitrary<Command>[] = [
  fc
    .tuple(
      who,
      fc.constantFrom('oldest', 'recent', 'latest', 'none'),
      fc.constantFrom(1, 3, 100),
      fc.constantFrom(
        undefined,
        ['task.claimed', 'chat.turn.running'],
        ['webhook.created'],
        ['task.updated', '*'],
      ),
      fc.option(at, { nil: undefined }),
    )
    .map(([by, from, limit, types, place]) =>
      command('read events', async (world) => {
        const after = {
          oldest: undefined,
          recent: world.made.position.at(-1),
          latest: 'latest',
          none: 'nothing',
        }[from];
        const entity = place === undefined ? undefined : `task:${pick(world, 'task', place)}`;
        const page = await world.tandem.events.list(world.callers[by], { after, limit, types, entity });
        world.made.position.push(page.position);
        return page;
      }),
    ),
  fc
    .constantFrom(0, 30_000, 86_400_000)
    .map((ms) => command('forget events', (world) => world.tandem.events.forget(ms))),
];
