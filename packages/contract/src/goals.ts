import { DEFAULT_GOAL_STATUS, GOAL_STATUSES } from '@tandem/core';
import * as z from 'zod';
import {
  date,
  description,
  evidence,
  externalIdFilter,
  externalIdInput,
  initiativeId,
  metric as metricInput,
  title,
} from './inputs.ts';
import { operation, STOPS } from './operation.ts';
import {
  callerType,
  countedPage,
  externalId,
  flag,
  id,
  idParams,
  limit,
  page,
  paging,
  success,
  timestamp,
} from './shapes.ts';

const status = z.enum(GOAL_STATUSES).meta({ id: 'GoalStatus' });
const metric = z.object({ target: z.number(), current: z.number(), unit: z.string() }).meta({ id: 'Metric' });

const verification = z
  .object({
    at: timestamp,
    byName: z.string(),
    byType: callerType,
    passed: z.boolean(),
    evidence: z.string(),
  })
  .meta({ id: 'Verification' });

/** docs/rules.md, Goals. */
export const goal = z
  .object({
    id,
    title: z.string(),
    description: z.string().nullable(),
    test: z.string().nullable(),
    metric: metric.nullable(),
    status,
    lastVerification: verification.nullable(),
    targetDate: timestamp.nullable(),
    initiative: z.object({ id, name: z.string() }).nullable(),
    externalId: externalId.nullable(),
    archived: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Goal' });

const GOAL = '/api/v1/goals/:id';

export const goals = {
  list: operation({
    id: 'goals.list',
    method: 'get',
    path: '/api/v1/goals',
    access: 'tasks:read',
    summary: 'List goals, newest first, with the total',
    query: paging.extend({
      limit: limit(50),
      status: status.optional(),
      initiativeId: z.string().optional(),
      archived: flag,
      externalId: externalIdFilter,
    }),
    responses: { 200: countedPage(goal) },
  }),
  create: operation({
    id: 'goals.create',
    method: 'post',
    path: '/api/v1/goals',
    access: 'tasks:write',
    summary: 'Create a goal',
    body: z.object({
      title,
      description: description.nullable().optional(),
      test: description.nullable().optional(),
      metric: metricInput.nullable().optional(),
      status: status.optional().meta({ default: DEFAULT_GOAL_STATUS }),
      targetDate: date.nullable().optional(),
      initiativeId: initiativeId.nullable().optional(),
      externalId: externalIdInput.nullable().optional(),
    }),
    responses: { 201: goal },
    errors: ['EXTERNAL_ID_TAKEN', 'HUMANS_ONLY', ...STOPS],
  }),
  get: operation({
    id: 'goals.get',
    method: 'get',
    path: GOAL,
    access: 'tasks:read',
    summary: 'Get a goal',
    params: idParams,
    responses: { 200: goal },
  }),
  update: operation({
    id: 'goals.update',
    method: 'patch',
    path: GOAL,
    access: 'tasks:write',
    summary: 'Update a goal; people may also change its status',
    params: idParams,
    body: z.object({
      title: title.optional(),
      description: description.nullable().optional(),
      test: description.nullable().optional(),
      metric: metricInput.nullable().optional(),
      status: status.optional(),
      targetDate: date.nullable().optional(),
      initiativeId: initiativeId.nullable().optional(),
      externalId: externalIdInput.nullable().optional(),
    }),
    responses: { 200: goal },
    errors: ['EXTERNAL_ID_TAKEN', 'HUMANS_ONLY', 'INVALID_TRANSITION', 'AWAITS_PERSON', ...STOPS],
  }),
  verify: operation({
    id: 'goals.verify',
    method: 'post',
    path: `${GOAL}/verify`,
    access: 'tasks:write',
    summary: 'Record a verification, which sets the status',
    params: idParams,
    body: z.object({ passed: z.boolean(), evidence, metricCurrent: z.number().optional() }),
    responses: { 200: goal },
    errors: ['GOAL_CLOSED', 'AWAITS_PERSON', ...STOPS],
  }),
  verifications: operation({
    id: 'goals.verifications',
    method: 'get',
    path: `${GOAL}/verifications`,
    access: 'tasks:read',
    summary: 'List the verifications of a goal, newest first',
    params: idParams,
    query: paging,
    responses: { 200: page(verification) },
  }),
  archive: operation({
    id: 'goals.archive',
    method: 'post',
    path: `${GOAL}/archive`,
    access: 'tasks:write',
    summary: 'Hide a goal; repeatable',
    params: idParams,
    responses: { 200: goal },
    errors: ['AWAITS_PERSON', ...STOPS],
  }),
  unarchive: operation({
    id: 'goals.unarchive',
    method: 'post',
    path: `${GOAL}/unarchive`,
    access: 'tasks:write',
    summary: 'Unhide a goal; repeatable',
    params: idParams,
    responses: { 200: goal },
    errors: ['AWAITS_PERSON', ...STOPS],
  }),
  delete: operation({
    id: 'goals.delete',
    method: 'delete',
    path: GOAL,
    access: 'tasks:write',
    summary: 'Delete a goal and clear it from the projects that reference it',
    params: idParams,
    responses: { 200: success },
    errors: ['AWAITS_PERSON', ...STOPS],
  }),
};
