import { type AgentAccount, must, type Writer, type WriterContext, write } from './context.ts';

/** Long enough that no lease expires during the test. */
const LEASE_SECONDS = 600;
/** One in this many turns fails. */
const FAILS_EVERY = 7;

interface Message {
  readonly key: string;
  readonly agent: string;
  readonly chat: string | null;
  readonly body: string;
}

/** A turn that this writer has claimed and not ended. */
interface Held {
  readonly turn: string;
  readonly token: string;
  /** The text to send, or sent without a response. */
  readonly body: string;
}

/**
 * Both sides of a conversation: sends messages with keys, and claims and answers turns as the agent. Several writers
 * share the agent, so a writer may answer another's message.
 */
export function chatWriter(name: string, place: number): Writer {
  let rounds = 0;
  let chat: string | null = null;
  /** Sent, but not answered. */
  let open: Message | null = null;
  let answered: { message: Message; id: string } | null = null;
  let held: Held | null = null;

  const say = async (context: WriterContext, message: Message) => {
    open = message;
    const sent = await send(context, message);
    open = null;
    chat = sent?.chat ?? null;
    if (sent) answered = { message, id: sent.message };
    return sent !== null;
  };

  const endTurn = async (context: WriterContext, agent: AgentAccount) => {
    if (!held) return;
    const fails = rounds % FAILS_EVERY === 0;
    await (fails ? fail : reply)(context, agent, held);
    held = null;
  };

  const agentOf = ({ accounts: { agents } }: WriterContext) => agents[place % agents.length] as AgentAccount;

  return {
    settle: async (context) => {
      // The stored response survives the crash.
      if (answered) {
        const again = await send(context, answered.message);
        if (!again?.replayed || again.message !== answered.id) {
          throw new Error(`The key ${answered.message.key} was not recognized: ${JSON.stringify(again)}`);
        }
      }
      if (open) await say(context, open);
      // The lease outlives the crash, and so does the holder's message.
      await endTurn(context, agentOf(context));
    },
    round: async (context) => {
      const agent = agentOf(context);
      const key = `${name}-${rounds++}`;
      const message = { key, agent: agent.id, chat, body: `${key} asks` };
      // Another writer may still hold this chat's turn; then a new chat is created with the same key.
      if (!(await say(context, message))) await say(context, { ...message, chat: null });
      const claimed = await claim(context, agent);
      if (claimed) held = { ...claimed, body: `${key} answers` };
      await endTurn(context, agent);
    },
  };
}

const send = (context: WriterContext, { key, agent, chat, body }: Message) =>
  write(context, {
    kind: 'message',
    asked: { key, chat, body },
    key: context.accounts.person,
    question: {
      path: chat === null ? 'chats' : `chats/${chat}/messages`,
      body: chat === null ? { agentId: agent, body } : { body },
      headers: { 'Idempotency-Key': key },
    },
    read: (answer) => {
      const replayed = answer.headers['idempotent-replayed'] === 'true';
      const sent = must(answer, 201, 200, 409);
      if (answer.status === 409 && sent.error.code === 'TURN_IN_PROGRESS') return null;
      must(answer, replayed ? 200 : 201);
      return { chat: sent.thread.id, message: sent.message.id, turn: sent.turn.id, replayed };
    },
  });

const claim = (context: WriterContext, agent: AgentAccount) =>
  write(context, {
    kind: 'claim',
    asked: { agent: agent.id },
    key: agent.key,
    question: { path: `agents/${agent.id}/turns/claim`, body: { leaseSeconds: LEASE_SECONDS } },
    read: (answer) => {
      const claimed = must(answer, 200, 204);
      return claimed && { turn: claimed.turn.id, token: claimed.lease.token };
    },
  });

const reply = (context: WriterContext, agent: AgentAccount, { turn, token, body }: Held) =>
  write(context, {
    kind: 'reply',
    asked: { turn, body },
    key: agent.key,
    question: { path: `agents/${agent.id}/turns/${turn}/reply`, body: { token, body } },
    read: (answer) => ({ message: must(answer, 200).replyMessageId }),
  });

const fail = (context: WriterContext, agent: AgentAccount, { turn, token }: Held) =>
  write(context, {
    kind: 'fail',
    asked: { turn, errorCode: 'tired' },
    key: agent.key,
    question: { path: `agents/${agent.id}/turns/${turn}/fail`, body: { token, errorCode: 'tired' } },
    read: (answer) => ({ turn: must(answer, 200).id }),
  });
