import { USER_AGENT } from '@tandem/core';
import * as z from 'zod';
import { scope } from './keys.ts';
import { operation } from './operation.ts';
import { id, idParams, page, paging, timestamp } from './shapes.ts';

/** A browser in which a person is signed in. The secret is only in its cookie. */
const webSession = z
  .object({
    id,
    memberId: id,
    keyId: id.nullable().meta({ description: 'The key used to sign in; the session ends with it' }),
    scopes: z.array(scope),
    current: z.boolean().meta({ description: 'Whether this session sent the request' }),
    userAgent: z.string().nullable().meta({ maxLength: USER_AGENT, description: "The browser's user agent" }),
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
    summary: "List signed-in browsers, newest first: all for an admin with full, otherwise the caller's own",
    query: paging,
    responses: { 200: page(webSession) },
  }),
  create: operation({
    id: 'sessions.create',
    method: 'post',
    path: '/api/v1/sessions',
    access: 'no key',
    summary:
      "Sign in with a person's own key, or a one-time code from an invitation or a link; the response sets the session cookie",
    body: z.object({
      key: z.string().optional().meta({ description: "A person's own key; instead of `code`" }),
      code: z.string().optional().meta({ description: 'One-time code; instead of `key`' }),
    }),
    responses: { 201: webSession },
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  preview: operation({
    id: 'sessions.preview',
    method: 'post',
    path: '/api/v1/sessions/preview',
    access: 'no key',
    summary: 'Get the person that an invitation or link code signs in, without using the code',
    body: z.object({ code: z.string() }),
    responses: {
      200: z.object({
        member: z.object({ id, name: z.string(), displayName: z.string() }),
        workspace: z.object({ name: z.string() }),
        closesChats: z
          .boolean()
          .meta({ description: "Whether signing in closes the person's existing chats" }),
      }),
    },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  link: operation({
    id: 'sessions.link',
    method: 'post',
    path: '/api/v1/sessions/links',
    access: 'any key',
    summary: 'Create a one-time code, valid for five minutes, to sign in on another device',
    responses: { 201: z.object({ code: z.string(), expiresAt: timestamp }) },
    secretOnce: 'Create another code; this one expires by itself.',
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  revoke: operation({
    id: 'sessions.revoke',
    method: 'delete',
    path: '/api/v1/sessions/:id',
    access: 'any key',
    summary: 'Sign out, effective with the next request; a session may always sign itself out',
    params: idParams,
    responses: { 204: null },
    errors: ['INSUFFICIENT_SCOPE', 'FORBIDDEN'],
  }),
};
