import { CHATS, DAILY_CHATS, type DailyChat, type StoryChat } from '../story/chats.ts';
import { AGENTS, HOST, usageOf } from '../story/team.ts';
import { fileOf } from './actions.ts';
import type { Calendar } from './calendar.ts';
import { callerOf, type Step, type World } from './world.ts';

/** The number of working days, counted back from today, that have daily chats. */
const FIRST_DAY = 29;
const LAST_DAY = 1;
const MINUTE_MS = 60_000;

/** A chat, once its first message has been sent. */
interface Thread {
  id?: string;
}

/** The host's conversations with agents, each message at its time. */
export const chatSteps = ({ at }: Calendar): Step[] => CHATS.flatMap((chat) => stepsOf(chat, at));

function stepsOf({ with: agent, title, turns, archivedAt }: StoryChat, at: Calendar['at']): Step[] {
  const thread: Thread = {};
  const steps = turns.flatMap(([sent, body, seconds, answer, suggestions, file]): Step[] => [
    {
      at: at(sent),
      happens: async (world) => {
        const host = callerOf(world, HOST.name);
        const begins = thread.id === undefined;
        const fileIds = file === undefined ? [] : [await fileOf(world, host, file)];
        const id = await ask(world, thread, { person: HOST.name, agent, body, fileIds });
        if (begins) await world.tandem.chats.rename(host, id, { title });
      },
    },
    {
      at: at(sent) + seconds * 1000,
      happens: (world) => reply(world, agent, answer, 9_000 + answer.length * 12, suggestions),
    },
  ]);
  if (archivedAt === undefined) return steps;
  const archive: Step = {
    at: at(archivedAt),
    happens: (world) => world.tandem.chats.archive(callerOf(world, HOST.name), thread.id ?? ''),
  };
  return [...steps, archive];
}

/** People's questions to their agents each morning, with more usage in the middle of the week. */
export const dailySteps = (calendar: Calendar, random: () => number): Step[] =>
  DAILY_CHATS.flatMap((daily) => {
    const thread: Thread = {};
    const pausedAt = AGENTS.find(({ profile }) => profile.name === daily.agent)?.pausedAt;
    const until = pausedAt === undefined ? calendar.now : calendar.at(pausedAt);
    return Array.from({ length: FIRST_DAY - LAST_DAY + 1 }, (_, index): Step => {
      const at = calendar.day(FIRST_DAY - index, 8) + (daily.minute + Math.floor(random() * 25)) * MINUTE_MS;
      const weekday = new Date(at).getDay();
      const share = (0.55 + random() * 0.6) * (weekday === 1 || weekday === 5 ? 0.7 : 1.1);
      return {
        at,
        happens: (world) => talk(world, daily, thread, index, Math.round(daily.tokens * share)),
      };
    }).filter(({ at }) => at < until);
  });

async function talk(
  world: World,
  { person, agent, turns }: DailyChat,
  thread: Thread,
  index: number,
  tokens: number,
): Promise<void> {
  const [body = '', answer = ''] = turns[index % turns.length] ?? [];
  await ask(world, thread, { person, agent, body });
  await reply(world, agent, answer, tokens);
}

/** Sends a message to an agent; the first one starts the chat. */
async function ask(
  world: World,
  thread: Thread,
  message: { person: string; agent: string; body: string; fileIds?: readonly string[] },
): Promise<string> {
  const { person, agent, ...content } = message;
  const { chats } = world.tandem;
  const by = callerOf(world, person);
  if (thread.id === undefined) {
    thread.id = (await chats.start(by, { agentId: callerOf(world, agent).id, ...content })).chat.id;
  } else {
    await chats.send(by, thread.id, content);
  }
  return thread.id;
}

async function reply(
  world: World,
  agent: string,
  body: string,
  tokens: number,
  suggestions: readonly string[] = [],
): Promise<void> {
  const by = callerOf(world, agent);
  const { turns } = world.tandem;
  const claimed = await turns.claim(by, by.id, {});
  if (!claimed) throw new Error(`${agent} has no message to reply to.`);
  await turns.reply(by, by.id, claimed.turn.id, {
    token: claimed.lease.token,
    body,
    suggestions: suggestions.map((text) => ({ kind: 'reply', text })),
    usage: usageOf(agent, tokens),
  });
}
