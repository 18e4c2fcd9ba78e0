import { contract } from '@tandem/contract';
import type { Criterion, Result, Review } from '@tandem/core';
import { created, list } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

export const presentCriterion = ({ id, text, status, evidence, by, at }: Criterion) => ({
  id,
  text,
  status,
  evidence,
  by,
  at: isoOrNull(at),
});

const presentReview = ({ createdAt, ...review }: Review) => ({ ...review, createdAt: iso(createdAt) });

export const presentResult = (result: Result) => ({
  id: result.id,
  taskNumber: result.taskNumber,
  outcome: result.outcome,
  summary: result.summary,
  evidence: result.evidence,
  usage: result.usage,
  author: result.author,
  attempt: result.attempt,
  createdAt: iso(result.createdAt),
  review: result.review && presentReview(result.review),
  withdrawn: result.part === 'withdrawn',
});

export const results = bind(contract.results, {
  post: async ({ tandem, caller, params, body }) =>
    created(presentResult(await tandem.results.post(caller, params.identifier, body))),
  list: async ({ tandem, caller, params, query }) =>
    list(await tandem.results.list(caller, params.identifier, query), presentResult),
  review: async ({ tandem, caller, params, body }) =>
    created(presentReview(await tandem.results.review(caller, params.identifier, body))),
});
