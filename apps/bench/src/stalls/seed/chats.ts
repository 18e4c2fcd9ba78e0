import type { Bulk } from './bulk.ts';
import { authorColumns } from './tasks.ts';
import { START } from './texts.ts';

export interface Lease {
  readonly token: string;
  readonly expiresAt: number;
}

export interface ChatTraits {
  readonly person: string;
  readonly agent: string;
  /** Messages of the person by a key, each with a turn and, but for the last, with a reply. */
  readonly asked: number;
  readonly body?: string;
  readonly reply?: string;
  /** Whether the last turn still waits for its answer, and under which lease. */
  readonly last?: 'queued' | 'answered' | Lease;
  /** A file that is on each message of the person. */
  readonly file?: string;
  readonly archived?: boolean;
  /** When all of it was said. */
  readonly at?: number;
}

export interface MadeChat {
  readonly id: string;
  /** Of the last message. */
  readonly turn: string;
}

/** Returns a function that adds chats with their messages, turns and stored responses. */
export function chatAdder(bulk: Bulk): (traits: ChatTraits) => MadeChat {
  const insert = bulk.into('chats');
  const insertMessage = bulk.into('messages');
  const insertTurn = bulk.into('turns');
  const insertFile = bulk.into('message_files');
  const remember = bulk.into('idempotency_keys');

  const say = (
    at: number,
    chat_id: string,
    author: string,
    body: string,
    asked: { key: string; turn: string } | null,
  ) => {
    const id = bulk.newId();
    insertMessage({
      id,
      seq: bulk.next('row'),
      chat_id,
      role: asked ? 'human' : 'assistant',
      body,
      ...authorColumns(author),
      client_message_id: asked?.key ?? null,
      turn_id: asked?.turn ?? null,
      suggestions: '[]',
      created_at: at,
    });
    return id;
  };

  return ({
    person,
    agent,
    asked,
    body = 'When does it open?',
    reply = 'At nine.',
    last = 'answered',
    file,
    archived,
    at = START,
  }) => {
    const id = bulk.newId();
    insert({
      id,
      seq: bulk.next('row'),
      person_id: person,
      agent_id: agent,
      title: 'When does it open?',
      status: archived ? 'archived' : 'active',
      message_count: asked,
      last_message_at: at,
      created_at: at,
      updated_at: at,
      archived_at: archived ? at : null,
    });
    let turn = '';
    for (let i = 1; i <= asked; i++) {
      turn = bulk.newId();
      const key = `key-${turn}`;
      const message = say(at, id, person, body, { key, turn });
      if (file !== undefined) insertFile({ message_id: message, position: 0, file_id: file, chat_id: id });
      remember({
        person_id: person,
        key,
        payload_hash: '0'.repeat(64),
        chat_id: id,
        message_id: message,
        created_at: at,
      });
      const state = i < asked ? 'answered' : last;
      const lease = typeof state === 'object' ? state : null;
      insertTurn({
        id: turn,
        seq: bulk.next('row'),
        chat_id: id,
        agent_id: agent,
        person_id: person,
        status: state === 'answered' ? 'complete' : 'pending',
        state: state === 'answered' ? 'completed' : lease ? 'running' : 'queued',
        error_code: null,
        error_message: null,
        human_message_id: message,
        reply_message_id: state === 'answered' ? say(at, id, agent, reply, null) : null,
        lease_token: lease?.token ?? null,
        lease_expires_at: lease?.expiresAt ?? null,
        lease_seconds: lease ? 60 : null,
        claims: lease ? 1 : 0,
        created_at: at,
        updated_at: at,
        completed_at: state === 'answered' ? at : null,
      });
    }
    return { id, turn };
  };
}
