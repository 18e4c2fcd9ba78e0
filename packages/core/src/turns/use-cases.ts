import { renewer } from '../access/authenticate.ts';
import type { Caller } from '../access/caller.ts';
import { checkHosts } from '../access/hosting.ts';
import { randomDigits } from '../access/keys.ts';
import { requireAgent } from '../agents/use-cases.ts';
import {
  asMessageFile,
  bodyProblem,
  filesProblem,
  type Message,
  suggestionsProblems,
} from '../chats/message.ts';
import { type TurnView, withReply } from '../chats/sent.ts';
import { namedFiles } from '../files/use-cases.ts';
import type { Agent } from '../members/member.ts';
import type { Ports, Stores } from '../ports.ts';
import type { Clock } from '../shared/environment.ts';
import { invalid, notFound, refuseProblems } from '../shared/refusal.ts';
import { LIMITS, nameProblem, textProblem } from '../shared/text.ts';
import type { WaitingRoom } from '../shared/waits.ts';
import { queueTopic, turnTopic } from './signals.ts';
import {
  afterExpiry,
  afterRemoval,
  claimed,
  ended,
  LEASE_SECONDS,
  type Lease,
  lasting,
  leaseLost,
  MOST_WAIT_SECONDS,
  released,
  requireLease,
  type Turn,
} from './turn.ts';

/** How much of the conversation a claim shows. */
const MESSAGES_SHOWN = 50;
const TOKEN_DIGITS = 32;

export interface Claim {
  readonly turn: TurnView;
  readonly chat: { readonly id: string; readonly title: string };
  readonly person: { readonly id: string; readonly name: string; readonly displayName: string };
  /** Oldest first, the last 50; fewer of them where they are very long. */
  readonly messages: readonly Message[];
  readonly lease: Lease;
}

export interface Reply {
  readonly token: string;
  readonly body: string;
  readonly suggestions?: readonly { readonly kind: string; readonly text: string }[] | undefined;
  readonly fileIds?: readonly string[] | undefined;
}

