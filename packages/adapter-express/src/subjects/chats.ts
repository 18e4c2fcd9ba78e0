import { contract } from '@tandem/contract';
import type { Chat, Message, Sent, TurnView } from '@tandem/core';
import { created, list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { gone } from '../http/waiting.ts';

export const presentChat = (chat: Chat) => ({
  id: chat.id,
  title: chat.title,
  status: chat.status,
  agent: chat.agent,
  messageCount: chat.messageCount,
  activeTurn: chat.activeTurn,
  lastMessageAt: iso(chat.lastMessageAt),
  createdAt: iso(chat.createdAt),
  updatedAt: iso(chat.updatedAt),
  archivedAt: isoOrNull(chat.archivedAt),
});

export const presentMessage = ({ chatId, createdAt, ...message }: Message) => ({
  ...message,
  threadId: chatId,
  createdAt: iso(createdAt),
});

export const presentTurn = (turn: TurnView) => ({
  id: turn.id,
  threadId: turn.chatId,
  status: turn.status,
  state: turn.state,
  errorCode: turn.errorCode,
  errorMessage: turn.errorMessage,
  humanMessageId: turn.humanMessageId,
  replyMessageId: turn.replyMessageId,
  reply: turn.reply && {
    id: turn.reply.id,
    role: 'assistant' as const,
    body: turn.reply.body,
    author: { type: 'agent' as const },
  },
  createdAt: iso(turn.createdAt),
  updatedAt: iso(turn.updatedAt),
  completedAt: isoOrNull(turn.completedAt),
});

export const presentSent = ({ replayed, chat, message, turn }: Sent) => ({
  created: !replayed,
  thread: presentChat(chat),
  message: presentMessage(message),
  turn: presentTurn(turn),
});

export const chats = bind(
  contract.chats,
  {
    list: async ({ tandem, caller, query }) => list(await tandem.chats.list(caller, query), presentChat),
    start: async ({ tandem, caller, body, req }) =>
      sentAnswer(await tandem.chats.start(caller, body, req.get('Idempotency-Key'))),
    get: async ({ tandem, caller, params }) => ok(presentChat(await tandem.chats.get(caller, params.id))),
    messages: async ({ tandem, caller, params, query }) =>
      list(await tandem.chats.messages(caller, params.id, query), presentMessage),
    send: async ({ tandem, caller, params, body, req }) =>
      sentAnswer(await tandem.chats.send(caller, params.id, body, req.get('Idempotency-Key'))),
    turn: async ({ tandem, caller, params, query, res }) =>
      ok(
        presentTurn(
          await tandem.chats.turn(caller, params.id, params.turnId, {
            wait: query.wait,
            gone: query.wait ? gone(res) : undefined,
          }),
        ),
      ),
    rename: async ({ tandem, caller, params, body }) =>
      ok(presentChat(await tandem.chats.rename(caller, params.id, body))),
    archive: async ({ tandem, caller, params }) =>
      ok(presentChat(await tandem.chats.archive(caller, params.id))),
    unarchive: async ({ tandem, caller, params }) =>
      ok(presentChat(await tandem.chats.unarchive(caller, params.id))),
    delete: async ({ tandem, caller, params }) => {
      await tandem.chats.delete(caller, params.id);
      return noContent;
    },
  },
  async ({ tandem, caller, params }) => {
    if (typeof params.turnId === 'string') await tandem.chats.turn(caller, String(params.id), params.turnId);
    else if (typeof params.id === 'string') await tandem.chats.get(caller, params.id);
  },
);

/** 201 for a new message, 200 for one sent before (docs/rules.md, Messages). */
const sentAnswer = (sent: Sent) =>
  sent.replayed
    ? { ...ok(presentSent(sent)), headers: { 'Idempotent-Replayed': 'true' } }
    : created(presentSent(sent));
