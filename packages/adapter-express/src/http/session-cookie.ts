import { statusOf } from '@tandem/contract';
import { Refusal } from '@tandem/core';
import type { Request } from 'express';
import { prefixOf } from './address.ts';
import { hostOf, isOfOwnPage, isRead, reachedBy, whyOtherOrigin } from './origin.ts';
import { HttpProblem } from './problem.ts';

/*
 * A browser's session cookie. Scripts can't read it, and browsers don't send it from other sites. Browsers share
 * cookies across all ports of a host, so its name includes the port and the path prefix of the server.
 */

/**
 * The header required for every change made with a session: forms can't send it, nor can pages of other origins unless
 * CORS allows them. The value is the id of the session that the page was rendered for, or `1` for any session of the
 * browser.
 */
const NAMED_SESSION = 'tandem-session';
const ANY_SESSION = '1';

/** The session id in the request's header; undefined if it has none. */
const namedSession = ({ headers }: Request): string | undefined => {
  const named = headers[NAMED_SESSION]?.toString();
  return named !== undefined && named.length > 1 ? named : undefined;
};

/** Whether browsers use HTTPS, according to the settings or a trusted proxy. */
const isSecure = (req: Request): boolean =>
  req.secure || reachedBy(req).publicOrigin?.startsWith('https:') === true;

/**
 * The cookie name for a document that is cached per name. It includes the port of `Host` only if the server knows that
 * port, so that clients can't fill the cache with one document per port.
 */
export function documentedName(req: Request): string {
  const port = /:(\d{1,5})$/.exec(req.headers.host ?? '')?.[1];
  const isKnown =
    port === undefined || port === '80' || port === '443' || Number(port) === req.socket.localPort;
  return isKnown || reachedBy(req).publicOrigin ? nameOf(req) : nameOf(req, `:${req.socket.localPort}`);
}

/** Browsers accept a `__Host-` cookie only from this exact host over HTTPS. */
const nameOf = (req: Request, host = reachedBy(req).publicOrigin ?? req.headers.host ?? ''): string => {
  const port = /:(\d{1,5})$/.exec(host)?.[1] ?? (isSecure(req) ? '443' : '80');
  const prefix = prefixOf(req).replace(/[^A-Za-z0-9]+/g, '-');
  return `${isSecure(req) ? '__Host-' : ''}tandem-${port}${prefix}`;
};

/** The `Set-Cookie` value of a session with this lifetime in seconds. */
export const cookieOf = (req: Request, secret: string, seconds: number): string =>
  [
    `${nameOf(req)}=${secret}`,
    `Max-Age=${Math.floor(seconds)}`,
    `Path=${isSecure(req) ? '/' : prefixOf(req) || '/'}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(req) || isSecureAtBrowser(req) ? ['Secure'] : []),
  ].join('; ');

/**
 * Whether the browser uses HTTPS although no proxy says so. That is enough for the `Secure` attribute but not for the
 * name, which must be the same for requests without `Origin`.
 */
function isSecureAtBrowser(req: Request): boolean {
  const { origin = '' } = req.headers;
  if (!origin.startsWith('https:')) return false;
  reachedBy(req).onProxyProblem?.({ kind: 'https not reported', origin, host: hostOf(req) ?? '' });
  return true;
}

/** The `Set-Cookie` value that deletes the cookie. */
export const noCookie = (req: Request): string => cookieOf(req, '', 0);

/**
 * The secret of the request's session; undefined if it has none. 401 if the cookie is not accepted: the request comes
 * from a page of another origin, or makes a change without the header.
 */
export function sessionOf(req: Request): string | undefined {
  const { authorization, cookie } = req.headers;
  if (authorization !== undefined || cookie === undefined) return undefined;
  const secret = valueIn(cookie, nameOf(req));
  if (secret === undefined) return undefined;
  checkOfOwnPage(req);
  return secret;
}

/**
 * 401 unless a browser's request comes from a page of the server itself, and, if it makes a change, has the header that
 * forms and other origins can't send.
 */
export function checkOfOwnPage(req: Request): void {
  if (!isOfOwnPage(req)) {
    throw notCounting(`Sessions are accepted only from pages of the server itself.${whyOtherOrigin(req)}`);
  }
  if (!isRead(req) && req.headers[NAMED_SESSION] !== ANY_SESSION && !namedSession(req)) {
    throw notCounting(
      'A change made with a session needs the header Tandem-Session: 1, or the id of the session.',
    );
  }
}

/**
 * 409 OTHER_SESSION if the page was rendered for another session than the browser's. All tabs of a browser share one
 * cookie: a tab that missed that someone else signed in would write to their workspace.
 */
export function checkNamedSession(req: Request, sessionId: string): void {
  const named = namedSession(req);
  if (named === undefined || named === sessionId) return;
  throw new HttpProblem({
    status: statusOf('OTHER_SESSION'),
    code: 'OTHER_SESSION',
    message:
      'Someone signed in to this browser since the page was loaded. Reload the page. Nothing was changed.',
  });
}

/** The value of the only cookie with a name. Duplicates are rejected: the server can't tell which one it set. */
function valueIn(cookies: string, name: string): string | undefined {
  const values = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
}

const notCounting = (why: string) =>
  new Refusal('UNAUTHENTICATED', `${why} Or send an API key in the header Authorization: Bearer <API_KEY>.`);
