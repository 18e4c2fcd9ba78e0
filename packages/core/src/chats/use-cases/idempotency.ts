import type { Ports, Stores } from '../../ports.ts';
import { invalid, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { replay } from '../../steps/replies.ts';
import { keyProblem, type NewMessage } from '../message.ts';
import type { Sent } from '../sent.ts';

/** The idempotency key and payload of a request. */
export interface Asked {
  readonly personId: string;
  /** null without one: then each request sends a new message. */
  readonly key: string | null;
  readonly payloadHash: string;
}

interface Payload extends NewMessage {
  readonly headerKey?: string | undefined;
  readonly agentId?: string | undefined;
  /** The chat in the path; null when starting one. */
  readonly chatId: string | null;
}

/** The key from the header or the body; 400 when both are given and differ. */
export function pickKey(personId: string, payload: Payload, { secrets }: Pick<Ports, 'secrets'>): Asked {
  const { headerKey } = payload;
  const clientMessageId = payload.clientMessageId ?? undefined;
  refuseProblems({ 'Idempotency-Key': keyProblem(headerKey), clientMessageId: keyProblem(clientMessageId) });
  if (headerKey !== undefined && clientMessageId !== undefined && headerKey !== clientMessageId) {
    throw invalid({ clientMessageId: 'must equal the Idempotency-Key header when both are given' });
  }
  const { chatId, agentId, body, fileIds, sourceMessageId, sourceSuggestionId } = payload;
  const meaning = [chatId, agentId, body, fileIds ?? [], sourceMessageId, sourceSuggestionId];
  return {
    personId,
    key: headerKey ?? clientMessageId ?? null,
    payloadHash: secrets.sha256(JSON.stringify(meaning)),
  };
}

/**
 * The stored outcome for the same key, or null for a new key; checked first. 409 when the key was used with another
 * payload (docs/rules.md, Messages), or in a chat that is closed to the person.
 */
export async function recalled(stores: Stores, { personId, key, payloadHash }: Asked): Promise<Sent | null> {
  const stored = key === null ? null : await stores.idempotencyKeys.recall(personId, key);
  if (!stored) return null;
  const chat = await stores.chats.byId(stored.chatId);
  if (chat && (await stores.chats.ofPerson(personId, chat.id)) === null) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key belongs to a message that you cannot see. Send the message with a new key.',
    );
  }
  if (stored.payloadHash !== payloadHash) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key was used with another payload. Send a new message with a new key.',
    );
  }
  return replay(stores, stored.chatId, stored.messageId);
}
