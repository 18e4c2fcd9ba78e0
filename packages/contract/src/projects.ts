import {
  DEFAULT_PROJECT_COLOR,
  DEFAULT_PROJECT_STATUS,
  PRIORITIES,
  PROJECT_STATUSES,
  TASK_STATUSES,
} from '@tandem/core';
import * as z from 'zod';
import {
  date,
  description,
  externalIdFilter,
  externalIdInput,
  goalId,
  hexColor,
  initiativeId,
  title,
} from './inputs.ts';
import { operation, STOPS } from './operation.ts';
import { commaSeparated, externalId, id, idParams, page, paging, success, timestamp } from './shapes.ts';
import { task } from './tasks.ts';

const status = z.enum(PROJECT_STATUSES).meta({ id: 'ProjectStatus' });
const count = z.int();

/** docs/rules.md, Projects. */
const project = z
  .object({
    id,
    title: z.string(),
    description: z.string().nullable(),
    status,
    color: z.string(),
    targetDate: timestamp.nullable(),
    initiative: z.object({ id, name: z.string() }).nullable(),
    goal: z.object({ id, title: z.string() }).nullable(),
    externalId: externalId.nullable(),
    taskCounts: z.object({
      total: count,
      backlog: count,
      todo: count,
      in_progress: count,
      waiting: count,
      done: count,
      canceled: count,
    }),
    archived: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Project' });

/** A project in the list of its initiative. */
export const projectOfInitiative = project
  .pick({
    id: true,
    title: true,
    description: true,
    status: true,
    color: true,
    targetDate: true,
    externalId: true,
    createdAt: true,
    updatedAt: true,
  })
  .meta({ id: 'ProjectOfInitiative' });

/** A task in the list of its project. */
const taskOfProject = task
  .pick({
    id: true,
    taskNumber: true,
    title: true,
    status: true,
    priority: true,
    assignedTo: true,
    tags: true,
    effort: true,
    dueDate: true,
    externalId: true,
    metadata: true,
    completedAt: true,
    parent: true,
    budget: true,
    children: true,
    claim: true,
    waitingFor: true,
    notBefore: true,
    createdAt: true,
    updatedAt: true,
  })
  .meta({ id: 'TaskOfProject' });

const PROJECT = '/api/v1/projects/:id';

export const projects = {
  list: operation({
    id: 'projects.list',
    method: 'get',
    path: '/api/v1/projects',
    access: 'tasks:read',
    summary: 'List projects that are not archived, newest first',
    query: paging.extend({
      status: status.optional(),
      initiativeId: z.string().optional(),
      externalId: externalIdFilter,
    }),
    responses: { 200: page(project) },
  }),
  create: operation({
    id: 'projects.create',
    method: 'post',
    path: '/api/v1/projects',
    access: 'tasks:write',
    summary: 'Create a project',
    body: z.object({
      title,
      description: description.nullable().optional(),
      status: status.optional().meta({ default: DEFAULT_PROJECT_STATUS }),
      color: hexColor.optional().meta({ default: DEFAULT_PROJECT_COLOR }),
      targetDate: date.nullable().optional(),
      initiativeId: initiativeId.nullable().optional(),
      goalId: goalId.nullable().optional(),
      externalId: externalIdInput.nullable().optional(),
    }),
    responses: { 201: project },
    errors: ['EXTERNAL_ID_TAKEN', ...STOPS],
  }),
  get: operation({
    id: 'projects.get',
    method: 'get',
    path: PROJECT,
    access: 'tasks:read',
    summary: 'Get a project',
    params: idParams,
    responses: { 200: project },
  }),
  update: operation({
    id: 'projects.update',
    method: 'patch',
    path: PROJECT,
    access: 'tasks:write',
    summary: 'Update a project',
    params: idParams,
    body: z.object({
      title: title.optional(),
      description: description.nullable().optional(),
      status: status.optional(),
      color: hexColor.optional(),
      targetDate: date.nullable().optional(),
      initiativeId: initiativeId.nullable().optional(),
      goalId: goalId.nullable().optional(),
      externalId: externalIdInput.nullable().optional(),
    }),
    responses: { 200: project },
    errors: ['EXTERNAL_ID_TAKEN', ...STOPS],
  }),
  delete: operation({
    id: 'projects.delete',
    method: 'delete',
    path: PROJECT,
    access: 'tasks:write',
    summary: 'Delete a project; its tasks are kept',
    params: idParams,
    responses: { 200: success },
    errors: [...STOPS],
  }),
  archive: operation({
    id: 'projects.archive',
    method: 'post',
    path: `${PROJECT}/archive`,
    access: 'tasks:write',
    summary: 'Archive a project; repeatable',
    params: idParams,
    responses: { 200: project },
    errors: [...STOPS],
  }),
  unarchive: operation({
    id: 'projects.unarchive',
    method: 'post',
    path: `${PROJECT}/unarchive`,
    access: 'tasks:write',
    summary: 'Unarchive a project; repeatable',
    params: idParams,
    responses: { 200: project },
    errors: [...STOPS],
  }),
  tasks: operation({
    id: 'projects.tasks',
    method: 'get',
    path: `${PROJECT}/tasks`,
    access: 'tasks:read',
    summary: 'List the tasks of a project, newest first',
    params: idParams,
    query: paging.extend({ status: commaSeparated(TASK_STATUSES), priority: commaSeparated(PRIORITIES) }),
    responses: { 200: page(taskOfProject) },
  }),
};
