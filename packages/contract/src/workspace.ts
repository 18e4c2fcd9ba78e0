import {
  AGENT_INTAKES,
  AGENT_KEYS,
  GOAL_VERIFICATION_MODES,
  INTAKE_LIMIT,
  PROOF_OF_DONE,
} from '@tandem/core';
import * as z from 'zod';
import { name } from './inputs.ts';
import { kind, scope } from './keys.ts';
import { operation } from './operation.ts';
import { author, id, timestamp } from './shapes.ts';

const goalVerification = z.enum(GOAL_VERIFICATION_MODES).meta({ id: 'GoalVerificationMode' });
const proofOfDone = z.enum(PROOF_OF_DONE).meta({ id: 'ProofOfDone' });

const agentIntake = z.enum(AGENT_INTAKES).meta({ id: 'AgentIntake' });

const agentKeys = z.enum(AGENT_KEYS).meta({ id: 'AgentKeyRule' });

export const workspaceSettings = z
  .object({
    id,
    name: z.string(),
    agentCompletion: z.boolean(),
    goalVerification,
    agentIntake,
    agentIntakeLimit: z.int(),
    proofOfDone,
    agentKeys,
    plan: z.object({ chat: z.boolean() }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'WorkspaceSettings' });

const workspaceWithOverrides = workspaceSettings
  .extend({
    overrides: z.int().meta({
      description: 'Results accepted without their required proof in the last 30 days',
    }),
  })
  .meta({ id: 'Workspace' });

export const workspace = {
  get: operation({
    id: 'workspace.get',
    method: 'get',
    path: '/api/v1/workspace',
    access: 'any key',
    summary: 'Get the workspace and its settings',
    responses: { 200: workspaceWithOverrides },
  }),
  update: operation({
    id: 'workspace.update',
    method: 'patch',
    path: '/api/v1/workspace',
    access: 'full',
    summary: 'Update the workspace',
    body: z.object({
      name: name.optional(),
      agentCompletion: z.boolean().optional(),
      goalVerification: goalVerification.optional(),
      agentIntake: agentIntake.optional(),
      agentIntakeLimit: z
        .int()
        .meta({
          override: { minimum: INTAKE_LIMIT.min, maximum: INTAKE_LIMIT.max },
          description: 'Maximum number of backlog tasks per agent',
        })
        .optional(),
      proofOfDone: proofOfDone.optional(),
      agentKeys: agentKeys.optional(),
    }),
    responses: { 200: workspaceWithOverrides },
    errors: ['FORBIDDEN'],
  }),
  me: operation({
    id: 'workspace.me',
    method: 'get',
    path: '/api/v1/me',
    access: 'any key',
    summary: 'Get the current caller, key and workspace',
    responses: {
      200: z.object({
        caller: author,
        key: z.object({
          id,
          name: z.string(),
          kind,
          scopes: z.array(scope),
          expiresAt: timestamp.nullable(),
        }),
        workspace: z.object({ id, name: z.string() }),
      }),
    },
  }),
};
