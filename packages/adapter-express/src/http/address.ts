import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { Request } from 'express';
import { reachedBy } from './origin.ts';

/** Paths in messages, as written for an app mounted at the root. */
const PATHS = /\/(?:api\/v1|docs)\b/g;

/**
 * The path under which clients reach the app; empty at the root. An outer Express app sets `baseUrl`. Connect and
 * Fastify's middie strip it from `url` and leave it in `originalUrl`. The path that a proxy strips is configured.
 */
export function prefixOf(req: Request): string {
  const { baseUrl, originalUrl, url } = req;
  if (baseUrl !== '') return baseUrl;
  const [full = '', own = ''] = [originalUrl, url].map((each) => each.split('?')[0]);
  if (own.length < full.length && full.endsWith(own)) return full.slice(0, -own.length);
  return reachedBy(req).publicPrefix ?? '';
}

/** A path as clients request it: with the prefix of the outer app. */
export const pathFor = (req: Request, path: string): string => prefixOf(req) + path;

/** A message whose paths have the prefix of the outer app. Messages are written with paths from the root. */
export const messageFor = (req: Request, message: string): string =>
  prefixOf(req) === '' ? message : message.replace(PATHS, (path) => pathFor(req, path));

/** The parsed query. An outer app may have changed `req.query`. */
export const queryOf = ({ url }: Request): ParsedUrlQuery => parse(/\?([^#]*)/.exec(url)?.[1] ?? '');

/** The query with `<field>.<key>` parameters as one object in `field`. */
export function withEntries(query: ParsedUrlQuery, field: string): Record<string, unknown> {
  const prefix = `${field}.`;
  const [entries, others] = [[], []] as [string, unknown][][] as [[string, unknown][], [string, unknown][]];
  for (const [name, value] of Object.entries(query)) {
    if (name.startsWith(prefix)) entries.push([name.slice(prefix.length), value]);
    else others.push([name, value]);
  }
  return entries.length === 0 ? query : Object.fromEntries([...others, [field, Object.fromEntries(entries)]]);
}
