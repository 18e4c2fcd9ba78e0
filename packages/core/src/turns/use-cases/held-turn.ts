import type { Caller } from '../../access/caller.ts';
import {
  asMessageFile,
  bodyProblem,
  filesProblem,
  type Message,
  suggestionsProblems,
} from '../../chats/message.ts';
import type { TurnView } from '../../chats/sent.ts';
import { namedFiles } from '../../lookup/files.ts';
import { requireHosted, requireTurn } from '../../lookup/turns.ts';
import type { Agent } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type Lease, lasting } from '../../shared/lease.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, nameProblem, textProblem } from '../../shared/text.ts';
import { asAgent } from '../../steps/acting-agent.ts';
import { countUsage } from '../../steps/count-usage.ts';
import { withReply } from '../../steps/replies.ts';
import { turnKeeper } from '../../steps/save-turn.ts';
import { type Usage, usageProblems } from '../../usage/usage.ts';
import { ended, leaseLost, requireLease, type Turn } from '../turn.ts';

export interface Reply {
  readonly token: string;
  readonly body: string;
  readonly suggestions?: readonly { readonly kind: string; readonly text: string }[] | undefined;
  readonly fileIds?: readonly string[] | undefined;
  /** The usage of the reply. */
  readonly usage?: Usage | undefined;
}

/** Heartbeats, replies and failures, from the process that holds the turn. */
export function heldTurns(ports: SteadyPorts) {
  const { storage, clock, steadyClock, newId } = ports;
  const keep = turnKeeper(ports);

  /** Loads a turn of the agent in its own unit of work. */
  const onTurn = (
    caller: Caller,
    agentId: string,
    turnId: string,
    work: (stores: Stores, turn: Turn, agent: Agent) => Promise<Turn>,
  ): Promise<TurnView> =>
    storage.write(caller.workspaceId, async (stores) => {
      const agent = await requireHosted(stores, caller, agentId);
      const turn = await requireTurn(stores, agentId, turnId);
      return withReply(stores, await work(stores, turn, agent));
    });

  const saved = async (stores: Stores, by: Caller, turn: Turn): Promise<Turn> => {
    await keep.save(stores, by, turn);
    return turn;
  };

  return {
    /** Extends the lease by the seconds of the claim. */
    heartbeat: async (
      caller: Caller,
      agentId: string,
      turnId: string,
      { token }: { token: string },
    ): Promise<Lease> => {
      const turn = await onTurn(caller, agentId, turnId, async (stores, before) => {
        const now = steadyClock();
        const lease = lasting(requireLease(before, token, now), now);
        const after = { ...before, lease, updatedAt: clock() };
        await stores.turns.update(after);
        return after;
      });
      return lasting(turn.lease as Lease, clock());
    },
    /** Posts the reply. Repeating an accepted reply changes nothing. */
    reply: (caller: Caller, agentId: string, turnId: string, input: Reply): Promise<TurnView> =>
      onTurn(caller, agentId, turnId, async (stores, turn, agent) => {
        if (turn.status === 'complete' && turn.lease?.token === input.token) return turn;
        requireLease(turn, input.token, steadyClock());
        const now = clock();
        refuseProblems({
          body: bodyProblem(input.body, input.fileIds, LIMITS.reply),
          fileIds: filesProblem(input.fileIds),
          ...suggestionsProblems(input.suggestions),
          ...usageProblems(input.usage),
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
        if (input.usage) {
          await countUsage(stores, {
            agentId,
            task: null,
            at: now,
            usage: input.usage,
            claimId: null,
            source: 'reported',
          });
        }
        await stores.chats.update({
          ...chat,
          messageCount: chat.messageCount + 1,
          lastMessageAt: now,
          updatedAt: now,
        });
        return saved(
          stores,
          asAgent(caller, agent),
          ended(turn, 'complete', now, { replyMessageId: message.id }),
        );
      }),
    /** Ends the turn as failed. Repeating it changes nothing. */
    fail: (
      caller: Caller,
      agentId: string,
      turnId: string,
      input: { token: string; errorCode: string; message?: string | null | undefined },
    ): Promise<TurnView> =>
      onTurn(caller, agentId, turnId, async (stores, turn, agent) => {
        if (turn.status === 'failed' && turn.lease?.token === input.token) return turn;
        requireLease(turn, input.token, steadyClock());
        const now = clock();
        refuseProblems({
          errorCode: nameProblem(input.errorCode, LIMITS.errorCode),
          message: textProblem(input.message, LIMITS.reason),
        });
        const errorMessage = input.message ?? null;
        const end = ended(turn, 'failed', now, { errorCode: input.errorCode.trim(), errorMessage });
        return saved(stores, asAgent(caller, agent), end);
      }),
  };
}
