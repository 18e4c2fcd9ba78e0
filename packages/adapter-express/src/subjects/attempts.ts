import { contract } from '@tandem/contract';
import type { Attempt } from '@tandem/core';
import { list } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

const presentAttempt = ({ startedAt, endedAt, ...attempt }: Attempt) => ({
  ...attempt,
  startedAt: iso(startedAt),
  endedAt: isoOrNull(endedAt),
});

export const attempts = bind(contract.attempts, {
  list: async ({ tandem, caller, params, query }) =>
    list(await tandem.attempts.list(caller, params.identifier, query), presentAttempt),
});
