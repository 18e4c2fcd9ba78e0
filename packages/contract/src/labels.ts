import { DEFAULT_LABEL_COLOR, LABEL_COLORS } from '@tandem/core';
import * as z from 'zod';
import { labelName } from './inputs.ts';
import { operation, STOPS } from './operation.ts';
import { id, idParams, page, paging } from './shapes.ts';

const color = z.enum(LABEL_COLORS).meta({ id: 'LabelColor' });

/** docs/rules.md, Labels. */
export const label = z.object({ id, name: z.string(), color }).meta({ id: 'Label' });

export const labels = {
  list: operation({
    id: 'labels.list',
    method: 'get',
    path: '/api/v1/labels',
    access: 'tasks:read',
    summary: 'List labels by name',
    query: paging,
    responses: { 200: page(label) },
  }),
  create: operation({
    id: 'labels.create',
    method: 'post',
    path: '/api/v1/labels',
    access: 'tasks:write',
    summary: 'Create a label',
    body: z.object({ name: labelName, color: color.optional().meta({ default: DEFAULT_LABEL_COLOR }) }),
    responses: { 201: label },
    errors: ['LABEL_EXISTS', ...STOPS],
  }),
  update: operation({
    id: 'labels.update',
    method: 'patch',
    path: '/api/v1/labels/:id',
    access: 'tasks:write',
    summary: 'Rename or recolor a label',
    params: idParams,
    body: z.object({ name: labelName.optional(), color: color.optional() }),
    responses: { 200: label },
    errors: ['LABEL_EXISTS', ...STOPS],
  }),
  delete: operation({
    id: 'labels.delete',
    method: 'delete',
    path: '/api/v1/labels/:id',
    access: 'tasks:write',
    summary: 'Delete a label and detach it from every task',
    params: idParams,
    responses: { 204: null },
    errors: [...STOPS],
  }),
};
