import { ROUNDS, type StoryRound } from '../story/daily.ts';
import { AGENTS } from '../story/team.ts';
import type { Calendar } from './calendar.ts';
import { callerOf } from './deeds.ts';
import type { Step, World } from './world.ts';

/** The number of working days, counted back from today, that have daily chats. */
const FIRST_DAY = 29;
const LAST_DAY = 1;
const MINUTE_MS = 60_000;
const DOLLARS_A_TOKEN = 6.7e-6;

/** Daily chats: people's questions to their agents each morning, a few more in the middle of the week. */
export const dailySteps = (calendar: Calendar, random: () => number): Step[] =>
  ROUNDS.flatMap((round) => {
    const chat: { id?: string } = {};
    const pausedAt = AGENTS.find(({ name }) => name === round.agent)?.pausedAt;
    const until = pausedAt === undefined ? calendar.now : calendar.at(pausedAt);
    return Array.from({ length: FIRST_DAY - LAST_DAY + 1 }, (_, place): Step => {
      const at = calendar.day(FIRST_DAY - place, 8) + (round.minute + Math.floor(random() * 25)) * MINUTE_MS;
      const weekday = new Date(at).getDay();
      const tokens = Math.round(
        round.tokens * (0.55 + random() * 0.6) * (weekday === 1 || weekday === 5 ? 0.7 : 1.1),
      );
      return { at, happens: (world) => talk(world, round, chat, place, tokens) };
    }).filter(({ at }) => at < until);
  });

async function talk(
  world: World,
  { person, agent, turns }: StoryRound,
  chat: { id?: string },
  place: number,
  tokens: number,
): Promise<void> {
  const { tandem } = world;
  const [by, asked] = [callerOf(world, person), callerOf(world, agent)];
  const [body = '', answer = ''] = turns[place % turns.length] ?? [];
  if (chat.id === undefined) chat.id = (await tandem.chats.start(by, { agentId: asked.id, body })).chat.id;
  else await tandem.chats.send(by, chat.id, { body });
  const claimed = await tandem.turns.claim(asked, asked.id, {});
  if (!claimed) throw new Error(`${person} has asked ${agent} nothing.`);
  await tandem.turns.reply(asked, asked.id, claimed.turn.id, {
    token: claimed.lease.token,
    body: answer,
    usage: { tokens, dollars: Number((tokens * DOLLARS_A_TOKEN).toFixed(2)) },
  });
}
