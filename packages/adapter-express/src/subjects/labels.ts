import { contract } from '@tandem/contract';
import { created, list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';

export const labels = bind(contract.labels, {
  list: async ({ tandem, caller, query }) => list(await tandem.labels.list(caller, query), (label) => label),
  create: async ({ tandem, caller, body }) => created(await tandem.labels.create(caller, body)),
  update: async ({ tandem, caller, params, body }) => ok(await tandem.labels.update(caller, params.id, body)),
  delete: async ({ tandem, caller, params }) => {
    await tandem.labels.delete(caller, params.id);
    return noContent;
  },
});
