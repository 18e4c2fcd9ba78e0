import { isIP } from 'node:net';
import type { Request } from 'express';
import { isOwnOrigin } from '../http/origin.ts';
import { HttpProblem } from '../http/problem.ts';

/** Where a gateway may be called from, and by which names. */
export interface Places {
  /** Host names of the server, in lower case, beside `localhost`; `*` for any. An address needs no name. */
  readonly hosts: readonly string[];
  /** Origins beside the server's own, whose pages may call it; `*` for all. */
  readonly origins: readonly string[];
}

/**
 * 403 for a name that is not the server's. A page can give its own name an address of this machine, and is of one origin
 * with the server then (DNS rebinding); an address that stands in the request itself comes from no such page.
 */
export function checkHost({ headers }: Request, { hosts }: Places): void {
  const name = nameOf(headers.host ?? '');
  if (name === null) throw forbidden('The header Host names no server. Ask by an address or a host name.');
  if (isIP(name) !== 0 || name === 'localhost' || hosts.includes('*') || hosts.includes(name)) return;
  throw forbidden(
    'The server is not known by this name here. Ask by its address, or have the operator name it in TANDEM_HOSTS.',
  );
}

/** 403 for a page of another origin than the server's own. Programs that are no browsers name none. */
export function checkOrigin(req: Request, { origins }: Places): void {
  const { origin } = req.headers;
  if (origin === undefined || origins.includes('*') || origins.includes(origin)) return;
  if (isOwnOrigin(origin, req)) return;
  throw forbidden(
    'Pages of this origin may not call this. Have the operator name the origin in TANDEM_CORS_ORIGINS.',
  );
}

/** The name of a host, or its address, without brackets and port; null for what is neither. */
function nameOf(host: string): string | null {
  if (!/^[A-Za-z0-9._:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

const forbidden = (message: string) => new HttpProblem({ status: 403, code: 'FORBIDDEN', message });
