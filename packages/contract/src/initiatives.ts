import { DEFAULT_INITIATIVE_STATUS, INITIATIVE_STATUSES, PROJECT_STATUSES } from '@tandem/core';
import * as z from 'zod';
import { description, name } from './inputs.ts';
import { operation, STOPS } from './operation.ts';
import { projectOfInitiative } from './projects.ts';
import { id, idParams, page, paging, success, timestamp } from './shapes.ts';

const status = z.enum(INITIATIVE_STATUSES).meta({ id: 'InitiativeStatus' });

/** docs/rules.md, Initiatives. */
const initiative = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    status,
    projectCount: z.int(),
    projectStatuses: z.partialRecord(z.enum(PROJECT_STATUSES), z.int()),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Initiative' });

const INITIATIVE = '/api/v1/initiatives/:id';

export const initiatives = {
  list: operation({
    id: 'initiatives.list',
    method: 'get',
    path: '/api/v1/initiatives',
    access: 'tasks:read',
    summary: 'List initiatives, newest first',
    query: paging,
    responses: { 200: page(initiative) },
  }),
  create: operation({
    id: 'initiatives.create',
    method: 'post',
    path: '/api/v1/initiatives',
    access: 'tasks:write',
    summary: 'Create an initiative',
    body: z.object({
      name,
      description: description.nullable().optional(),
      status: status.optional().meta({ default: DEFAULT_INITIATIVE_STATUS }),
    }),
    responses: { 201: initiative },
    errors: [...STOPS],
  }),
  get: operation({
    id: 'initiatives.get',
    method: 'get',
    path: INITIATIVE,
    access: 'tasks:read',
    summary: 'Get an initiative',
    params: idParams,
    responses: { 200: initiative },
  }),
  update: operation({
    id: 'initiatives.update',
    method: 'patch',
    path: INITIATIVE,
    access: 'tasks:write',
    summary: 'Update an initiative',
    params: idParams,
    body: z.object({
      name: name.optional(),
      description: description.nullable().optional(),
      status: status.optional(),
    }),
    responses: { 200: initiative },
    errors: [...STOPS],
  }),
  delete: operation({
    id: 'initiatives.delete',
    method: 'delete',
    path: INITIATIVE,
    access: 'tasks:write',
    summary: 'Delete an initiative; its projects are kept',
    params: idParams,
    responses: { 200: success },
    errors: [...STOPS],
  }),
  projects: operation({
    id: 'initiatives.projects',
    method: 'get',
    path: `${INITIATIVE}/projects`,
    access: 'tasks:read',
    summary: 'List the projects of an initiative, newest first',
    params: idParams,
    query: paging,
    responses: { 200: page(projectOfInitiative) },
  }),
};
