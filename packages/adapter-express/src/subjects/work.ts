import { contract } from '@tandem/contract';
import type { TakenWork } from '@tandem/core';
import { noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { gone } from '../http/waiting.ts';
import { presentBriefing, presentMention } from './claims.ts';
import { presentClaimedTurn } from './turns.ts';

const presentWork = (work: TakenWork) => {
  if (work.kind === 'turn') return { kind: work.kind, ...presentClaimedTurn(work) };
  if (work.kind === 'mention') return { kind: work.kind, mention: presentMention(work.mention) };
  return { kind: work.kind, ...presentBriefing(work) };
};

export const work = bind(contract.work, {
  next: async ({ tandem, caller, params, body, res }) => {
    const found = await tandem.work.next(caller, params.id, body, body.wait ? gone(res) : undefined);
    return found ? ok(presentWork(found)) : noContent;
  },
});
