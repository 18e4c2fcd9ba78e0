import { type Chat, chatAgent } from '../chats/chat.ts';
import type { Agent } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { isPending } from '../turns/turn.ts';
import { withAuthor } from './members.ts';
import type { Tables } from './tables.ts';

/** Batch size for expired leases. */
const EXPIRED_AT_ONCE = 100;

export function chatStores(tables: Tables): Pick<Stores, 'chats' | 'messages' | 'turns' | 'idempotencyKeys'> {
  const { chats, closedChats, messages, turns, idempotencyKeys, members } = tables;

  const openOf = (chatId: string) => turns.find((turn) => turn.chatId === chatId && isPending(turn)) ?? null;

  const view = (chat: Chat): Chat => {
    const agent = members.get(chat.agent.id) as Agent;
    const open = agent.deleted ? null : openOf(chat.id);
    return {
      ...chat,
      agent: chatAgent(agent),
      activeTurn: open && { id: open.id, status: open.status, state: open.state },
    };
  };

  const isOpenTo = (personId: string) => (chat: Chat) =>
    chat.personId === personId && closedChats.get(chat.id) === undefined;

  return {
    chats: {
      insert: async (chat) => chats.put(chat.id, chat),
      update: async (chat) => chats.put(chat.id, chat),
      delete: async (id) => {
        chats.delete(id);
        closedChats.delete(id);
        for (const row of messages.filter(({ chatId }) => chatId === id)) messages.delete(row.id);
        for (const row of turns.filter(({ chatId }) => chatId === id)) turns.delete(row.id);
        for (const row of idempotencyKeys.filter(({ chatId }) => chatId === id)) {
          idempotencyKeys.delete(keyOf(row.personId, row.key));
        }
      },
      ofPerson: async (personId, id) => {
        const chat = chats.get(id);
        return chat && isOpenTo(personId)(chat) ? view(chat) : null;
      },
      byId: async (id) => {
        const chat = chats.get(id);
        return chat ? view(chat) : null;
      },
      list: async (personId, status, slice) => {
        const page = chats.page(
          (row) => isOpenTo(personId)(row) && (status === undefined || row.status === status),
          slice,
          'newest',
        );
        return { ...page, items: page.items.map(view) };
      },
      closeAll: async (personId) => {
        tables.chatEventsAfter.put(personId, { seq: tables.lastSequence.get() });
        const open = chats.filter(isOpenTo(personId));
        for (const { id } of open) closedChats.put(id, { personId });
        return open.length > 0;
      },
      openAll: async (personId) => {
        tables.chatEventsAfter.delete(personId);
        const closed = chats.filter((chat) => closedChats.get(chat.id)?.personId === personId);
        for (const { id } of closed) closedChats.delete(id);
        return closed.length > 0;
      },
      eventsShownAfter: async (personId) => tables.chatEventsAfter.get(personId)?.seq ?? 0,
    },
    messages: {
      insert: async (message) => messages.put(message.id, message),
      byId: async (chatId, id) => {
        const message = messages.get(id);
        return message?.chatId === chatId ? withAuthor(tables, message, 'author') : null;
      },
      list: async (chatId, order, slice) => {
        const page = messages.page(
          (row) => row.chatId === chatId,
          slice,
          order === 'asc' ? 'oldest' : 'newest',
        );
        return { ...page, items: page.items.map((row) => withAuthor(tables, row, 'author')) };
      },
    },
    turns: {
      insert: async (turn) => turns.put(turn.id, turn),
      update: async (turn) => turns.put(turn.id, turn),
      byId: async (id) => turns.get(id) ?? null,
      openOf: async (chatId) => openOf(chatId),
      nextOf: async (agentId) =>
        turns.find((row) => row.agentId === agentId && row.state === 'queued') ?? null,
      openOfAgent: async (agentId, atMost) =>
        turns.filter((row) => row.agentId === agentId && isPending(row)).slice(0, atMost),
      openOfPerson: async (personId, atMost) =>
        turns.filter((row) => row.personId === personId && isPending(row)).slice(0, atMost),
      expired: async (now, agentId) =>
        turns
          .filter(
            (row) =>
              row.state === 'running' &&
              row.lease !== null &&
              row.lease.expiresAt <= now &&
              (agentId === undefined || row.agentId === agentId),
          )
          .sort((a, b) => (a.lease?.expiresAt ?? 0) - (b.lease?.expiresAt ?? 0))
          .slice(0, EXPIRED_AT_ONCE),
    },
    idempotencyKeys: {
      remember: async (request) => idempotencyKeys.put(keyOf(request.personId, request.key), request),
      forget: async (before, atMost) => {
        const old = idempotencyKeys.filter(({ createdAt }) => createdAt < before).slice(0, atMost);
        for (const { personId, key } of old) idempotencyKeys.delete(keyOf(personId, key));
        return old.length;
      },
      recall: async (personId, key) => idempotencyKeys.get(keyOf(personId, key)) ?? null,
    },
  };
}

const keyOf = (personId: string, key: string) => `${personId} ${key}`;
