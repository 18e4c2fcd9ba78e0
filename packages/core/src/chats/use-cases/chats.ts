import { authorOf } from '../../access/author.ts';
import type { Caller } from '../../access/caller.ts';
import { requireChatPerson } from '../../access/chat-access.ts';
import type { FieldChange } from '../../events/event.ts';
import type { Action } from '../../events/types.ts';
import type { File } from '../../files/file.ts';
import { namedFiles } from '../../lookup/files.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, notFound, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, nameProblem } from '../../shared/text.ts';
import { recorder } from '../../steps/record.ts';
import { asAfterRemoval, withReply } from '../../steps/replies.ts';
import { turnKeeper } from '../../steps/save-turn.ts';
import { turnTopic } from '../../turns/signals.ts';
import { ended, isPending, type Turn } from '../../turns/turn.ts';
import type { Waits } from '../../waits/waits.ts';
import { type Chat, type ChatStatus, chatAgent, chatEntity, firstTitle } from '../chat.ts';
import { asMessageFile, bodyProblem, filesProblem, type Message, type NewMessage } from '../message.ts';
import type { Sent, TurnView } from '../sent.ts';
import { type Asked, pickKey, recalled } from './idempotency.ts';

/** Rows deleted per unit of work; small, so that requests do not wait long. */
const FORGET_STEP = 500;

/** Titles are private to the person: the log only records that the title changed. */
const TITLE_CHANGE: FieldChange = { field: 'title', oldValue: null, newValue: null };

/** The person's side of chats (docs/rules.md, Chats). */
export function chatUseCases(ports: Ports, waits: Waits) {
  const { storage, clock, newId } = ports;
  const turns = turnKeeper(ports);
  const record = recorder(ports);

  const recordChat = (
    stores: Stores,
    caller: Caller,
    { id, personId, agent }: Chat,
    action: Action,
    changes?: readonly FieldChange[],
  ) => record(stores, caller, chatEntity(id), action, { changes, related: { agentId: agent.id, personId } });

  /** Stores the message and queues the agent's turn. */
  const say = async (
    stores: Stores,
    caller: Caller,
    chat: Chat,
    input: NewMessage,
    files: readonly File[],
    asked: Asked,
  ): Promise<{ message: Message; turn: TurnView }> => {
    const now = chat.lastMessageAt;
    const turnId = newId();
    const message: Message = {
      id: newId(),
      chatId: chat.id,
      role: 'human',
      body: input.body,
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
    return { message, turn: { ...turn, reply: null } };
  };

  const setStatus = (caller: Caller, id: string, status: ChatStatus): Promise<Chat> =>
    storage.write(caller.workspaceId, async (stores) => {
      const before = await requireChat(stores, caller, id);
      if (before.status === status) return before;
      const now = clock();
      const open = status === 'archived' ? await stores.turns.openOf(id) : null;
      if (open) await turns.save(stores, caller, canceled(await asAfterRemoval(stores, open), now));
      const after: Chat = {
        ...before,
        status,
        archivedAt: status === 'archived' ? now : null,
        updatedAt: now,
        activeTurn: null,
      };
      await stores.chats.update(after);
      await recordChat(stores, caller, after, status === 'archived' ? 'archived' : 'unarchived');
      return after;
    });

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
        await recordChat(stores, caller, chat, 'created');
        const { message, turn } = await say(stores, caller, chat, input, files, asked);
        return { replayed: false, chat: { ...chat, activeTurn: activeTurnOf(turn) }, message, turn };
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
        const { message, turn } = await say(stores, caller, chat, input, files, asked);
        return { replayed: false, chat: { ...chat, activeTurn: activeTurnOf(turn) }, message, turn };
      }),

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
      wait = 0,
      gone?: AbortSignal,
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

    rename: (caller: Caller, id: string, { title }: { title: string }): Promise<Chat> =>
      storage.write(caller.workspaceId, async (stores) => {
        const before = await requireChat(stores, caller, id);
        refuseProblems({ title: nameProblem(title, LIMITS.chatTitle) });
        if (title.trim() === before.title) return before;
        const after = { ...before, title: title.trim(), updatedAt: clock() };
        await stores.chats.update(after);
        await recordChat(stores, caller, after, 'updated', [TITLE_CHANGE]);
        return after;
      }),

    /** Cancels the open turn; repeatable. */
    archive: (caller: Caller, id: string) => setStatus(caller, id, 'archived'),
    /** Repeatable. */
    unarchive: (caller: Caller, id: string) => setStatus(caller, id, 'active'),

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

    /** Permanently deletes the chat and its messages; files stay. */
    delete: (caller: Caller, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        const chat = await requireChat(stores, caller, id);
        const open = await stores.turns.openOf(id);
        if (open) await turns.save(stores, caller, canceled(await asAfterRemoval(stores, open), clock()));
        await stores.chats.delete(id);
        await recordChat(stores, caller, chat, 'deleted');
      }),
  };
}

/** The caller's chat; 404 for another person's, as for an unknown id. */
async function requireChat({ chats }: Stores, caller: Caller, id: string): Promise<Chat> {
  const chat = await chats.ofPerson(requireChatPerson(caller), id);
  if (!chat) throw notFound('chat');
  return chat;
}

/** A turn that has already ended stays as it is. */
const canceled = (turn: Turn, now: number): Turn => (isPending(turn) ? ended(turn, 'canceled', now) : turn);

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
