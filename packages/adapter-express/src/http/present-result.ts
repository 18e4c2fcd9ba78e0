import type { Result, Review } from '@tandem/core';
import { iso } from './iso.ts';

export const presentReview = ({ createdAt, ...review }: Review) => ({ ...review, createdAt: iso(createdAt) });

export const presentResult = (result: Result) => ({
  id: result.id,
  taskNumber: result.taskNumber,
  outcome: result.outcome,
  summary: result.summary,
  evidence: result.evidence,
  artifact: result.artifact,
  failure: result.failure,
  usage: result.usage,
  author: result.author,
  attempt: result.attempt,
  createdAt: iso(result.createdAt),
  review: result.review && presentReview(result.review),
  withdrawn: result.part === 'withdrawn',
});
