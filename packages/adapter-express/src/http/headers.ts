import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

/** What a page may do that shows an answer of ours: nothing. An API's answers are for programs. */
const security = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
  },
  xFrameOptions: { action: 'deny' },
  // Whoever speaks HTTPS before us knows whether all of the domain does.
  strictTransportSecurity: false,
  // For browsers that nobody runs any more, or for pages and their windows, of which there are none.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // Express is told not to send it.
  xPoweredBy: false,
});

/**
 * The headers that keep a browser from making anything of an answer but data. They are the same for
 * every answer, so helmet is asked once.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = ofHelmet();

function ofHelmet(): Record<string, string> {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
  };
  security({} as never, recorder as never, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** Lets pages of these origins call the interface (CORS); without any, browsers let none. */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const handle = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders: [
      'X-Request-Id',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'Idempotent-Replayed',
      'Preference-Applied',
      'Tandem-Ignored',
      'Content-Disposition',
      'ETag',
    ],
    maxAge: 600,
  });
  // Any other OPTIONS is a question of its own, which is answered with the methods that a path takes.
  const asksBeforehand = (req: Request) => req.headers['access-control-request-method'] !== undefined;
  return (req, res, next) =>
    req.method !== 'OPTIONS' || asksBeforehand(req) ? handle(req, res, next) : next();
}
