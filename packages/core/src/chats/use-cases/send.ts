import { authorOf } from '../../access/author.ts';
import type { Caller } from '../../access/caller.ts';
import { requireChatPerson } from '../../access/chat-access.ts';
import type { File } from '../../files/file.ts';
import { namedFiles } from '../../lookup/files.ts';
import type { Ports, Stores } from '../../ports.ts';
import { invalid, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { LIMITS } from '../../shared/text.ts';
import { turnKeeper } from '../../steps/save-turn.ts';
import type { Turn } from '../../turns/turn.ts';
import { type Chat, chatAgent, firstTitle } from '../chat.ts';
import { asMessageFile, bodyProblem, filesProblem, type Message, type NewMessage } from '../message.ts';
import type { Sent } from '../sent.ts';
import { type Asked, pickKey, recalled } from './idempotency.ts';
import { chatRecorder, requireChat } from './own-chat.ts';

/** Starts chats and sends messages: each queues a turn of the agent. */
export function messageSender(ports: Ports) {
  const { storage, clock, newId } = ports;
  const turns = turnKeeper(ports);
  const recordChat = chatRecorder(ports);

  /** Stores the message and queues the agent's turn. */
  const say = async (
    stores: Stores,
    caller: Caller,
    chat: Chat,
    { body, files, asked }: { body: string; files: readonly File[]; asked: Asked },
  ): Promise<Sent> => {
    const now = chat.lastMessageAt;
    const turnId = newId();
    const message: Message = {
      id: newId(),
      chatId: chat.id,
      role: 'human',
      body,
      author: authorOf(caller),
      clientMessageId: asked.key,
      turnId,
      suggestions: [],
      attachments: files.map(asMessageFile),
      createdAt: now,
    };
    const turn: Turn = {
      id: turnId,
      chatId: chat.id,
      agentId: chat.agent.id,
      personId: chat.personId,
      status: 'pending',
      state: 'queued',
      errorCode: null,
      errorMessage: null,
      humanMessageId: message.id,
      replyMessageId: null,
      lease: null,
      claims: 0,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
    };
    await stores.messages.insert(message);
    await turns.insert(stores, caller, turn);
    if (asked.key !== null) {
      const { key, personId, payloadHash } = asked;
      await stores.idempotencyKeys.remember({
        personId,
        key,
        payloadHash,
        chatId: chat.id,
        messageId: message.id,
        createdAt: now,
      });
    }
    const activeTurn = activeTurnOf(turn);
    return { replayed: false, chat: { ...chat, activeTurn }, message, turn: { ...turn, reply: null } };
  };

  return {
    /** Starts a chat with its first message. A repeated idempotency key returns the original outcome. */
    start: (caller: Caller, input: NewMessage & { agentId: string }, headerKey?: string): Promise<Sent> =>
      storage.write(caller.workspaceId, async (stores) => {
        const personId = requireChatPerson(caller);
        const asked = pickKey(personId, { ...input, headerKey, chatId: null }, ports);
        const before = await recalled(stores, asked);
        if (before) return before;
        const files = await checkMessage(stores, caller, input);
        const agent = await resolveChatAgent(stores, input.agentId);
        const now = clock();
        const chat: Chat = {
          id: newId(),
          personId,
          title: firstTitle(
            input.body,
            files.map(({ fileName }) => fileName),
          ),
          status: 'active',
          agent,
          messageCount: 1,
          activeTurn: null,
          lastMessageAt: now,
          createdAt: now,
          updatedAt: now,
          archivedAt: null,
        };
        await stores.chats.insert(chat);
        await recordChat(stores, caller, { chat, action: 'created' });
        return say(stores, caller, chat, { body: input.body, files, asked });
      }),
    /** 409 while a turn is in progress, or when the chat is archived or its agent deleted. */
    send: (caller: Caller, chatId: string, input: NewMessage, headerKey?: string): Promise<Sent> =>
      storage.write(caller.workspaceId, async (stores) => {
        const before = await requireChat(stores, caller, chatId);
        const asked = pickKey(before.personId, { ...input, headerKey, chatId }, ports);
        const already = await recalled(stores, asked);
        if (already) return already;
        const files = await checkMessage(stores, caller, input);
        await checkSource(stores, chatId, input);
        if (before.status === 'archived') throw chatArchived();
        if ((await stores.members.byId(before.agent.id)) === null) throw agentDeleted();
        if (await stores.turns.openOf(chatId)) throw turnInProgress();
        const now = clock();
        const chat: Chat = {
          ...before,
          messageCount: before.messageCount + 1,
          lastMessageAt: now,
          updatedAt: now,
        };
        await stores.chats.update(chat);
        return say(stores, caller, chat, { body: input.body, files, asked });
      }),
  };
}

async function resolveChatAgent({ members }: Stores, id: string): Promise<Chat['agent']> {
  const agent = await members.byId(id);
  if (agent?.type !== 'agent') throw invalid({ agentId: 'must be the id of an agent in this workspace' });
  return chatAgent(agent);
}

const activeTurnOf = ({ id, status, state }: Turn): Chat['activeTurn'] => ({ id, status, state });

async function checkMessage(stores: Stores, caller: Caller, input: NewMessage): Promise<readonly File[]> {
  refuseProblems({
    body: bodyProblem(input.body, input.fileIds, LIMITS.chatMessage),
    fileIds: filesProblem(input.fileIds),
  });
  return namedFiles(stores, caller, input.fileIds ?? []);
}

/** 400 unless the suggestion belongs to that message in this chat, and the body is its text. */
async function checkSource(stores: Stores, chatId: string, input: NewMessage): Promise<void> {
  const { sourceMessageId, sourceSuggestionId, body } = input;
  if (sourceMessageId === undefined && sourceSuggestionId === undefined) return;
  const source = sourceMessageId === undefined ? null : await stores.messages.byId(chatId, sourceMessageId);
  if (source?.role !== 'assistant') {
    throw invalid({ sourceMessageId: "must be the id of an agent's message in this chat" });
  }
  if (sourceSuggestionId === undefined) return;
  const suggestion = source.suggestions.find(({ id }) => id === sourceSuggestionId);
  if (!suggestion) throw invalid({ sourceSuggestionId: 'must be the id of a suggestion of that message' });
  if (suggestion.text !== body) throw invalid({ body: 'must be the text of the suggestion' });
}

const chatArchived = () =>
  new Refusal('CHAT_ARCHIVED', 'The chat is archived. Unarchive it before sending a message.');

const agentDeleted = () =>
  new Refusal('AGENT_DELETED', 'The agent of this chat has been deleted. Start a chat with another agent.');

const turnInProgress = () =>
  new Refusal(
    'TURN_IN_PROGRESS',
    'The agent is still answering. Wait for the turn to end, then send the message.',
  );
