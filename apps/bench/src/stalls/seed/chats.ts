import type { Bulk } from './bulk.ts';
import { START } from './texts.ts';

export interface Lease {
  readonly token: string;
  readonly expiresAt: number;
}

export interface ChatTraits {
  readonly person: string;
  readonly agent: string;
  /** Messages of the person with a key, each with a turn and, except the last, with a reply. */
  readonly asked: number;
  readonly body?: string;
  readonly reply?: string;
  /** The state of the last turn: queued, answered, or held by a lease. */
  readonly last?: 'queued' | 'answered' | Lease;
  /** A file on each message of the person. */
  readonly file?: string;
  readonly archived?: boolean;
  /** The time of all messages. */
  readonly at?: number;
}

export interface MadeChat {
  readonly id: string;
  /** The turn of the last message. */
  readonly turn: string;
}

/** Adds a chat with its messages, turns and stored responses. */
export function addChat(
  bulk: Bulk,
  {
    person,
    agent,
    asked,
    body = 'When does it open?',
    reply = 'At nine.',
    last = 'answered',
    file,
    archived,
    at = START,
  }: ChatTraits,
): MadeChat {
  const times = { created_at: at, updated_at: at };
  const id = bulk.add('chats', {
    person_id: person,
    agent_id: agent,
    title: 'When does it open?',
    status: archived ? 'archived' : 'active',
    message_count: asked,
    last_message_at: at,
    archived_at: archived ? at : null,
    ...times,
  });
  const message = { chat_id: id, suggestions: '[]', created_at: at };
  let turn = '';
  for (let i = 1; i <= asked; i++) {
    turn = bulk.newId();
    const key = `key-${turn}`;
    const human = { role: 'human', body, author_id: person, client_message_id: key, turn_id: turn };
    const messageId = bulk.add('messages', { ...message, ...human });
    if (file !== undefined) bulk.add('message_files', { message_id: messageId, file_id: file, chat_id: id });
    bulk.add('idempotency_keys', {
      person_id: person,
      key,
      payload_hash: '0'.repeat(64),
      chat_id: id,
      message_id: messageId,
      created_at: at,
    });
    const state = i < asked ? 'answered' : last;
    const lease = typeof state === 'object' ? state : null;
    const answer = () =>
      bulk.add('messages', { ...message, role: 'assistant', body: reply, author_id: agent });
    bulk.add('turns', {
      id: turn,
      chat_id: id,
      agent_id: agent,
      person_id: person,
      status: state === 'answered' ? 'complete' : 'pending',
      state: state === 'answered' ? 'completed' : lease ? 'running' : 'queued',
      human_message_id: messageId,
      reply_message_id: state === 'answered' ? answer() : null,
      lease_token: lease?.token ?? null,
      lease_expires_at: lease?.expiresAt ?? null,
      lease_seconds: lease ? 60 : null,
      claims: lease ? 1 : 0,
      completed_at: state === 'answered' ? at : null,
      ...times,
    });
  }
  return { id, turn };
}
