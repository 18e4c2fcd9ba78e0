import type { Request, Response } from 'express';
import { traceOf } from './trace.ts';

/** Supported preferences (RFC 7240): reject unknown fields; return the result of the request. */
const VALUES = { handling: 'strict', return: 'representation' } as const;

type Preference = { [Name in keyof typeof VALUES]: `${Name}=${(typeof VALUES)[Name]}` }[keyof typeof VALUES];

/** Whether the client states this preference; if so, marks it as honored in the response. */
export function honors(req: Request, res: Response, preference: Preference): boolean {
  if (req.headers.prefer === undefined || !preferences(req).includes(preference)) return false;
  const { headers } = traceOf(res);
  const others = headers['Preference-Applied'];
  // Already marked if the unit of work was retried after a conflict.
  if (others?.split(', ').includes(preference)) return true;
  headers['Preference-Applied'] = others === undefined ? preference : `${others}, ${preference}`;
  return true;
}

/** One value per name; the first counts. Some clients separate preferences with semicolons. */
function preferences(req: Request): string[] {
  const values = new Map<string, string>();
  for (const one of req.headers.prefer?.toString().split(/[,;]/) ?? []) {
    const [, name, value] = /^\s*([a-z-]+)\s*=\s*"?([a-z-]*)"?\s*$/i.exec(one) ?? [];
    if (name === undefined || value === undefined) continue;
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value.toLowerCase());
  }
  return [...values].map(([name, value]) => `${name}=${value}`);
}
