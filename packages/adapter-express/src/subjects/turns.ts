import { contract } from '@tandem/contract';
import type { ClaimedTurn, Lease, Message } from '@tandem/core';
import { noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso } from '../http/iso.ts';
import { MAX_BYTES } from '../http/page.ts';
import { gone } from '../http/waiting.ts';
import { presentMessage, presentTurn } from './chats.ts';

export const presentLease = ({ token, expiresAt }: Lease) => ({ token, expiresAt: iso(expiresAt) });

export const presentClaimedTurn = ({ turn, chat, person, messages, lease }: ClaimedTurn) => ({
  turn: presentTurn(turn),
  chat,
  person,
  messages: newest(messages),
  lease: presentLease(lease),
});

/** Reserved for the fields of a claim besides the messages: names, a title and a token. */
const AROUND = 8 * 1024;

/**
 * The newest messages that fit into a claim of 1 MiB (docs/decisions/0041), oldest first; always at least the
 * newest.
 */
function newest(messages: readonly Message[]) {
  const presented: ReturnType<typeof presentMessage>[] = [];
  let left = MAX_BYTES - AROUND;
  for (let i = messages.length - 1; i >= 0; i--) {
    const message = presentMessage(messages[i] as Message);
    left -= Buffer.byteLength(JSON.stringify(message)) + 1;
    if (left < 0 && presented.length > 0) break;
    presented.push(message);
  }
  return presented.reverse();
}

export const turns = bind(
  contract.turns,
  {
    claim: async ({ tandem, caller, params, body, res }) => {
      const claim = await tandem.turns.claim(caller, params.id, body, body.wait ? gone(res) : undefined);
      return claim ? ok(presentClaimedTurn(claim)) : noContent;
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
    tandem.turns.checkVisible(caller, String(params.id), params.turnId as string | undefined),
);
