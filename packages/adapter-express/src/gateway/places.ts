import { isIP } from 'node:net';
import type { Request } from 'express';
import { isOwnOrigin } from '../http/origin.ts';
import { HttpProblem } from '../http/problem.ts';

/** The host names and origins that may call a gateway. */
export interface Places {
  /**
   * Host names of the server in lower case, besides `localhost`; `*` allows any. IP addresses are always
   * allowed.
   */
  readonly hosts: readonly string[];
  /** Origins besides the server's own whose pages may call it; `*` allows all. */
  readonly origins: readonly string[];
}

/**
 * 403 for a host name that is not the server's. Protects against DNS rebinding: a page can point its own domain at this
 * machine and then has the same origin as the server. A request to an IP address cannot come from such a page.
 */
export function checkHost({ headers }: Request, { hosts }: Places): void {
  const name = nameOf(headers.host ?? '');
  if (name === null) throw forbidden('The header Host is not valid. Use an address or a host name.');
  if (isIP(name) !== 0 || name === 'localhost' || hosts.includes('*') || hosts.includes(name)) return;
  throw forbidden(
    'The server does not accept this host name. Use its address, or ask the operator to add the name to TANDEM_HOSTS.',
  );
}

/** 403 for a page of another origin. Programs other than browsers send no origin. */
export function checkOrigin(req: Request, { origins }: Places): void {
  const { origin } = req.headers;
  if (origin === undefined || origins.includes('*') || origins.includes(origin)) return;
  if (isOwnOrigin(origin, req)) return;
  throw forbidden(
    'Pages of this origin may not call this. Ask the operator to add the origin to TANDEM_CORS_ORIGINS.',
  );
}

/** The host name or address without brackets and port; null for an invalid header. */
function nameOf(host: string): string | null {
  if (!/^[A-Za-z0-9._:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

const forbidden = (message: string) => new HttpProblem({ status: 403, code: 'FORBIDDEN', message });
