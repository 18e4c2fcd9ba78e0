import { CHATS, type StoryChat } from '../story/chats.ts';
import { HOST } from '../story/team.ts';
import type { Calendar } from './calendar.ts';
import { callerOf } from './deeds.ts';
import { fileOf } from './files.ts';
import type { Step, World } from './world.ts';

/** Creates the host's conversations with agents, each message at its time. */
export const chatSteps = ({ at }: Calendar): Step[] => CHATS.flatMap((chat) => stepsOf(chat, at));

function stepsOf({ with: agent, title, turns, archivedAt }: StoryChat, at: Calendar['at']): Step[] {
  let id: string | undefined;
  const there = (): string => {
    if (id === undefined) throw new Error(`The chat ${title} has not begun.`);
    return id;
  };
  const asked = turns.map(
    ({ at: when, says: body, file }, place): Step => ({
      at: at(when),
      happens: async (world) => {
        const { tandem } = world;
        const host = callerOf(world, HOST.name);
        const message = { body, fileIds: file === undefined ? [] : [await fileOf(world, host, file)] };
        if (place > 0) return tandem.chats.send(host, there(), message);
        const { chat } = await tandem.chats.start(host, { agentId: callerOf(world, agent).id, ...message });
        id = chat.id;
        return tandem.chats.rename(host, chat.id, { title });
      },
    }),
  );
  const answered = turns.map(
    ({ at: when, takes, answer, next = [] }): Step => ({
      at: at(when) + takes * 1000,
      happens: (world) => reply(world, agent, answer, next),
    }),
  );
  const archived: Step[] = archivedAt
    ? [
        {
          at: at(archivedAt),
          happens: (world) => world.tandem.chats.archive(callerOf(world, HOST.name), there()),
        },
      ]
    : [];
  return [...asked, ...answered, ...archived];
}

async function reply(world: World, agent: string, body: string, next: readonly string[]): Promise<void> {
  const by = callerOf(world, agent);
  const { turns } = world.tandem;
  const claimed = await turns.claim(by, by.id, {});
  if (!claimed) throw new Error(`Nobody has asked ${agent} anything.`);
  await turns.reply(by, by.id, claimed.turn.id, {
    token: claimed.lease.token,
    body,
    suggestions: next.map((text) => ({ kind: 'reply', text })),
    usage: { tokens: 9_000 + body.length * 12, dollars: 0.06 },
  });
}
