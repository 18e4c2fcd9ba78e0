import { GOAL_VERIFICATION_MODES, KEY_KINDS, SCOPES } from '@tandem/core';
import { z } from 'zod';
import { operation } from './operation.ts';
import { author, id, timestamp } from './shapes.ts';

const goalVerification = z.enum(GOAL_VERIFICATION_MODES);

const theWorkspace = z.object({
  id,
  name: z.string(),
  agentCompletion: z.boolean(),
  goalVerification,
  plan: z.object({ chat: z.boolean() }),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const workspace = {
  get: operation({
    id: 'workspace.get',
    method: 'get',
    path: '/api/v1/workspace',
    access: 'any key',
    summary: 'Read the workspace and its settings',
    replies: { 200: theWorkspace },
  }),
  update: operation({
    id: 'workspace.update',
    method: 'patch',
    path: '/api/v1/workspace',
    access: 'full',
    summary: 'Change the workspace',
    body: z.object({
      name: z.string().optional(),
      agentCompletion: z.boolean().optional(),
      goalVerification: goalVerification.optional(),
    }),
    replies: { 200: theWorkspace },
    errors: ['FORBIDDEN'],
  }),
  me: operation({
    id: 'workspace.me',
    method: 'get',
    path: '/api/v1/me',
    access: 'any key',
    summary: 'Who the key speaks as',
    replies: {
      200: z.object({
        caller: author,
        key: z.object({
          id,
          name: z.string(),
          kind: z.enum(KEY_KINDS),
          scopes: z.array(z.enum(SCOPES)),
          expiresAt: timestamp.nullable(),
        }),
        workspace: z.object({ id, name: z.string() }),
      }),
    },
  }),
};
