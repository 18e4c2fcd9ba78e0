import * as z from 'zod';
import { operation } from './operation.ts';
import { bytes, id, timestamp } from './shapes.ts';

const file = z
  .object({
    id,
    fileName: z.string(),
    mimeType: z.string(),
    size: z.int(),
    createdAt: timestamp,
  })
  .meta({ id: 'File' });

const fileParams = z.object({ fileId: id });

export const files = {
  upload: operation({
    id: 'files.upload',
    method: 'post',
    path: '/api/v1/files',
    access: ['tasks:write', 'chat:write'],
    summary: 'Upload a file',
    multipart: true,
    responses: { 201: file },
  }),
  get: operation({
    id: 'files.get',
    method: 'get',
    path: '/api/v1/files/:fileId',
    access: ['tasks:read', 'chat:read'],
    summary: 'Get the metadata of a file',
    params: fileParams,
    responses: { 200: file },
  }),
  content: operation({
    id: 'files.content',
    method: 'get',
    path: '/api/v1/files/:fileId/content',
    access: ['tasks:read', 'chat:read'],
    summary: 'Download a file or a range of it',
    params: fileParams,
    responses: { 200: bytes, 206: bytes, 304: null, 416: null },
    errors: ['PRECONDITION_FAILED'],
  }),
};
