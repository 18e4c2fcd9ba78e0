import { contract } from '@tandem/contract';
import type { Claim, Lease } from '@tandem/core';
import { noContent, ok } from './answer.ts';
import { bind } from './binding.ts';
import { presentMessage, presentTurn } from './chats.ts';
import { iso } from './iso.ts';
import { gone } from './waiting.ts';

export const presentLease = ({ token, expiresAt }: Lease) => ({ token, expiresAt: iso(expiresAt) });

export const presentClaim = ({ turn, chat, person, messages, lease }: Claim) => ({
  turn: presentTurn(turn),
  chat,
  person,
  messages: messages.map(presentMessage),
  lease: presentLease(lease),
});

export const turns = bind(
  contract.turns,
  {
    claim: async ({ tandem, caller, params, body, res }) => {
      const claim = await tandem.turns.claim(caller, params.id, body, body.wait ? gone(res) : undefined);
      return claim ? ok(presentClaim(claim)) : noContent;
    },
    heartbeat: async ({ tandem, caller, params, body }) =>
      ok({ lease: presentLease(await tandem.turns.heartbeat(caller, params.id, params.turnId, body)) }),
    reply: async ({ tandem, caller, params, body }) =>
      ok(presentTurn(await tandem.turns.reply(caller, params.id, params.turnId, body))),
    fail: async ({ tandem, caller, params, body }) =>
      ok(presentTurn(await tandem.turns.fail(caller, params.id, params.turnId, body))),
    release: async ({ tandem, caller, params, body }) =>
      ok(presentTurn(await tandem.turns.release(caller, params.id, params.turnId, body))),
  },
  ({ tandem, caller, params }) =>
    tandem.turns.reach(caller, String(params.id), params.turnId as string | undefined),
);
