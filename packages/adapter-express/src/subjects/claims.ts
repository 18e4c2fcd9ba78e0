import { contract } from '@tandem/contract';
import type { Actor, Briefing, EarlierAttempt, Mention } from '@tandem/core';
import { noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso } from '../http/iso.ts';
import { presentQuestion } from '../http/present-question.ts';
import { presentResult } from '../http/present-result.ts';
import { gone } from '../http/waiting.ts';
import { presentCriterion } from './results.ts';
import { presentComment, presentTask, presentTaskWithRelations } from './tasks.ts';

const presentRunner = ({ id, name, type }: Actor) => ({ id, name, type });

const presentAttempt = ({ by, endedBy, endedAt, to, reason }: EarlierAttempt) => ({
  by: presentRunner(by),
  endedBy: presentRunner(endedBy),
  endedAt: iso(endedAt),
  to,
  reason,
});

export const presentMention = ({ createdAt, ...mention }: Mention) => ({
  ...mention,
  createdAt: iso(createdAt),
});

export const presentBriefing = ({ task, lease, initiative, comments, ...briefing }: Briefing) => ({
  task: presentTaskWithRelations(task),
  lease: {
    token: lease.token,
    expiresAt: iso(lease.expiresAt),
    ...(lease.runKey !== undefined && { runKey: lease.runKey }),
  },
  project: briefing.project,
  goal: briefing.goal,
  initiative: initiative && {
    id: initiative.id,
    name: initiative.title,
    description: initiative.description,
  },
  comments: comments.map(presentComment),
  results: briefing.results.map(presentResult),
  questions: briefing.questions.map(presentQuestion),
  attempts: briefing.attempts.map(presentAttempt),
  parent: briefing.parent && {
    ...briefing.parent,
    criteria: briefing.parent.criteria.map(presentCriterion),
  },
  siblings: briefing.siblings,
  children: briefing.children,
  wokenBy: briefing.wokenBy,
  mentions: briefing.mentions.map(presentMention),
  checkpoint: briefing.checkpoint,
  truncated: briefing.truncated,
});

export const claims = bind(contract.claims, {
  next: async ({ tandem, caller, body, res }) => {
    const briefing = await tandem.claims.next(caller, body, body.wait ? gone(res) : undefined);
    return briefing ? ok(presentBriefing(briefing)) : noContent;
  },
  claim: async ({ tandem, caller, params, body }) =>
    ok(presentBriefing(await tandem.claims.claim(caller, params.identifier, body))),
  heartbeat: async ({ tandem, caller, params, body }) => {
    const { expiresAt, ...pulse } = await tandem.claims.heartbeat(caller, params.identifier, body);
    return ok({ expiresAt: iso(expiresAt), ...pulse });
  },
  release: async ({ tandem, caller, params, body }) =>
    ok(presentTask(await tandem.claims.release(caller, params.identifier, body))),
});
