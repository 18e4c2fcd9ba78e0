import type { Request } from 'express';
import { HttpProblem } from './problem.ts';

/**
 * A sign that a proxy hides information from the server, so that browsers can't sign in or do so less safely.
 */
export type ProxyProblem =
  /** A page of `origin` sent a request to `host`, which was rejected as cross-origin. */
  | { readonly kind: 'origin refused'; readonly origin: string; readonly host: string }
  /** The browser uses HTTPS but the server was not told, so its cookie has no `__Host-` prefix. */
  | { readonly kind: 'https not reported'; readonly origin: string; readonly host: string };

/** How browsers reach the app. */
export interface Reached {
  /** The configured public origin of the web app, if any. */
  readonly publicOrigin?: string | undefined;
  /** The path below that origin that a proxy removes, such as `/tandem`. */
  readonly publicPrefix?: string | undefined;
  readonly onProxyProblem?: ((problem: ProxyProblem) => void) | undefined;
}

/** The app setting that holds `Reached`. */
export const REACHED = 'reached by browsers';

export const reachedBy = ({ app }: Request): Reached => (app.get(REACHED) as Reached | undefined) ?? {};

/**
 * Whether an origin is the request's own. Only the host is compared, because the scheme may be known only to
 * a proxy.
 */
export function isOwnOrigin(origin: string, req: Request): boolean {
  if (!URL.canParse(origin)) return false;
  if (origin === reachedBy(req).publicOrigin) return true;
  const { protocol, host: named } = new URL(origin);
  const own = `${protocol}//${req.headers.host ?? ''}`;
  return URL.canParse(own) && new URL(own).host === named;
}

/**
 * Whether a browser sent this request from a page of the server itself. Browsers say so in `Sec-Fetch-Site`, except
 * over plain HTTP to another machine; there, `Origin`, which they send with every change, says it. A file opened
 * directly by its address comes from no page. If a public origin is configured, only its pages count.
 */
export function isOfOwnPage(req: Request): boolean {
  const { 'sec-fetch-site': site, origin } = req.headers;
  const { publicOrigin } = reachedBy(req);
  if (publicOrigin !== undefined && origin !== undefined && origin !== publicOrigin) return false;
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead(req));
  return origin === undefined || isOwnOrigin(origin, req);
}

export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/**
 * Explains to people and operators why a request is not from a page of the server: the actual and the
 * expected origin.
 */
export function whyOtherOrigin(req: Request): string {
  const { 'sec-fetch-site': site, origin = '' } = req.headers;
  const { publicOrigin, onProxyProblem } = reachedBy(req);
  const host = hostOf(req);
  if (!URL.canParse(origin) || !host) return '';
  const seen = new URL(origin).origin;
  if (publicOrigin !== undefined && seen !== publicOrigin) {
    return ` The request comes from a page at ${seen}; this server's is at ${publicOrigin} (TANDEM_PUBLIC_URL).`;
  }
  // Browsers that send `Sec-Fetch-Site` are right, whatever a proxy does to the host.
  if (site !== undefined || seen === 'null') return '';
  onProxyProblem?.({ kind: 'origin refused', origin: seen, host });
  return ` The request comes from a page at ${seen} and was sent to ${host}. If ${seen} is this server behind a proxy, configure the proxy to forward the Host header, or set TANDEM_PUBLIC_URL=${seen}.`;
}

/** The request's host; undefined if it is not valid in a URL. */
export function hostOf({ headers: { host = '' } }: Request): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : undefined;
}

/**
 * 403 if a browser sends this from a page of another origin. Programs other than browsers send no such
 * headers.
 */
export function checkNoOtherOrigin(req: Request): void {
  if (isOfOwnPage(req)) return;
  throw new HttpProblem({
    status: 403,
    code: 'FORBIDDEN',
    message: `Only a page of the server itself can sign a browser in. Send the request from such a page.${whyOtherOrigin(req)}`,
  });
}
