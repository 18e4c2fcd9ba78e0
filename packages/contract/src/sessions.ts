import { USER_AGENT } from '@tandem/core';
import { z } from 'zod';
import { scope } from './keys.ts';
import { operation } from './operation.ts';
import { id, idParams, page, paging, timestamp } from './shapes.ts';

/** A browser in which a person is signed in. Its secret stands in its cookie alone. */
const webSession = z
  .object({
    id,
    memberId: id,
    keyId: id.nullable().meta({ description: 'The key that it was made from, and ends with' }),
    scopes: z.array(scope),
    current: z.boolean().meta({ description: 'Whether the request was sent by it' }),
    userAgent: z
      .string()
      .nullable()
      .meta({ maxLength: USER_AGENT, description: 'What the browser says of itself' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp,
  })
  .meta({ id: 'WebSession' });

export const sessions = {
  list: operation({
    id: 'sessions.list',
    method: 'get',
    path: '/api/v1/sessions',
    access: 'any key',
    summary:
      'List browsers that are signed in, newest first: all for an admin with full, their own for others',
    query: paging,
    responses: { 200: page(webSession) },
  }),
  create: operation({
    id: 'sessions.create',
    method: 'post',
    path: '/api/v1/sessions',
    access: 'no key',
    summary:
      "Sign in by a person's own key, or by a code of an invitation or of a link, once; the session is in the cookie of the answer",
    body: z.object({
      key: z.string().optional().meta({ description: "A person's own key; instead of `code`" }),
      code: z.string().optional().meta({ description: 'Good once; instead of `key`' }),
    }),
    responses: { 201: webSession },
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  preview: operation({
    id: 'sessions.preview',
    method: 'post',
    path: '/api/v1/sessions/preview',
    access: 'no key',
    summary: 'Read whom the code of an invitation or a link signs in, without using it',
    body: z.object({ code: z.string() }),
    responses: {
      200: z.object({
        member: z.object({ id, name: z.string(), displayName: z.string() }),
        workspace: z.object({ name: z.string() }),
        closesChats: z
          .boolean()
          .meta({ description: 'Whether signing in closes the chats that the person has so far' }),
      }),
    },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  link: operation({
    id: 'sessions.link',
    method: 'post',
    path: '/api/v1/sessions/links',
    access: 'any key',
    summary: 'Make a code that signs yourself in on another device, once and within five minutes',
    responses: { 201: z.object({ code: z.string(), expiresAt: timestamp }) },
    secretOnce: 'Make another code; this one expires by itself.',
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  revoke: operation({
    id: 'sessions.revoke',
    method: 'delete',
    path: '/api/v1/sessions/:id',
    access: 'any key',
    summary: 'Sign out, in force with the next request; a session may always sign itself out',
    params: idParams,
    responses: { 204: null },
    errors: ['INSUFFICIENT_SCOPE', 'FORBIDDEN'],
  }),
};