/** The agent's side of chats, for a process that hosts the agent (docs/rules.md, Turns). */
export function turnUseCases(ports: Ports & { readonly steadyClock: Clock }, room: WaitingRoom) {
  const { storage, clock, steadyClock, newId, secrets } = ports;
  const renew = renewer(ports);

  const requireHosted = async (stores: Stores, caller: Caller, agentId: string): Promise<Agent> => {
    const agent = await requireAgent(stores, agentId);
    checkHosts(caller, agent);
    return agent;
  };

  /** A turn of the agent in a unit of work of its own; wakes whom it concerns once it is durable. */
  const onTurn = async (
    caller: Caller,
    agentId: string,
    turnId: string,
    work: (stores: Stores, turn: Turn, agent: Agent) => Promise<Turn>,
  ): Promise<TurnView> => {
    const after = await storage.write(caller.workspaceId, async (stores) => {
      const agent = await requireHosted(stores, caller, agentId);
      const turn = await requireTurn(stores, agentId, turnId);
      return withReply(stores, await work(stores, turn, agent));
    });
    tell(after);
    return after;
  };

  /** Whoever waits for the end of a turn, or for a turn in the queue, hears of it. */
  const tell = (turn: Turn) => {
    if (turn.status !== 'pending') room.wake(turnTopic(turn.id));
    else if (turn.state === 'queued') room.wakeOne(queueTopic(turn.agentId));
  };

  const end = async (stores: Stores, turn: Turn): Promise<Turn> => {
    await stores.turns.update(turn);
    return turn;
  };

  /** Requeues or fails turns whose lease ran out. */
  const expire = async (stores: Stores, agentId?: string): Promise<readonly Turn[]> => {
    const expired = await stores.turns.expired(steadyClock(), agentId);
    const now = clock();
    const turns = expired.map((turn) => afterExpiry(turn, now));
    for (const turn of turns) await stores.turns.update(turn);
    return turns;
  };

  const claimNext = async (caller: Caller, agentId: string, seconds: number): Promise<Claim | null> => {
    let expired: readonly Turn[] = [];
    const claim = await storage.write(caller.workspaceId, async (stores) => {
      await requireHosted(stores, caller, agentId);
      const { least, most } = LEASE_SECONDS;
      if (!Number.isInteger(seconds) || seconds < least || seconds > most) {
        throw invalid({ leaseSeconds: `must be an integer from ${least} to ${most}` });
      }
      expired = await expire(stores, agentId);
      const next = await nextOf(stores, agentId);
      if (!next) return null;
      const now = clock();
      const lease = lasting({ token: randomDigits(secrets, TOKEN_DIGITS), seconds }, steadyClock());
      const turn = claimed(next, lease, now);
      await stores.turns.update(turn);
      return shown(stores, turn, lasting(lease, now));
    });
    for (const turn of expired) if (turn.id !== claim?.turn.id) tell(turn);
    return claim;
  };

  const release = (caller: Caller, agentId: string, turnId: string, { token }: { token: string }) =>
    onTurn(caller, agentId, turnId, async (stores, turn) => {
      requireLease(turn, token, steadyClock());
      return end(stores, released(turn, clock()));
    });

  return {
    /** Throws as each operation does for an agent or a turn that is not there, or not the caller's to host. */
    checkVisible: (caller: Caller, agentId: string, turnId?: string): Promise<void> =>
      storage.read(caller.workspaceId, async (stores) => {
        await requireHosted(stores, caller, agentId);
        if (turnId !== undefined) await requireTurn(stores, agentId, turnId);
      }),

    /**
     * Takes the oldest queued turn of the agent; exactly one claimer gets it. Held up to `wait` seconds
     * while there is none, then null. A client that has gone by then, or whose key has, leaves the turn in the
     * queue.
     */
    claim: async (
      caller: Caller,
      agentId: string,
      {
        wait = 0,
        leaseSeconds = LEASE_SECONDS.default,
      }: { wait?: number | undefined; leaseSeconds?: number | undefined },
      gone?: AbortSignal,
    ): Promise<Claim | null> => {
      const until = steadyClock() + Math.min(wait, MOST_WAIT_SECONDS) * 1000;
      const topic = queueTopic(agentId);
      const leave = wait > 0 ? room.enter(caller.key.id) : () => undefined;
      try {
        for (;;) {
          let claim: Claim | null;
          let woken: boolean;
          const endListening = room.listen(topic);
          try {
            claim = await claimNext(caller, agentId, leaseSeconds);
          } finally {
            woken = endListening();
          }
          if (claim && gone?.aborted) {
            await release(caller, agentId, claim.turn.id, claim.lease);
            return null;
          }
          if (claim || room.closed() || steadyClock() >= until) return claim;
          if (!woken) await room.until(topic, until - steadyClock(), gone);
          if (gone?.aborted) {
            // It may have been woken for a turn: the next in line gets the hint.
            room.wakeOne(topic);
            return null;
          }
          await renew(caller).catch((error: unknown) => {
            room.wakeOne(topic);
            throw error;
          });
        }
      } finally {
        leave();
      }
    },

    /** Extends the lease by as many seconds as it was claimed for. */
    heartbeat: async (
      caller: Caller,
      agentId: string,
      turnId: string,
      { token }: { token: string },
    ): Promise<Lease> => {
      const turn = await onTurn(caller, agentId, turnId, async (stores, before) => {
        const now = steadyClock();
        const lease = lasting(requireLease(before, token, now), now);
        return end(stores, { ...before, lease, updatedAt: clock() });
      });
      return lasting(turn.lease as Lease, clock());
    },

    /** Answers the turn. Repeating an answer that was accepted changes nothing. */
    reply: (caller: Caller, agentId: string, turnId: string, input: Reply): Promise<TurnView> =>
      onTurn(caller, agentId, turnId, async (stores, turn, agent) => {
        if (turn.status === 'complete' && turn.lease?.token === input.token) return turn;
        requireLease(turn, input.token, steadyClock());
        const now = clock();
        refuseProblems({
          body: bodyProblem(input.body, input.fileIds, LIMITS.reply),
          fileIds: filesProblem(input.fileIds),
          ...suggestionsProblems(input.suggestions),
        });
        const files = await namedFiles(stores, caller, input.fileIds ?? []);
        const chat = await stores.chats.byId(turn.chatId);
        if (!chat) throw leaseLost();
        const message: Message = {
          id: newId(),
          chatId: turn.chatId,
          role: 'assistant',
          body: input.body,
          author: { id: agent.id, name: agent.name, displayName: agent.displayName, type: 'agent' },
          clientMessageId: null,
          turnId: null,
          suggestions: (input.suggestions ?? []).map(({ kind, text }) => ({ id: newId(), kind, text })),
          attachments: files.map(asMessageFile),
          createdAt: now,
        };
        await stores.messages.insert(message);
        await stores.chats.update({
          ...chat,
          messageCount: chat.messageCount + 1,
          lastMessageAt: now,
          updatedAt: now,
        });
        return end(stores, ended(turn, 'complete', now, { replyMessageId: message.id }));
      }),

    /** Ends the turn as failed. Repeating it changes nothing. */
    fail: (
      caller: Caller,
      agentId: string,
      turnId: string,
      input: { token: string; errorCode: string; message?: string | null | undefined },
    ): Promise<TurnView> =>
      onTurn(caller, agentId, turnId, async (stores, turn) => {
        if (turn.status === 'failed' && turn.lease?.token === input.token) return turn;
        requireLease(turn, input.token, steadyClock());
        const now = clock();
        refuseProblems({
          errorCode: nameProblem(input.errorCode, LIMITS.errorCode),
          message: textProblem(input.message, LIMITS.reason),
        });
        const errorMessage = input.message ?? null;
        return end(stores, ended(turn, 'failed', now, { errorCode: input.errorCode.trim(), errorMessage }));
      }),

    /** Puts the turn back into the queue. */
    release,

    /** Deals with leases that ran out, in all workspaces; called now and then. */
    expireLeases: async (): Promise<void> => {
      for (const workspaceId of await storage.directory.workspacesWithExpiredLeases(steadyClock())) {
        let turns: readonly Turn[];
        do {
          turns = await storage.write(workspaceId, (stores) => expire(stores));
          for (const turn of turns) tell(turn);
        } while (turns.length > 0);
      }
    },
  };
}

/** The next turn of a person who is still there; those of a removed one are canceled on the way. */
async function nextOf(stores: Stores, agentId: string): Promise<Turn | null> {
  for (;;) {
    const turn = await stores.turns.nextOf(agentId);
    const removal = turn && (await stores.removals.of(turn.personId));
    if (!removal) return turn;
    await stores.turns.update(afterRemoval(turn, removal.id, removal.at));
  }
}

async function requireTurn({ turns }: Stores, agentId: string, id: string): Promise<Turn> {
  const turn = await turns.byId(id);
  if (turn?.agentId !== agentId) throw notFound('turn of this agent');
  return turn;
}

async function shown(stores: Stores, turn: Turn, lease: Lease): Promise<Claim | null> {
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
