import * as z from 'zod';
import { message, turn } from './chats.ts';
import {
  errorCode,
  errorMessage,
  fileIds,
  leaseSeconds,
  leaseToken,
  replyBody,
  secondsToWait,
  suggestions,
  workUsage,
} from './inputs.ts';
import { operation } from './operation.ts';
import { id, idParams, timestamp } from './shapes.ts';

const lease = z.object({ token: z.string(), expiresAt: timestamp }).meta({ id: 'Lease' });
const holder = z.object({ token: leaseToken });

/** A claimed turn with everything needed to answer it. */
export const claimedTurn = z.object({
  turn,
  chat: z.object({ id, title: z.string() }),
  person: z.object({ id, name: z.string(), displayName: z.string() }),
  messages: z.array(message),
  lease,
});

const turnParams = idParams.extend({ turnId: id });
const TURN = '/api/v1/agents/:id/turns/:turnId';

/** The agent's side of chats (docs/rules.md, Turns). */
export const turns = {
  claim: operation({
    id: 'turns.claim',
    method: 'post',
    path: '/api/v1/agents/:id/turns/claim',
    access: 'agents:write',
    summary: "Claim the agent's oldest queued turn, optionally waiting for one",
    params: idParams,
    body: z.object({
      wait: secondsToWait.optional(),
      leaseSeconds: leaseSeconds.optional(),
    }),
    bodyOptional: true,
    responses: {
      200: claimedTurn,
      204: null,
    },
    errors: ['FORBIDDEN'],
  }),
  heartbeat: operation({
    id: 'turns.heartbeat',
    method: 'post',
    path: `${TURN}/heartbeat`,
    access: 'agents:write',
    summary: 'Extend the lease of a claimed turn',
    params: turnParams,
    body: holder,
    responses: { 200: z.object({ lease }) },
    errors: ['FORBIDDEN', 'LEASE_LOST'],
  }),
  reply: operation({
    id: 'turns.reply',
    method: 'post',
    path: `${TURN}/reply`,
    access: 'agents:write',
    summary: 'Answer a claimed turn',
    params: turnParams,
    body: holder.extend({
      body: replyBody,
      suggestions: suggestions.optional(),
      fileIds: fileIds.optional(),
      usage: workUsage.optional(),
    }),
    responses: { 200: turn },
    errors: ['FORBIDDEN', 'LEASE_LOST'],
  }),
  fail: operation({
    id: 'turns.fail',
    method: 'post',
    path: `${TURN}/fail`,
    access: 'agents:write',
    summary: 'End a claimed turn as failed',
    params: turnParams,
    body: holder.extend({ errorCode, message: errorMessage.nullable().optional() }),
    responses: { 200: turn },
    errors: ['FORBIDDEN', 'LEASE_LOST'],
  }),
  release: operation({
    id: 'turns.release',
    method: 'post',
    path: `${TURN}/release`,
    access: 'agents:write',
    summary: 'Return a claimed turn to the queue',
    params: turnParams,
    body: holder,
    responses: { 200: turn },
    errors: ['FORBIDDEN', 'LEASE_LOST'],
  }),
};
