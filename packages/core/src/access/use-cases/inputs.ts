import { type InputsOf, id, page } from '../../inputs.ts';
import { list, maybe, number, object, oneOf, text } from '../../shared/check.ts';
import { ISSUED_KINDS } from '../keys.ts';
import { SCOPES } from '../scopes.ts';
import type { keyUseCases } from './keys.ts';

export const keyInputs: InputsOf<typeof keyUseCases> = {
  create: [
    object({
      name: text,
      kind: oneOf(ISSUED_KINDS),
      memberId: maybe(text),
      scopes: list(oneOf(SCOPES)),
      expiresAt: maybe(number),
    }),
  ],
  list: [object(page)],
  get: [id],
  revoke: [id],
};
