import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem } from '@tandem/core';
import { newTeam, type Team } from '@tandem/core/testing/world';
import { databaseIn } from '../seed.ts';

/** Requests that one key may hold at a time. */
export const WAITS_OF_A_KEY = 200;
/** Enough for 10,000 waits. */
const PEOPLE = 50;

/** A turn that waits for its agent; the creator of the chat can wait for its end. */
export interface PendingTurn {
  readonly chatId: string;
  readonly turnId: string;
}

/** A person with a key, and an agent that owes an answer in each of the person's chats. */
export interface Person {
  readonly secret: string;
  readonly agentId: string;
  readonly turns: readonly PendingTurn[];
}

/** A database full of chats with a turn in the queue. */
export interface ChatsFixture {
  readonly folder: string;
  /** The key of a process that hosts all of the agents. */
  readonly hostSecret: string;
  readonly people: readonly Person[];
}

/** Makes people, agents and chats in an existing folder, all by the use cases. */
export async function seedChats(folder: string): Promise<ChatsFixture> {
  const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ file: databaseIn(folder) }) });
  try {
    const team = await newTeam(tandem);
    const host = await team.key('ada', 'runtime', { scopes: ['agents:write'] });
    const people: Person[] = [];
    for (let i = 0; i < PEOPLE; i++) people.push(await makePerson(team, i));
    return { folder, hostSecret: host.secret, people };
  } finally {
    await tandem.close();
  }
}

async function makePerson(team: Team, i: number): Promise<Person> {
  const { operator, chats } = team.tandem;
  const { name } = await team.person(`person-${i}`);
  const agent = await team.agent(`agent-${i}`);
  const { secret } = await team.key(name, 'person', { scopes: ['chat:read', 'chat:write'] });
  const person = await operator.callerFor(team.workspaceId, name);
  const turns = await Promise.all(
    Array.from({ length: WAITS_OF_A_KEY }, async (_, n) => {
      const { chat, turn } = await chats.start(person, {
        agentId: agent.id,
        body: `Question ${n}: when does it open?`,
      });
      return { chatId: chat.id, turnId: turn.id };
    }),
  );
  return { secret, agentId: agent.id, turns };
}
