import type { Caller } from '../access/caller.ts';
import { randomDigits } from '../access/keys.ts';
import { systemCaller } from '../access/system.ts';
import type { Message } from '../chats/message.ts';
import type { TurnView } from '../chats/sent.ts';
import { asAgent } from '../claims/acting-agent.ts';
import type { Agent } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { type Lease, lasting } from '../shared/lease.ts';
import { turnKeeper } from './keeping.ts';
import { raiseTurn } from './signals.ts';
import { afterExpiry, afterRemoval, claimed, type Turn } from './turn.ts';

/** Messages of the conversation included in a claim. */
const MESSAGES_SHOWN = 50;
const TOKEN_DIGITS = 32;

export interface ClaimedTurn {
  readonly turn: TurnView;
  readonly chat: { readonly id: string; readonly title: string };
  readonly person: { readonly id: string; readonly name: string; readonly displayName: string };
  /** The last 50, oldest first; fewer if they are very long. */
  readonly messages: readonly Message[];
  readonly lease: Lease;
}

/** The queue of turns for an agent (docs/rules.md, Turns). */
export function turnQueue(ports: SteadyPorts) {
  const { clock, steadyClock, secrets } = ports;
  const keep = turnKeeper(ports);

  /** Requeues or fails turns whose leases expired; the caller signals their waiters. */
  const expire = async (stores: Stores, workspaceId: string, agentId?: string): Promise<readonly Turn[]> => {
    const expired = await stores.turns.expired(steadyClock(), agentId);
    const now = clock();
    const turns = expired.map((turn) => afterExpiry(turn, now));
    for (const turn of turns) await keep.save(stores, systemCaller(workspaceId), turn, false);
    return turns;
  };

  /** The next turn of an existing person; cancels those of removed ones on the way. */
  const nextOf = async (stores: Stores, workspaceId: string, agentId: string): Promise<Turn | null> => {
    for (;;) {
      const turn = await stores.turns.nextOf(agentId);
      const removal = turn && (await stores.removals.of(turn.personId));
      if (!removal) return turn;
      await keep.save(stores, systemCaller(workspaceId), afterRemoval(turn, removal.id, removal.at));
    }
  };

  /** Claims the oldest queued turn of the agent for some seconds; null without one, or while the agent is paused. */
  const take = async (
    stores: Stores,
    caller: Caller,
    agent: Agent,
    seconds: number,
  ): Promise<ClaimedTurn | null> => {
    const { workspaceId } = caller;
    const expired = await expire(stores, workspaceId, agent.id);
    // A paused agent takes nothing; its queue waits.
    const next = agent.paused ? null : await nextOf(stores, workspaceId, agent.id);
    for (const turn of expired) if (turn.id !== next?.id) raiseTurn(stores, turn);
    if (!next) return null;
    const now = clock();
    const lease = lasting({ token: randomDigits(secrets, TOKEN_DIGITS), seconds }, steadyClock());
    const turn = claimed(next, lease, now);
    await keep.save(stores, asAgent(caller, agent), turn);
    return shown(stores, turn, lasting(lease, now));
  };

  return { expire, take };
}

async function shown(stores: Stores, turn: Turn, lease: Lease): Promise<ClaimedTurn | null> {
  const chat = await stores.chats.byId(turn.chatId);
  if (!chat) return null;
  const person = await stores.members.byId(chat.personId);
  const { items } = await stores.messages.list(chat.id, 'desc', { limit: MESSAGES_SHOWN, after: undefined });
  return {
    turn: { ...turn, reply: null },
    chat: { id: chat.id, title: chat.title },
    person: {
      id: chat.personId,
      name: person?.name ?? '',
      displayName: person?.displayName ?? '',
    },
    messages: [...items].reverse(),
    lease,
  };
}
