import type { Request, Response } from 'express';
import { traceOf } from './trace.ts';

/** What a client may prefer (RFC 7240) and this service can do: to hear of unknown fields; to see what became of it. */
const VALUES = { handling: 'strict', return: 'representation' } as const;

type Preference = { [Name in keyof typeof VALUES]: `${Name}=${(typeof VALUES)[Name]}` }[keyof typeof VALUES];

/** Whether the client prefers this; if so, the answer will say that it was honored. */
export function honors(req: Request, res: Response, preference: Preference): boolean {
  if (!preferences(req).includes(preference)) return false;
  const { headers } = traceOf(res);
  const others = headers['Preference-Applied'];
  // What is done again, after its unit of work was undone for the sake of others, asks again.
  if (others?.split(', ').includes(preference)) return true;
  headers['Preference-Applied'] = others === undefined ? preference : `${others}, ${preference}`;
  return true;
}

/** One of each name: of several, the first counts. Some clients separate preferences by semicolons. */
function preferences(req: Request): string[] {
  const values = new Map<string, string>();
  for (const one of req.headers.prefer?.toString().split(/[,;]/) ?? []) {
    const [, name, value] = /^\s*([a-z-]+)\s*=\s*"?([a-z-]*)"?\s*$/i.exec(one) ?? [];
    if (name === undefined || value === undefined) continue;
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value.toLowerCase());
  }
  return [...values].map(([name, value]) => `${name}=${value}`);
}
