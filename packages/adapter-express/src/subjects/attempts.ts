import { contract } from '@tandem/contract';
import type { Attempt } from '@tandem/core';
import { list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

export const presentAttempt = ({ startedAt, endedAt, ...attempt }: Attempt) => ({
  ...attempt,
  startedAt: iso(startedAt),
  endedAt: isoOrNull(endedAt),
});

/** 0, which no attempt has, for anything but digits. */
const numberOf = (attempt: string): number => (/^\d{1,9}$/.test(attempt) ? Number(attempt) : 0);

export const attempts = bind(contract.attempts, {
  list: async ({ tandem, caller, params, query }) =>
    list(await tandem.attempts.list(caller, params.identifier, query), presentAttempt),
  putTranscript: async ({ tandem, caller, params, body }) =>
    ok(
      presentAttempt(
        await tandem.attempts.putTranscript(caller, params.identifier, numberOf(params.attempt), body),
      ),
    ),
  deleteTranscript: async ({ tandem, caller, params }) => {
    await tandem.attempts.deleteTranscript(caller, params.identifier, numberOf(params.attempt));
    return noContent;
  },
});
