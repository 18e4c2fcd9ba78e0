import { AGENT_STATUSES, DEFAULT_AGENT_STATUS, LIMITS } from '@tandem/core';
import * as z from 'zod';
import { activityEntry } from './activity.ts';
import {
  agentTitle,
  avatar,
  count,
  date,
  email,
  emoji,
  externalIdFilter,
  externalIdInput,
  memberName,
  memberReference,
  name,
  sessionKey,
  shownText,
  usage as usageInput,
  usageLimits,
} from './inputs.ts';
import { operation, STOPS } from './operation.ts';
import { countedPage, externalId, flag, id, idParams, paging, timestamp } from './shapes.ts';

const status = z.enum(AGENT_STATUSES).meta({ id: 'AgentStatus' });

/** docs/rules.md, Agents. */
const agent = z
  .object({
    id,
    name: z.string(),
    displayName: z.string(),
    emoji: z.string(),
    title: z.string().nullable(),
    email: z.string().nullable(),
    status,
    model: z.string(),
    avatar: z.string().nullable(),
    reportsTo: z.string().nullable(),
    externalId: externalId.nullable(),
    paused: z.boolean(),
    maxClaims: z.int(),
    limits: z.object({ usage: z.record(z.string(), z.object({ perDay: z.number() })) }).nullable(),
    verifier: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp.nullable(),
  })
  .meta({ id: 'Agent' });

/** docs/rules.md, Agents. */
const session = z
  .object({
    key: z.string(),
    kind: z.string(),
    label: z.string().nullable(),
    displayName: z.string(),
    model: z.string(),
    contextTokens: z.int(),
    contextLimit: z.int(),
    lastActivity: timestamp,
  })
  .meta({ id: 'Session' });

const snapshot = z
  .object({
    data: z.array(session),
    total: z.int(),
    meta: z.object({ snapshotTimestamp: timestamp.nullable() }),
  })
  .meta({ id: 'SessionSnapshot' });

const usage = z.record(z.string(), z.number());

/** docs/rules.md, Agents. `usage` is present only if it was reported. */
const telemetry = z
  .object({
    timestamp,
    status,
    model: z.string(),
    contextTokens: z.int(),
    contextLimit: z.int(),
    activeSessions: z.int(),
    usage: usage.optional(),
  })
  .meta({ id: 'Telemetry' });

const noTelemetry = z
  .object({
    timestamp: z.null(),
    status: z.null(),
    model: z.null(),
    contextTokens: z.null(),
    contextLimit: z.null(),
    activeSessions: z.null(),
  })
  .meta({ id: 'NoTelemetry' });

const verifier = z
  .boolean()
  .meta({ description: 'Whether it runs checks instead of tasks; admins with a key of their own only' });
const AGENT = '/api/v1/agents/:id';

