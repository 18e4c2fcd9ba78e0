import { statusOf } from '@tandem/contract';
import { Refusal } from '@tandem/core';
import type { Request } from 'express';
import { prefixOf } from './address.ts';
import { hostOf, isOfOwnPage, isRead, reachedBy, whyOtherOrigin } from './origin.ts';
import { HttpProblem } from './problem.ts';

/*
 * How a browser carries its session. Scripts do not see the cookie, and no other site makes a browser send it. Browsers
 * give one cookie to all ports of a host: so its name says which port it is for, and under which prefix the app stands.
 */

/**
 * The header of every change by a session: no form can send it, and no page of another origin unless it is let. Its value is
 * the id of the session that the page was drawn for, or `1` for whichever session the browser has.
 */
const NAMED_SESSION = 'tandem-session';
const ANY_SESSION = '1';

/** The id of the session that a request is for; undefined where it names none. */
const namedSession = ({ headers }: Request): string | undefined => {
  const named = headers[NAMED_SESSION]?.toString();
  return named !== undefined && named.length > 1 ? named : undefined;
};

/** Whether browsers reach the server by HTTPS, as far as its settings or a trusted proxy say. */
const isSecure = (req: Request): boolean =>
  req.secure || reachedBy(req).publicOrigin?.startsWith('https:') === true;

/**
 * The name for a document that is made once for each: with the port of `Host` only where it is one that the server knows, so that
 * nobody can have it made for every port there is.
 */
export function documentedName(req: Request): string {
  const port = /:(\d{1,5})$/.exec(req.headers.host ?? '')?.[1];
  const isKnown =
    port === undefined || port === '80' || port === '443' || Number(port) === req.socket.localPort;
  return isKnown || reachedBy(req).publicOrigin ? nameOf(req) : nameOf(req, `:${req.socket.localPort}`);
}

/** `__Host-`: a browser takes it from nobody but this very host, by HTTPS. */
const nameOf = (req: Request, host = reachedBy(req).publicOrigin ?? req.headers.host ?? ''): string => {
  const port = /:(\d{1,5})$/.exec(host)?.[1] ?? (isSecure(req) ? '443' : '80');
  const prefix = prefixOf(req).replace(/[^A-Za-z0-9]+/g, '-');
  return `${isSecure(req) ? '__Host-' : ''}tandem-${port}${prefix}`;
};

/** The cookie of a session that lasts so long, for `Set-Cookie`. */
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
 * Whether the browser says that it speaks HTTPS though no proxy does. Its word is enough for `Secure`, and not for the name: it
 * has to be the same for requests that come without `Origin`.
 */
function isSecureAtBrowser(req: Request): boolean {
  const { origin = '' } = req.headers;
  if (!origin.startsWith('https:')) return false;
  reachedBy(req).onProxyProblem?.({ kind: 'https not told', origin, host: hostOf(req) ?? '' });
  return true;
}

/** Takes the cookie away. */
export const noCookie = (req: Request): string => cookieOf(req, '', 0);

/**
 * The secret of the session that a request is sent by; undefined where it is sent by none. 401 where a cookie does not
 * count: it comes from another origin's page, or makes a change without the header.
 */
export function sessionOf(req: Request): string | undefined {
  const { authorization, cookie } = req.headers;
  if (authorization !== undefined || cookie === undefined) return undefined;
  const secret = valueIn(cookie, nameOf(req));
  if (secret === undefined) return undefined;
  if (!isOfOwnPage(req)) {
    throw notCounting(`A session counts for pages of the server itself alone.${whyOtherOrigin(req)}`);
  }
  if (!isRead(req) && req.headers[NAMED_SESSION] !== ANY_SESSION && !namedSession(req)) {
    throw notCounting(
      'A change by a session carries the header Tandem-Session: 1, or with the id of the session.',
    );
  }
  return secret;
}

/**
 * 409 OTHER_SESSION where a page was drawn for another session than the browser's: the tabs of a browser share one cookie, and
 * a tab that missed that someone else signed in would write to their workspace.
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

/** The value of the only cookie of a name. Of two nobody knows which the server has set: neither counts. */
function valueIn(cookies: string, name: string): string | undefined {
  const values = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
}

const notCounting = (why: string) =>
  new Refusal('UNAUTHENTICATED', `${why} Or send an API key in the header Authorization: Bearer <API_KEY>.`);
