import { ISSUED_KINDS, KEY_KINDS, SCOPES, WRITING_SCOPES } from '@tandem/core';
import * as z from 'zod';
import { futureDate, keyMemberId, name } from './inputs.ts';
import { operation } from './operation.ts';
import { id, idParams, page, paging, timestamp } from './shapes.ts';

export const kind = z.enum(KEY_KINDS).meta({ id: 'KeyKind' });
export const scope = z.enum(SCOPES).meta({ id: 'Scope' });

/** The secret is returned only when the key is created. */
const key = z
  .object({
    id,
    name: z.string(),
    kind,
    scopes: z.array(scope),
    memberId: id.nullable(),
    createdBy: id.nullable(),
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Key' });

/** A key as the response to its creation shows it, once. */
export const keyWithSecret = key.extend({ secret: z.string() }).meta({ id: 'KeyWithSecret' });

export const keys = {
  list: operation({
    id: 'keys.list',
    method: 'get',
    path: '/api/v1/keys',
    access: 'any key',
    summary: "List keys, newest first: all keys for an admin with full, otherwise the caller's own",
    query: paging,
    responses: { 200: page(key) },
  }),
  create: operation({
    id: 'keys.create',
    method: 'post',
    path: '/api/v1/keys',
    access: WRITING_SCOPES,
    summary: 'Create a key; its secret is shown only once',
    body: z.object({
      name,
      kind: z.enum(ISSUED_KINDS).meta({ id: 'NewKeyKind' }),
      memberId: keyMemberId.nullable().optional(),
      scopes: z.array(scope).meta({ minItems: 1, description: 'Duplicates are ignored' }),
      expiresAt: futureDate.nullable().optional(),
    }),
    responses: { 201: keyWithSecret },
    secretOnce:
      'List the keys, revoke the one whose secret you do not have, and create another under a new idempotency key.',
    errors: ['FORBIDDEN', 'LIMIT_REACHED'],
  }),
  revoke: operation({
    id: 'keys.revoke',
    method: 'delete',
    path: '/api/v1/keys/:id',
    access: 'any key',
    summary: 'Revoke a key, effective with the next request; a read-only key can revoke only itself',
    params: idParams,
    responses: { 204: null },
    errors: ['INSUFFICIENT_SCOPE', 'FORBIDDEN'],
  }),
};
