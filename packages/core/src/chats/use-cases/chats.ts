import type { Caller } from '../../access/caller.ts';
import { requireChatPerson } from '../../access/chat-access.ts';
import type { Ports } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound } from '../../shared/refusal.ts';
import { asAfterRemoval, withReply } from '../../steps/replies.ts';
import { turnTopic } from '../../turns/signals.ts';
import { isPending } from '../../turns/turn.ts';
import type { Waits } from '../../waits/waits.ts';
import type { Chat, ChatStatus } from '../chat.ts';
import type { Message } from '../message.ts';
import type { TurnView } from '../sent.ts';
import { chatChanges } from './change.ts';
import { requireChat } from './own-chat.ts';
import { messageSender } from './send.ts';

/** Rows deleted per unit of work; small, so that requests do not wait long. */
const FORGET_STEP = 500;

/** The person's side of chats (docs/rules.md, Chats). */
export function chatUseCases(ports: Ports, waits: Waits) {
  const { storage, clock } = ports;

  const readTurn = (caller: Caller, chatId: string, turnId: string): Promise<TurnView> =>
    storage.read(caller.workspaceId, async (stores) => {
      const chat = await requireChat(stores, caller, chatId);
      const turn = await stores.turns.byId(turnId);
      if (!turn || turn.chatId !== chat.id) throw notFound('turn of this chat');
      return withReply(stores, await asAfterRemoval(stores, turn));
    });

  return {
    /** The caller's chats, newest first. */
    list: (
      caller: Caller,
      query: PageRequest & { status?: ChatStatus | 'all' | undefined },
    ): Promise<Page<Chat>> =>
      storage.read(caller.workspaceId, ({ chats }) => {
        const status = query.status ?? 'active';
        return chats.list(requireChatPerson(caller), status === 'all' ? undefined : status, pageSlice(query));
      }),

    ...messageSender(ports),

    get: (caller: Caller, id: string): Promise<Chat> =>
      storage.read(caller.workspaceId, (stores) => requireChat(stores, caller, id)),

    messages: (
      caller: Caller,
      id: string,
      query: PageRequest & { order?: 'asc' | 'desc' | undefined },
    ): Promise<Page<Message>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const chat = await requireChat(stores, caller, id);
        return stores.messages.list(chat.id, query.order ?? 'desc', pageSlice(query));
      }),

    /**
     * The turn. With `wait`, waits until the turn ends, the time is up or the client disconnects; a turn that is
     * still pending is returned as it is.
     */
    turn: (
      caller: Caller,
      chatId: string,
      turnId: string,
      {
        wait = 0,
        gone,
      }: { readonly wait?: number | undefined; readonly gone?: AbortSignal | undefined } = {},
    ): Promise<TurnView> => {
      requireChatPerson(caller);
      return waits.hold({
        caller,
        topics: [turnTopic(turnId)],
        seconds: wait,
        gone,
        look: () => readTurn(caller, chatId, turnId),
        isOver: (turn) => !isPending(turn),
      });
    },

    ...chatChanges(ports),

    /** Deletes idempotency keys older than `olderThanMs`, in batches; returns how many. */
    forgetKeys: async (olderThanMs: number): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step) {
          const before = clock() - olderThanMs;
          step = await storage.write(id, ({ idempotencyKeys }) =>
            idempotencyKeys.forget(before, FORGET_STEP),
          );
        }
      }
      return forgotten;
    },
  };
}
