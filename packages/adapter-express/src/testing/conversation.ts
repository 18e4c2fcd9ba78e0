import type { Tandem } from '@tandem/core';
import type { Api, Body } from './api.ts';
import { checkAnswer } from './check-answer.ts';
import type { Answer } from './client.ts';

/** Starts a chat with an agent; returns { created, thread, message, turn }. */
export const startChat = (by: Api, agentId: string, body = 'Hello', more: object = {}): Promise<Body> =>
  by.creates('/chats', { agentId, body, ...more });

/** Claims the oldest queued turn; returns the claim. */
export const claim = (by: Api, agentId: string, body: object = {}): Promise<Body> =>
  by.does('post', `/agents/${agentId}/turns/claim`, body);

/** Claims and answers the oldest queued turn; returns the completed turn. */
export async function answerNext(by: Api, agentId: string, body = 'Hi', more: object = {}): Promise<Body> {
  const { turn, lease } = await claim(by, agentId);
  const reply = { token: lease.token, body, ...more };
  return by.does('post', `/agents/${agentId}/turns/${turn.id}/reply`, reply);
}

/** Answers every turn in the queue. */
export async function answerAll(by: Api, agentId: string): Promise<void> {
  for (;;) {
    const { status, body } = await by.post(`/agents/${agentId}/turns/claim`);
    if (status === 204) return;
    const { token } = body.lease;
    await by.does('post', `/agents/${agentId}/turns/${body.turn.id}/reply`, { token, body: 'Hi' });
  }
}

/** A POST with an Idempotency-Key. */
export async function postKeyed(by: Api, path: string, key: string, body: object): Promise<Answer> {
  const answer = await by.request('post', path).set('Idempotency-Key', key).send(body);
  checkAnswer(answer);
  return answer;
}

/** An upload with any outcome. */
export async function postFile(
  by: Api,
  content: string | Buffer,
  filename = 'notes.txt',
  contentType = 'text/plain',
): Promise<Answer> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const answer = await by.request('post', '/files').attach('file', bytes, { filename, contentType });
  checkAnswer(answer);
  return answer;
}

/** An upload that must succeed; returns the file. */
export async function upload(by: Api, content = 'Hello', name?: string, type?: string): Promise<Body> {
  const answer = await postFile(by, content, name, type);
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Resolves when exactly this many requests are held. */
export async function held(tandem: Tandem, count: number): Promise<void> {
  while (tandem.waiting() !== count) await new Promise(setImmediate);
}
