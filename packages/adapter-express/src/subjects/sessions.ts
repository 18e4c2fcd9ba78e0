import { contract } from '@tandem/contract';
import { type Caller, SESSION_MS, type WebSession } from '@tandem/core';
import { created, list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { checkNoOtherOrigin } from '../http/origin.ts';
import { cookieOf, noCookie } from '../http/session-cookie.ts';

export const presentSession = (session: WebSession, caller: Pick<Caller, 'key'> | undefined) => ({
  id: session.id,
  memberId: session.memberId,
  keyId: session.keyId,
  scopes: session.scopes,
  current: session.id === caller?.key.id,
  userAgent: session.userAgent,
  createdAt: iso(session.createdAt),
  lastUsedAt: isoOrNull(session.lastUsedAt),
  expiresAt: iso(session.expiresAt),
});

export const sessions = bind(contract.sessions, {
  list: async ({ tandem, caller, query }) =>
    list(await tandem.sessions.list(caller, query), (session) => presentSession(session, caller)),
  create: async ({ tandem, body, req }) => {
    // A page of another site must not sign a browser in to an account of its choice.
    checkNoOtherOrigin(req);
    const userAgent = req.headers['user-agent'];
    const { session, secret } = await tandem.sessions.create({ ...body, userAgent });
    const seconds = Math.min(SESSION_MS, session.expiresAt - session.createdAt) / 1_000;
    return {
      ...created({ ...presentSession(session, undefined), current: true }),
      headers: { 'Set-Cookie': cookieOf(req, secret, seconds), 'Cache-Control': 'no-store' },
    };
  },
  preview: async ({ tandem, body, req }) => {
    checkNoOtherOrigin(req);
    return ok(await tandem.sessions.preview(body.code));
  },
  link: async ({ tandem, caller }) => {
    const { code, expiresAt } = await tandem.sessions.createLink(caller);
    return created({ code, expiresAt: iso(expiresAt) });
  },
  revoke: async ({ tandem, caller, params, req }) => {
    await tandem.sessions.revoke(caller, params.id);
    return params.id === caller.key.id
      ? { ...noContent, headers: { 'Set-Cookie': noCookie(req) } }
      : noContent;
  },
});
