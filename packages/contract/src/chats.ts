import { CHAT_STATUSES, TURN_STATES, TURN_STATUSES } from '@tandem/core';
import * as z from 'zod';
import {
  agentId,
  chatTitle,
  fileIds,
  idempotencyKey,
  messageBody,
  sourceMessageId,
  sourceSuggestionId,
} from './inputs.ts';
import { operation } from './operation.ts';
import { author, id, idParams, page, paging, timestamp, wait } from './shapes.ts';

const status = z.enum(CHAT_STATUSES).meta({ id: 'ChatStatus' });
const turnStatus = z.enum(TURN_STATUSES).meta({ id: 'TurnStatus' });
const turnState = z.enum(TURN_STATES).meta({ id: 'TurnState' });

/** docs/rules.md, Chats. */
export const chat = z
  .object({
    id,
    title: z.string(),
    status,
    agent: z.object({
      id,
      name: z.string(),
      displayName: z.string(),
      title: z.string().nullable(),
      avatarUrl: z.string().nullable(),
    }),
    messageCount: z.int(),
    activeTurn: z.object({ id, status: turnStatus, state: turnState }).nullable(),
    lastMessageAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
    archivedAt: timestamp.nullable(),
  })
  .meta({ id: 'Chat' });

/** docs/rules.md, Messages. */
export const message = z
  .object({
    id,
    threadId: id,
    role: z.enum(['human', 'assistant']),
    body: z.string(),
    author,
    clientMessageId: z.string().nullable(),
    turnId: id.nullable(),
    suggestions: z.array(z.object({ id, kind: z.string(), text: z.string() })),
    attachments: z.array(z.object({ fileId: id, fileName: z.string(), mimeType: z.string(), size: z.int() })),
    createdAt: timestamp,
  })
  .meta({ id: 'Message' });

/** docs/rules.md, Turns. The agent's process supplies `errorMessage`. */
export const turn = z
  .object({
    id,
    threadId: id,
    status: turnStatus,
    state: turnState,
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    humanMessageId: id,
    replyMessageId: id.nullable(),
    reply: z
      .object({
        id,
        role: z.literal('assistant'),
        body: z.string(),
        author: z.object({ type: z.literal('agent') }),
      })
      .nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    completedAt: timestamp.nullable(),
  })
  .meta({ id: 'Turn' });

const newMessage = z.object({
  body: messageBody,
  clientMessageId: idempotencyKey.nullable().optional(),
  fileIds: fileIds.optional(),
});

const sent = z.object({ created: z.boolean(), thread: chat, message, turn }).meta({ id: 'SentMessage' });

const CHAT = '/api/v1/chats/:id';
/** Errors of every chat operation for a key that has no access to chats. */
const NO_REACH = ['CHAT_FORBIDDEN', 'PLAN_EXCLUDES_CHAT'] as const;

export const chats = {
  list: operation({
    id: 'chats.list',
    method: 'get',
    path: '/api/v1/chats',
    access: 'chat:read',
    summary: "List the person's chats, newest first",
    query: paging.extend({ status: z.enum([...CHAT_STATUSES, 'all']).default('active') }),
    responses: { 200: page(chat) },
    errors: NO_REACH,
  }),
  start: operation({
    id: 'chats.start',
    method: 'post',
    path: '/api/v1/chats',
    access: 'chat:write',
    summary: 'Start a chat with an agent by sending the first message',
    body: newMessage.extend({ agentId }),
    responses: { 200: sent, 201: sent },
    errors: [...NO_REACH, 'IDEMPOTENCY_KEY_REUSED'],
  }),
  get: operation({
    id: 'chats.get',
    method: 'get',
    path: CHAT,
    access: 'chat:read',
    summary: 'Get a chat with its turn in progress',
    params: idParams,
    responses: { 200: chat },
    errors: NO_REACH,
  }),
  messages: operation({
    id: 'chats.messages',
    method: 'get',
    path: `${CHAT}/messages`,
    access: 'chat:read',
    summary: 'List the messages of a chat, newest first unless order=asc',
    params: idParams,
    query: paging.extend({ order: z.enum(['asc', 'desc']).default('desc') }),
    responses: { 200: page(message) },
    errors: NO_REACH,
  }),
  send: operation({
    id: 'chats.send',
    method: 'post',
    path: `${CHAT}/messages`,
    access: 'chat:write',
    summary: "Send a message, which queues the agent's turn",
    params: idParams,
    body: newMessage.extend({
      sourceMessageId: sourceMessageId.optional(),
      sourceSuggestionId: sourceSuggestionId.optional(),
    }),
    responses: { 200: sent, 201: sent },
    errors: [...NO_REACH, 'TURN_IN_PROGRESS', 'CHAT_ARCHIVED', 'AGENT_DELETED', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  turn: operation({
    id: 'chats.turn',
    method: 'get',
    path: `${CHAT}/turns/:turnId`,
    access: 'chat:read',
    summary: 'Get a turn; with `wait`, hold the request until the turn ends',
    params: idParams.extend({ turnId: id }),
    query: z.object({ wait }),
    responses: { 200: turn },
    errors: NO_REACH,
  }),
  rename: operation({
    id: 'chats.rename',
    method: 'patch',
    path: CHAT,
    access: 'chat:write',
    summary: 'Rename a chat',
    params: idParams,
    body: z.object({ title: chatTitle }),
    responses: { 200: chat },
    errors: NO_REACH,
  }),
  archive: operation({
    id: 'chats.archive',
    method: 'post',
    path: `${CHAT}/archive`,
    access: 'chat:write',
    summary: 'Archive a chat and cancel its open turn; repeatable',
    params: idParams,
    responses: { 200: chat },
    errors: NO_REACH,
  }),
  unarchive: operation({
    id: 'chats.unarchive',
    method: 'post',
    path: `${CHAT}/unarchive`,
    access: 'chat:write',
    summary: 'Unarchive a chat; repeatable',
    params: idParams,
    responses: { 200: chat },
    errors: NO_REACH,
  }),
  delete: operation({
    id: 'chats.delete',
    method: 'delete',
    path: CHAT,
    access: 'chat:write',
    summary: 'Permanently delete a chat and its messages',
    params: idParams,
    responses: { 204: null },
    errors: NO_REACH,
  }),
};
