import { type InputsOf, id, page } from '../../inputs.ts';
import { maybe, object, oneOf, optional, text } from '../../shared/check.ts';
import { externalIdInput } from '../../shared/external-id.ts';
import { ROLES } from '../member.ts';
import type { memberUseCases } from './members.ts';

const others = { email: maybe(text), role: optional(oneOf(ROLES)), externalId: externalIdInput };

export const memberInputs: InputsOf<typeof memberUseCases> = {
  list: [object({ ...page, type: optional(oneOf(['human', 'agent'])), externalId: optional(text) })],
  get: [id],
  create: [object({ name: text, displayName: text, ...others })],
  update: [id, object({ name: optional(text), displayName: optional(text), ...others })],
  delete: [id],
  merge: [id, object({ into: text })],
  invite: [id],
  uninvite: [id],
};
