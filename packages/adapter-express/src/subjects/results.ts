import { contract } from '@tandem/contract';
import type { Criterion } from '@tandem/core';
import { created, list } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { isoOrNull } from '../http/iso.ts';
import { presentResult, presentReview } from '../http/present-result.ts';

export const presentCriterion = ({ id, text, check, status, evidence, by, at }: Criterion) => ({
  id,
  text,
  check,
  status,
  evidence,
  by,
  at: isoOrNull(at),
});

export const results = bind(contract.results, {
  post: async ({ tandem, caller, params, body }) =>
    created(presentResult(await tandem.results.post(caller, params.identifier, body))),
  list: async ({ tandem, caller, params, query }) =>
    list(await tandem.results.list(caller, params.identifier, query), presentResult),
  review: async ({ tandem, caller, params, body }) =>
    created(presentReview(await tandem.results.review(caller, params.identifier, body))),
});
