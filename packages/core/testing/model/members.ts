import fc from 'fast-check';
import { AGENT_INTAKES, NOTIFICATION_KINDS } from '../../src/index.ts';
import { at, person, who } from './values.ts';
import { type Command, command, pick, type Who } from './world.ts';

/** Commands on members, apart from their work. */
export const members: fc.Arbitrary<Command>[] = [
  fc.tuple(person, fc.constantFrom('ada2', 'Bob', 'bot', 'x')).map(([name, newName]) =>
    command('rename a member', async (world) => {
      const { items } = await world.tandem.members.list(world.callers.ada, {});
      const member = items.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (!member) return 'nobody';
      const use = member.type === 'agent' ? world.tandem.agents : world.tandem.members;
      return use.update(world.callers.ada, member.id, { name: newName });
    }),
  ),
  fc
    .tuple(fc.constantFrom(...AGENT_INTAKES), fc.integer({ min: 1, max: 3 }))
    .map(([intake, limit]) =>
      command('set the intake', (world) =>
        world.tandem.workspace.update(world.callers.ada, { agentIntake: intake, agentIntakeLimit: limit }),
      ),
    ),
  fc.tuple(fc.constantFrom('ada', 'bob'), fc.integer({ min: 1, max: 3 })).map(([name, times]) =>
    command('sign in by links', async (world) => {
      const { workspaceId } = world.callers.ada;
      for (let i = 1; i < times; i++) await world.tandem.operator.createLink(workspaceId, name);
      const { code } = await world.tandem.operator.createLink(workspaceId, name);
      const { session, secret } = await world.tandem.sessions.create({ code, userAgent: name });
      const { name: speaksAs } = await world.tandem.authenticateSession(secret);
      return [session, speaksAs];
    }),
  ),
  fc.constantFrom('ada', 'bob').map((name) =>
    command('sign in by a key, and revoke it or sign out', async (world) => {
      const { tandem, callers, time } = world;
      const issue = { name: 'browser', kind: 'person', scopes: ['tasks:write'] } as const;
      const key = await tandem.operator.createKey(callers.ada.workspaceId, name, issue);
      const signed = await tandem.sessions.create({ key: key.secret });
      if (time.now % 2 === 0) await tandem.sessions.revoke(callers.ada, signed.session.id);
      else await tandem.keys.revoke(callers.ada, key.key.id);
      return tandem.authenticateSession(signed.secret);
    }),
  ),
  fc.constantFrom('bob', 'bot').map((name) =>
    command('remove a member', async (world) => {
      const id = world.callers[name as Who].id;
      const use = name === 'bot' ? world.tandem.agents : world.tandem.members;
      return use.delete(world.callers.ada, id);
    }),
  ),
  fc.constantFrom(1, 30_000, 61_000, 61_000, 86_400_000).map((ms) =>
    command('let time pass', async (world) => {
      world.time.now += ms;
      await world.tandem.turns.expireLeases();
      return world.tandem.sessions.forget();
    }),
  ),
  fc.constant(
    command('push telemetry and sessions', async (world) => {
      const { bot } = world.callers;
      const numbers = { model: 'm', contextTokens: 1, contextLimit: 2 };
      await world.tandem.monitoring.pushSessions(bot, bot.id, [
        { ...numbers, key: 'k', kind: 'task', displayName: 'd', lastActivity: world.time.now },
      ]);
      return world.tandem.monitoring.pushTelemetry(bot, bot.id, {
        ...numbers,
        status: 'working',
        activeSessions: 1,
        usage: { cost: 0.25 },
      });
    }),
  ),
  fc
    .tuple(who, fc.constantFrom(...NOTIFICATION_KINDS), fc.constantFrom('page', 'off'), at)
    .map(([by, kind, channel, project]) =>
      command('change preferences', (world) =>
        world.tandem.preferences.update(world.callers[by], {
          notifications: { [kind]: channel },
          favorites: [{ kind: 'project', id: pick(world, 'project', project) }],
        }),
      ),
    ),
  who.map((by) =>
    command('read notifications', async (world) => {
      const { items } = await world.tandem.notifications.list(world.callers[by], { unread: true });
      const [first] = items;
      return first && world.tandem.notifications.markRead(world.callers[by], first.id);
    }),
  ),
];
