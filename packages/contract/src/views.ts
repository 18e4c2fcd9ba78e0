import {
  DUES,
  LIMITS,
  SORT_ORDERS,
  TASK_SORTS,
  type TaskFilters,
  VIEW_GROUPINGS,
  VIEW_LAYOUTS,
  WAITING_KINDS,
} from '@tandem/core';
import * as z from 'zod';
import { date, filled, recordKey } from './inputs.ts';
import { operation, STOPS } from './operation.ts';
import { id, idParams, page, paging, success, taskStatus, timestamp } from './shapes.ts';
import { effort, priority } from './tasks.ts';

/** One value or several. */
const several = z
  .union([z.string(), z.array(z.string()).min(1).meta({ maxItems: LIMITS.labelsWanted })])
  .optional();

/** The filters of the task list as JSON. */
const filtersWith = <Time extends z.ZodType>(time: Time) =>
  ({
    q: filled(LIMITS.searchQuery).optional(),
    status: z.array(taskStatus).optional(),
    priority: z.array(priority).optional(),
    effort: z.array(effort).optional(),
    assigned: several,
    projectId: several,
    project: z.enum(['none']).optional(),
    parent: z.string().optional(),
    tags: z.array(z.string()).meta({ maxItems: LIMITS.tagsInFilter }).optional(),
    label: z.array(z.string()).min(1).meta({ maxItems: LIMITS.labelsWanted }).optional(),
    labelMode: z.enum(['any', 'all']).optional(),
    createdBy: z.string().optional(),
    externalId: z.string().optional(),
    metadata: z.record(recordKey, z.string()).optional(),
    archived: z.boolean().optional(),
    ready: z.boolean().optional(),
    blocked: z.boolean().optional(),
    waitingFor: z.array(z.enum(WAITING_KINDS)).optional(),
    hasClaim: z.boolean().optional(),
    createdSince: time.optional(),
    updatedSince: time.optional(),
    completedSince: time.optional(),
    dueAfter: time.optional(),
    dueBefore: time.optional(),
    due: z.enum(DUES).optional(),
  }) satisfies Readonly<Record<keyof TaskFilters, z.ZodType>>;

const sort = z.enum(TASK_SORTS);
const order = z.enum(SORT_ORDERS);
const layout = z.enum(VIEW_LAYOUTS);
const groupBy = z.enum(VIEW_GROUPINGS);

/** The whole query of an exported view. */
export const exportedQuery = z.object({
  filters: z.object(filtersWith(date)),
  sort,
  order,
  view: layout,
  groupBy,
});

/** docs/rules.md, Views. */
export const view = z
  .object({
    id,
    name: z.string(),
    shared: z.boolean(),
    query: z
      .object({
        filters: z.object(filtersWith(timestamp)).meta({ id: 'TaskFilters' }),
        sort,
        order,
        view: layout,
        groupBy,
      })
      .meta({ id: 'ViewQuery' }),
    createdBy: z.object({ id, name: z.string() }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'View' });

const name = filled(LIMITS.viewName);
const shared = z.boolean().meta({ description: 'Whether all members see it' });
const query = z
  .object({
    filters: z.object(filtersWith(date)).optional().meta({ description: 'Parameters of the task list' }),
    sort: sort.optional(),
    order: order.optional(),
    view: layout.optional(),
    groupBy: groupBy.optional(),
  })
  .meta({ id: 'ViewQueryInput', description: 'Omitted members have the defaults of the task list' });

const VIEW = '/api/v1/views/:id';

export const views = {
  list: operation({
    id: 'views.list',
    method: 'get',
    path: '/api/v1/views',
    access: 'tasks:read',
    summary: 'List shared views and your own, by name',
    query: paging,
    responses: { 200: page(view) },
  }),
  create: operation({
    id: 'views.create',
    method: 'post',
    path: '/api/v1/views',
    access: 'tasks:write',
    summary: 'Save a query of the task list as a view',
    body: z.object({ name, shared: shared.optional().meta({ default: false }), query: query.optional() }),
    responses: { 201: view },
    errors: ['FORBIDDEN', 'LIMIT_REACHED', ...STOPS],
  }),
  get: operation({
    id: 'views.get',
    method: 'get',
    path: VIEW,
    access: 'tasks:read',
    summary: 'Get a view',
    params: idParams,
    responses: { 200: view },
  }),
  update: operation({
    id: 'views.update',
    method: 'patch',
    path: VIEW,
    access: 'tasks:write',
    summary: 'Update a view; a query replaces the whole query',
    params: idParams,
    body: z.object({ name: name.optional(), shared: shared.optional(), query: query.optional() }),
    responses: { 200: view },
    errors: ['FORBIDDEN', ...STOPS],
  }),
  delete: operation({
    id: 'views.delete',
    method: 'delete',
    path: VIEW,
    access: 'tasks:write',
    summary: 'Delete a view',
    params: idParams,
    responses: { 200: success },
    errors: ['FORBIDDEN', ...STOPS],
  }),
};
