import { contract } from '@tandem/contract';
import type { ClaimedVerification, SeenVerification } from '@tandem/core';
import { list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { gone } from '../http/waiting.ts';

export const presentVerification = ({
  taskNumber,
  taskTitle,
  claimedAt,
  expiresAt,
  progress,
  report,
  createdAt,
  ...verification
}: SeenVerification) => ({
  ...verification,
  task: { taskNumber, title: taskTitle },
  claimedAt: isoOrNull(claimedAt),
  expiresAt: isoOrNull(expiresAt),
  progress: progress && { output: progress.output, at: iso(progress.at) },
  report: report && { ...report, reportedAt: iso(report.reportedAt) },
  createdAt: iso(createdAt),
});

const presentClaimed = ({ verification, lease: { token, seconds, expiresAt } }: ClaimedVerification) => ({
  verification: presentVerification(verification),
  lease: { token, seconds, expiresAt: iso(expiresAt) },
});

export const verifications = bind(contract.verifications, {
  next: async ({ tandem, caller, body, res }) => {
    const claimed = await tandem.verifications.next(caller, body, body.wait ? gone(res) : undefined);
    return claimed ? ok(presentClaimed(claimed)) : noContent;
  },
  claim: async ({ tandem, caller, params, body }) =>
    ok(presentClaimed(await tandem.verifications.claim(caller, params.id, body))),
  heartbeat: async ({ tandem, caller, params, body }) => {
    const { expiresAt, ...pulse } = await tandem.verifications.heartbeat(caller, params.id, body);
    return ok({ expiresAt: iso(expiresAt), ...pulse });
  },
  release: async ({ tandem, caller, params, body }) =>
    ok(presentVerification(await tandem.verifications.release(caller, params.id, body))),
  report: async ({ tandem, caller, params, body }) =>
    ok(presentVerification(await tandem.verifications.report(caller, params.id, body))),
  retry: async ({ tandem, caller, params }) =>
    ok(presentVerification(await tandem.verifications.retry(caller, params.id))),
  ofTask: async ({ tandem, caller, params, query }) =>
    list(await tandem.verifications.ofTask(caller, params.identifier, query), presentVerification),
  list: async ({ tandem, caller, query }) =>
    list(await tandem.verifications.list(caller, query), presentVerification),
  get: async ({ tandem, caller, params }) =>
    ok(presentVerification(await tandem.verifications.get(caller, params.id))),
});