export const agents = {
  list: operation({
    id: 'agents.list',
    method: 'get',
    path: '/api/v1/agents',
    access: 'agents:read',
    summary: 'List agents, newest first, with the total',
    query: paging.extend({ status: status.optional(), externalId: externalIdFilter }),
    responses: { 200: countedPage(agent) },
  }),
  create: operation({
    id: 'agents.create',
    method: 'post',
    path: '/api/v1/agents',
    access: 'agents:write',
    summary: 'Register an agent',
    body: z.object({
      name: memberName,
      displayName: name,
      emoji,
      model: name,
      title: agentTitle.nullable().optional(),
      status: status.optional().meta({ default: DEFAULT_AGENT_STATUS }),
      externalId: externalIdInput.nullable().optional(),
      verifier: verifier.optional(),
    }),
    responses: { 201: agent },
    errors: ['FORBIDDEN', 'NAME_TAKEN', 'EXTERNAL_ID_TAKEN', ...STOPS],
  }),
  get: operation({
    id: 'agents.get',
    method: 'get',
    path: AGENT,
    access: 'agents:read',
    summary: 'Get an agent with its counts and links',
    params: idParams,
    responses: {
      200: agent.extend({
        counts: z.object({ sessions: z.int(), activity: z.int() }),
        _links: z.object({ sessions: z.string(), activity: z.string(), telemetry: z.string() }),
      }),
    },
  }),
  update: operation({
    id: 'agents.update',
    method: 'patch',
    path: AGENT,
    access: 'agents:write',
    summary: 'Update an agent',
    params: idParams,
    body: z.object({
      name: memberName.optional(),
      displayName: name.optional(),
      emoji: emoji.optional(),
      model: name.optional(),
      title: agentTitle.nullable().optional(),
      status: status.optional(),
      avatar: avatar.nullable().optional(),
      externalId: externalIdInput.nullable().optional(),
      email: email.nullable().optional(),
      reportsTo: memberReference.nullable().optional(),
      paused: z.boolean().meta({ description: 'People only' }).optional(),
      maxClaims: z
        .int()
        .meta({
          override: { minimum: 1, maximum: LIMITS.claimsOfAgent },
          description: 'Maximum number of tasks the agent may hold at a time; people only',
        })
        .optional(),
      limits: usageLimits.nullable().optional(),
      verifier: verifier.optional(),
    }),
    responses: { 200: agent },
    errors: ['FORBIDDEN', 'HUMANS_ONLY', 'NAME_TAKEN', 'CLAIM_LIMIT', 'LIMIT_REACHED'],
  }),
  delete: operation({
    id: 'agents.delete',
    method: 'delete',
    path: AGENT,
    access: 'agents:write',
    summary: 'Delete an agent and its keys',
    params: idParams,
    responses: { 204: null },
    errors: ['FORBIDDEN'],
  }),
  stop: operation({
    id: 'agents.stop',
    method: 'post',
    path: `${AGENT}/stop`,
    access: 'agents:write',
    summary: 'End all claims and running turns of an agent now, and pause the agent',
    params: idParams,
    responses: { 200: agent },
    errors: ['HUMANS_ONLY'],
  }),
  sessions: operation({
    id: 'agents.sessions',
    method: 'get',
    path: `${AGENT}/sessions`,
    access: 'agents:read',
    summary: 'Get the latest complete snapshot of active sessions',
    params: idParams,
    responses: { 200: snapshot },
  }),
  pushSessions: operation({
    id: 'agents.pushSessions',
    method: 'put',
    path: `${AGENT}/sessions`,
    access: 'agents:write',
    summary: "Replace the session snapshot; only for the agent's process",
    params: idParams,
    body: z.object({
      sessions: z
        .array(
          z.object({
            key: sessionKey,
            kind: sessionKey,
            label: shownText.nullable().optional(),
            displayName: shownText,
            model: shownText,
            contextTokens: count,
            contextLimit: count,
            lastActivity: date,
          }),
        )
        .meta({ maxItems: LIMITS.sessions }),
    }),
    responses: { 200: snapshot },
    errors: ['FORBIDDEN'],
  }),
  activity: operation({
    id: 'agents.activity',
    method: 'get',
    path: `${AGENT}/activity`,
    access: 'agents:read',
    summary: 'List activity by and on the agent, newest first, with the total',
    params: idParams,
    query: paging,
    responses: { 200: countedPage(activityEntry) },
  }),
  telemetry: operation({
    id: 'agents.telemetry',
    method: 'get',
    path: `${AGENT}/telemetry`,
    access: 'agents:read',
    summary: 'Get the latest telemetry or, with history=true, all telemetry, newest first',
    params: idParams,
    query: paging.extend({ history: flag }),
    responses: { 200: z.union([countedPage(telemetry), telemetry, noTelemetry]) },
  }),
  pushTelemetry: operation({
    id: 'agents.pushTelemetry',
    method: 'post',
    path: `${AGENT}/telemetry`,
    access: 'agents:write',
    summary: "Add a telemetry point; only for the agent's process",
    params: idParams,
    body: z.object({
      status,
      model: shownText,
      contextTokens: count,
      contextLimit: count,
      activeSessions: count,
      usage: usageInput.optional(),
    }),
    responses: { 201: telemetry },
    errors: ['FORBIDDEN'],
  }),
};
