import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { Request } from 'express';

/** How the paths begin that messages name, where the app stands at the root. */
const PATHS = /\/(?:api\/v1|docs)\b/g;

/** A path as clients ask for it: an app that is mounted in another has that one's prefix before it. */
export const pathFor = (req: Request, path: string): string => req.baseUrl + path;

/** A message with the paths in it as clients ask for them. Whoever writes it writes them as they are at the root. */
export const messageFor = (req: Request, message: string): string =>
  req.baseUrl === '' ? message : message.replace(PATHS, (path) => pathFor(req, path));

/** What the query says. An app around this one may have made anything of `req.query`. */
export const queryOf = ({ url }: Request): ParsedUrlQuery => parse(/\?([^#]*)/.exec(url)?.[1] ?? '');
