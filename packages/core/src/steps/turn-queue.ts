import type { Caller } from '../access/caller.ts';
import { systemCaller } from '../access/system.ts';
import type { Message } from '../chats/message.ts';
import type { TurnView } from '../chats/sent.ts';
import { requireHosted, requireTurn } from '../lookup/turns.ts';
import type { Agent } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { type Lease, lasting } from '../shared/lease.ts';
import { randomDigits } from '../shared/secrets.ts';
import { afterExpiry, afterRemoval, claimed, released, requireLease, type Turn } from '../turns/turn.ts';
import { asAgent } from './acting-agent.ts';
import { withReply } from './replies.ts';
import { raiseTurn, turnKeeper } from './save-turn.ts';

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
  const { storage, clock, steadyClock, secrets } = ports;
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
    return claimedTurn(stores, turn, lasting(lease, now));
  };

  /** Returns a turn that is held with this token to the queue. */
  const release = (
    caller: Caller,
    agentId: string,
    turnId: string,
    { token }: { readonly token: string },
  ): Promise<TurnView> =>
    storage.write(caller.workspaceId, async (stores) => {
      const agent = await requireHosted(stores, caller, agentId);
      const turn = await requireTurn(stores, agentId, turnId);
      requireLease(turn, token, steadyClock());
      const after = released(turn, clock());
      await keep.save(stores, asAgent(caller, agent), after);
      return withReply(stores, after);
    });

  return { expire, take, release };
}

async function claimedTurn(stores: Stores, turn: Turn, lease: Lease): Promise<ClaimedTurn | null> {
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
