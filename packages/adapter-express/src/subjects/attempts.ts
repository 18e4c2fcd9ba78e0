import { contract } from '@tandem/contract';
import { type Attempt, MAX_TRANSCRIPT_BYTES } from '@tandem/core';
import { list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { jsonStream } from '../http/json-stream.ts';

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
  putTranscript: async ({ tandem, caller, params, req }) => {
    const content = jsonStream(req, MAX_TRANSCRIPT_BYTES);
    const attempt = numberOf(params.attempt);
    return ok(
      presentAttempt(await tandem.attempts.putTranscript(caller, params.identifier, attempt, content)),
    );
  },
  deleteTranscript: async ({ tandem, caller, params }) => {
    await tandem.attempts.deleteTranscript(caller, params.identifier, numberOf(params.attempt));
    return noContent;
  },
});
