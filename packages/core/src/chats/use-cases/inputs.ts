import { gone, type InputsOf, id, page } from '../../inputs.ts';
import { list, maybe, named, number, object, oneOf, optional, text } from '../../shared/check.ts';
import { CHAT_STATUSES } from '../chat.ts';
import type { chatUseCases } from './chats.ts';

const message = {
  body: text,
  clientMessageId: maybe(text),
  fileIds: optional(list(text)),
  sourceMessageId: optional(text),
  sourceSuggestionId: optional(text),
};
const headerKey = named('Idempotency-Key', optional(text));

export const chatInputs: InputsOf<typeof chatUseCases> = {
  list: [object({ ...page, status: optional(oneOf([...CHAT_STATUSES, 'all'])) })],
  start: [object({ ...message, agentId: text }), headerKey],
  send: [id, object(message), headerKey],
  get: [id],
  messages: [id, object({ ...page, order: optional(oneOf(['asc', 'desc'])) })],
  turn: [id, id, optional(object({ wait: optional(number), gone }))],
  rename: [id, object({ title: text })],
  archive: [id],
  unarchive: [id],
  delete: [id],
};
