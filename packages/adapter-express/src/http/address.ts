import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { Request } from 'express';

/** How the paths begin that messages name, where the app stands at the root. */
const PATHS = /\/(?:api\/v1|docs)\b/g;

/**
 * The path under which clients reach the app; empty at the root. An Express app around this one says it in `baseUrl`. Connect
 * and Fastify's middie cut it off `url` alone, and leave it in `originalUrl`.
 */
export function prefixOf({ baseUrl, originalUrl, url }: Request): string {
  if (baseUrl !== '') return baseUrl;
  const [whole = '', own = ''] = [originalUrl, url].map((each) => each.split('?')[0]);
  return own.length < whole.length && whole.endsWith(own) ? whole.slice(0, -own.length) : '';
}

/** A path as clients ask for it: an app that is mounted in another has that one's prefix before it. */
export const pathFor = (req: Request, path: string): string => prefixOf(req) + path;

/** A message with the paths in it as clients ask for them. Whoever writes it writes them as they are at the root. */
export const messageFor = (req: Request, message: string): string =>
  prefixOf(req) === '' ? message : message.replace(PATHS, (path) => pathFor(req, path));

/** What the query says. An app around this one may have made anything of `req.query`. */
export const queryOf = ({ url }: Request): ParsedUrlQuery => parse(/\?([^#]*)/.exec(url)?.[1] ?? '');
