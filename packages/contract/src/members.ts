import { DEFAULT_ROLE, ROLES } from '@tandem/core';
import * as z from 'zod';
import { email, externalIdFilter, externalIdInput, memberName, memberReference, name } from './inputs.ts';
import { keyWithSecret, kind } from './keys.ts';
import { operation } from './operation.ts';
import { externalId, id, idParams, page, paging, timestamp } from './shapes.ts';

const role = z.enum(ROLES).meta({ id: 'Role' });
const type = z.enum(['human', 'agent']);

/** `role` is null for agents, `emoji` for people. */
const member = z
  .object({
    id,
    type,
    kind: z
      .literal('external')
      .optional()
      .meta({ description: 'A person of another tracker who was never invited: an author of imported work' }),
    name: z.string(),
    displayName: z.string(),
    email: z.string().nullable(),
    role: role.nullable(),
    emoji: z.string().nullable(),
    verifier: z.boolean().meta({ description: 'An agent that runs checks and is assigned no tasks' }),
    externalId: externalId.nullable(),
    /** Expiry of the open invitation of a person who has not signed in yet; null without one. */
    invitedUntil: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp.nullable(),
  })
  .meta({ id: 'Member' });

const invitation = z.object({ code: z.string(), expiresAt: timestamp }).meta({ id: 'Invitation' });

const keyInShort = z.object({ id, name: z.string(), kind });

/** The removed member, the keys revoked with the member, and the keys they created that remain valid. */
const removed = z
  .object({ id, keys: z.array(keyInShort), remaining: z.array(keyInShort.extend({ memberId: id })) })
  .meta({ id: 'RemovedMember' });

export const members = {
  list: operation({
    id: 'members.list',
    method: 'get',
    path: '/api/v1/members',
    access: 'tasks:read',
    summary: 'List people and agents, newest first',
    query: paging.extend({ type: type.optional(), externalId: externalIdFilter }),
    responses: { 200: page(member) },
  }),
  create: operation({
    id: 'members.create',
    method: 'post',
    path: '/api/v1/members',
    access: 'full',
    summary: 'Add a person, with a one-time invitation',
    body: z.object({
      name: memberName,
      displayName: name,
      email: email.nullable().optional(),
      role: role.optional().meta({ default: DEFAULT_ROLE }),
      externalId: externalIdInput.nullable().optional(),
    }),
    responses: { 201: member.extend({ invitation }) },
    secretOnce:
      'If you do not have the code, create a new invitation for the person under a new idempotency key.',
    errors: ['FORBIDDEN', 'NAME_TAKEN', 'EXTERNAL_ID_TAKEN'],
  }),
  get: operation({
    id: 'members.get',
    method: 'get',
    path: '/api/v1/members/:id',
    access: 'tasks:read',
    summary: 'Get a member',
    params: idParams,
    responses: { 200: member },
  }),
  update: operation({
    id: 'members.update',
    method: 'patch',
    path: '/api/v1/members/:id',
    access: 'full',
    summary: 'Update a person',
    params: idParams,
    body: z.object({
      name: memberName.optional(),
      displayName: name.optional(),
      email: email.nullable().optional(),
      role: role.optional(),
      externalId: externalIdInput.nullable().optional(),
    }),
    responses: { 200: member },
    errors: ['FORBIDDEN', 'NAME_TAKEN', 'EXTERNAL_ID_TAKEN', 'LAST_ADMIN'],
  }),
  delete: operation({
    id: 'members.delete',
    method: 'delete',
    path: '/api/v1/members/:id',
    access: 'full',
    summary:
      'Remove a person and their keys; with `Prefer: return=representation`, the response lists the keys that were revoked and the keys they created that remain',
    params: idParams,
    responses: { 200: removed, 204: null },
    errors: ['FORBIDDEN', 'LAST_ADMIN'],
  }),
  merge: operation({
    id: 'members.merge',
    method: 'post',
    path: '/api/v1/members/:id/merge',
    access: 'full',
    summary: "Merge an external member into a person; its work becomes the person's",
    params: idParams,
    body: z.object({ into: memberReference }),
    responses: { 200: member },
    errors: ['FORBIDDEN', 'NOT_EXTERNAL'],
  }),
  invite: operation({
    id: 'members.invite',
    method: 'post',
    path: '/api/v1/members/:id/invitation',
    access: 'full',
    summary: 'Create a new invitation for a person without a valid key of their own',
    params: idParams,
    responses: { 201: invitation },
    secretOnce: 'If you do not have the code, create another invitation under a new idempotency key.',
    errors: ['FORBIDDEN'],
  }),
  uninvite: operation({
    id: 'members.uninvite',
    method: 'delete',
    path: '/api/v1/members/:id/invitation',
    access: 'full',
    summary: "Revoke a person's invitation, if there is one",
    params: idParams,
    responses: { 204: null },
    errors: ['FORBIDDEN'],
  }),
  acceptInvitation: operation({
    id: 'members.acceptInvitation',
    method: 'post',
    path: '/api/v1/invitations/accept',
    access: 'no key',
    summary: 'Exchange an invitation for a key, once',
    body: z.object({ code: z.string() }),
    responses: { 201: keyWithSecret },
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
  }),
};
