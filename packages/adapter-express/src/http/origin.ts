import type { Request } from 'express';
import { HttpProblem } from './problem.ts';

/** What a proxy before the server seems to hide from it, so that browsers can't sign in or do so less safely. */
export type ProxyProblem =
  /** A page of `origin` sent a request to `host`, and was refused as of another origin. */
  | { readonly kind: 'origin refused'; readonly origin: string; readonly host: string }
  /** The browser speaks HTTPS, and nobody told the server: its cookie has no `__Host-`. */
  | { readonly kind: 'https not told'; readonly origin: string; readonly host: string };

/** What an app knows of the way by which browsers reach it. */
export interface Reached {
  /** The origin at which people use the page, if somebody has said it. */
  readonly publicOrigin?: string | undefined;
  readonly onProxyProblem?: ((problem: ProxyProblem) => void) | undefined;
}

/** The name of the app's setting that holds `Reached`. */
export const REACHED = 'reached by browsers';

export const reachedBy = ({ app }: Request): Reached => (app.get(REACHED) as Reached | undefined) ?? {};

/** Whether an origin is the one that a request is sent to. Whoever speaks HTTPS before us knows the scheme. */
export function isOwnOrigin(origin: string, req: Request): boolean {
  if (!URL.canParse(origin)) return false;
  if (origin === reachedBy(req).publicOrigin) return true;
  const { protocol, host: named } = new URL(origin);
  const own = `${protocol}//${req.headers.host ?? ''}`;
  return URL.canParse(own) && new URL(own).host === named;
}

/**
 * Whether a browser sends this for a page of the server itself. Browsers say so in `Sec-Fetch-Site`, but to plain HTTP at
 * another machine; `Origin`, which they send with every change, says it there. A file that somebody opens by its address
 * comes from no page. Where a public origin is known, only its pages count.
 */
export function isOfOwnPage(req: Request): boolean {
  const { 'sec-fetch-site': site, origin } = req.headers;
  const { publicOrigin } = reachedBy(req);
  if (publicOrigin !== undefined && origin !== undefined && origin !== publicOrigin) return false;
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead(req));
  return origin === undefined || isOwnOrigin(origin, req);
}

export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Why a request is of no page of the server, for people and operators: which origin it names, and which is expected. */
export function whyOtherOrigin(req: Request): string {
  const { 'sec-fetch-site': site, origin = '' } = req.headers;
  const { publicOrigin, onProxyProblem } = reachedBy(req);
  const host = hostOf(req);
  if (!URL.canParse(origin) || !host) return '';
  const seen = new URL(origin).origin;
  if (publicOrigin !== undefined && seen !== publicOrigin) {
    return ` The request comes from a page at ${seen}; this server's is at ${publicOrigin} (TANDEM_PUBLIC_URL).`;
  }
  // Browsers that say which site they are on are right, whatever a proxy makes of the host.
  if (site !== undefined || seen === 'null') return '';
  onProxyProblem?.({ kind: 'origin refused', origin: seen, host });
  return ` The request comes from a page at ${seen} and was sent to ${host}. If ${seen} is this server behind a proxy, have the proxy pass on the Host header, or set TANDEM_PUBLIC_URL=${seen}.`;
}

/** The host that a request names; undefined for none that a URL could have. */
export function hostOf({ headers: { host = '' } }: Request): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : undefined;
}

/** 403 where a browser says that a page of another origin sends this. Programs that are no browsers say nothing. */
export function checkNoOtherOrigin(req: Request): void {
  if (isOfOwnPage(req)) return;
  throw new HttpProblem({
    status: 403,
    code: 'FORBIDDEN',
    message: `Only a page of the server itself signs a browser in. Send the request from such a page.${whyOtherOrigin(req)}`,
  });
}
