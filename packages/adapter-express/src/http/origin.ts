import type { Request } from 'express';
import { HttpProblem } from './problem.ts';

/** Whether an origin is the one that a request is sent to. Whoever speaks HTTPS before us knows the scheme. */
export function isOwnOrigin(origin: string, { headers: { host } }: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: named } = new URL(origin);
  const own = `${protocol}//${host ?? ''}`;
  return URL.canParse(own) && new URL(own).host === named;
}

/**
 * Whether a browser sends this for a page of the server itself. Browsers say so in `Sec-Fetch-Site`, but to plain HTTP at
 * another machine; `Origin`, which they send with every change, says it there. A file that somebody opens by its address
 * comes from no page.
 */
export function isOfOwnPage(req: Request): boolean {
  const { 'sec-fetch-site': site, origin } = req.headers;
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead(req));
  return origin === undefined || isOwnOrigin(origin, req);
}

export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** 403 where a browser says that a page of another origin sends this. Programs that are no browsers say nothing. */
export function checkNoOtherOrigin(req: Request): void {
  if (isOfOwnPage(req)) return;
  throw new HttpProblem({
    status: 403,
    code: 'FORBIDDEN',
    message: 'Only a page of the server itself signs a browser in. Send the request from such a page.',
  });
}
