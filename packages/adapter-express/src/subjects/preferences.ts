import { contract } from '@tandem/contract';
import { ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';

export const preferences = bind(contract.preferences, {
  get: async ({ tandem, caller }) => ok(await tandem.preferences.get(caller)),
  update: async ({ tandem, caller, body }) => ok(await tandem.preferences.update(caller, body)),
});
