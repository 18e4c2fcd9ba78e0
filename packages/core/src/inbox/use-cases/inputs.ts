import { type InputsOf, page } from '../../inputs.ts';
import { object, oneOf, optional, text } from '../../shared/check.ts';
import { INBOX_KINDS } from '../inbox.ts';
import type { inboxUseCases } from './inbox.ts';

export const inboxInputs: InputsOf<typeof inboxUseCases> = {
  list: [object({ ...page, kind: optional(oneOf(INBOX_KINDS)), asker: optional(text) })],
};
