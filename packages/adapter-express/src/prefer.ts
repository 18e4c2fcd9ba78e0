import type { Request, Response } from 'express';

/** What a client may prefer (RFC 7240) and this service can do. */
const PREFERENCES = {
  /** It wants to hear of fields that are not known. */
  'handling=strict': /(^|[,;])\s*handling\s*=\s*"?strict"?\s*($|[,;])/i,
  /** It wants to see what became of it. */
  'return=representation': /(^|[,;])\s*return\s*=\s*"?representation"?\s*($|[,;])/i,
} as const;

/** Whether the client prefers this; if so, the answer will say that it was honored. */
export function honors(req: Request, res: Response, preference: keyof typeof PREFERENCES): boolean {
  if (!PREFERENCES[preference].test(req.headers.prefer?.toString() ?? '')) return false;
  const others = res.getHeader('Preference-Applied');
  res.setHeader('Preference-Applied', others === undefined ? preference : `${others}, ${preference}`);
  return true;
}
