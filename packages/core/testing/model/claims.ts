import fc from 'fast-check';
import { PRIORITIES, WORK_KINDS } from '../../src/index.ts';
import { at, clearable, optional, words } from './values.ts';
import { type Command, command, note, pick } from './world.ts';

const priorities = optional(fc.subarray([...PRIORITIES], { minLength: 1 }));

/** Commands by which the agent claims tasks and gives them back, and a person pauses or limits it. */
export const claims: fc.Arbitrary<Command>[] = [
  fc
    .tuple(at, optional(words), priorities, fc.boolean())
    .map(([project, labels, priority, anywhere]) =>
      command('claim the next task', (world) =>
        note(
          world,
          'claimToken',
          world.tandem.claims.next(
            { ...world.callers.bot, key: { ...world.callers.bot.key, kind: 'agent' } },
            { projectId: anywhere ? undefined : pick(world, 'project', project), labels, priority },
          ),
          (briefing) => briefing?.lease.token,
        ),
      ),
    ),
  fc
    .tuple(optional(fc.subarray([...WORK_KINDS], { minLength: 1 })), priorities, fc.boolean())
    .map(([kinds, priority, mentions]) =>
      command('take up any work', (world) => {
        const bot = { ...world.callers.bot, key: { ...world.callers.bot.key, kind: 'agent' as const } };
        return note(
          world,
          'claimToken',
          world.tandem.work.next(bot, bot.id, { kinds, priority, mentions }),
          (work) => (work && 'lease' in work ? work.lease.token : undefined),
        );
      }),
    ),
  fc
    .tuple(at, fc.boolean())
    .map(([task, takeOver]) =>
      command('claim a task', (world) =>
        note(
          world,
          'claimToken',
          world.tandem.claims.claim(
            { ...world.callers.bot, key: { ...world.callers.bot.key, kind: 'agent' } },
            pick(world, 'task', task),
            { takeOver },
          ),
          (briefing) => briefing.lease.token,
        ),
      ),
    ),
  fc.tuple(at, at, fc.constantFrom('heartbeat', 'release', 'decline', 'rest')).map(([task, token, act]) =>
    command(`${act} a claim`, (world) => {
      const bot = { ...world.callers.bot, key: { ...world.callers.bot.key, kind: 'agent' as const } };
      const [ref, held] = [pick(world, 'task', task), { token: pick(world, 'claimToken', token) }];
      if (act === 'heartbeat') {
        return world.tandem.claims.heartbeat(bot, ref, {
          ...held,
          progress: { percent: 10 * token },
          checkpoint: `${token}`,
          usage: { tokens: 10 * token, [`by ${task}`]: 0.1 },
        });
      }
      return world.tandem.claims.release(bot, ref, {
        ...held,
        declined: act === 'decline',
        notBefore: act === 'rest' ? world.time.now + 60_000 : undefined,
      });
    }),
  ),
  fc.constant(command('tidy claims', (world) => world.tandem.claims.tidy())),
  fc
    .tuple(fc.boolean(), fc.integer({ min: 1, max: 3 }), clearable(fc.constantFrom(1, 20, 50)), fc.nat(5))
    .map(([paused, maxClaims, perDay, dice]) =>
      command('take an agent in hand', (world) =>
        world.tandem.agents.update(world.callers.ada, world.callers.bot.id, {
          paused,
          maxClaims,
          verifier: dice === 0,
          limits: perDay ? { usage: { tokens: { perDay } } } : perDay,
        }),
      ),
    ),
  fc.constant(
    command('stop an agent', (world) => world.tandem.claims.stop(world.callers.ada, world.callers.bot.id)),
  ),
];
