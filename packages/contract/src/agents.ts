import { AGENT_STATUSES } from '@tandem/core';
import { z } from 'zod';
import { operation } from './operation.ts';
import { countedPage, id, idParams, paging, timestamp } from './shapes.ts';

const status = z.enum(AGENT_STATUSES);

/** Interface, "Agent". */
const agent = z.object({
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
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
});

const AGENT = '/api/v1/agents/:id';

export const agents = {
  list: operation({
    id: 'agents.list',
    method: 'get',
    path: '/api/v1/agents',
    access: 'agents:read',
    summary: 'List agents, newest first, with the total',
    query: paging.extend({ status: status.optional() }),
    replies: { 200: countedPage(agent) },
  }),
  create: operation({
    id: 'agents.create',
    method: 'post',
    path: '/api/v1/agents',
    access: 'agents:write',
    summary: 'Register an agent',
    body: z.object({
      name: z.string(),
      displayName: z.string(),
      emoji: z.string(),
      model: z.string(),
      title: z.string().optional(),
      status: status.optional(),
    }),
    replies: { 201: agent },
    errors: ['NAME_TAKEN'],
  }),
  get: operation({
    id: 'agents.get',
    method: 'get',
    path: AGENT,
    access: 'agents:read',
    summary: 'Read an agent',
    params: idParams,
    replies: { 200: agent },
  }),
  update: operation({
    id: 'agents.update',
    method: 'patch',
    path: AGENT,
    access: 'agents:write',
    summary: 'Change an agent',
    params: idParams,
    body: z.object({
      name: z.string().optional(),
      displayName: z.string().optional(),
      emoji: z.string().optional(),
      model: z.string().optional(),
      title: z.string().nullable().optional(),
      status: status.optional(),
      avatar: z.string().nullable().optional(),
      email: z.string().nullable().optional(),
      reportsTo: z.string().nullable().optional(),
    }),
    replies: { 200: agent },
    errors: ['NAME_TAKEN'],
  }),
  delete: operation({
    id: 'agents.delete',
    method: 'delete',
    path: AGENT,
    access: 'agents:write',
    summary: 'Delete an agent and its keys',
    params: idParams,
    replies: { 204: null },
  }),
};
