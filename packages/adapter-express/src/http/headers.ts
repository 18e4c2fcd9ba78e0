import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

/** Forbids everything to a page that displays an API response. Responses are for programs. */
const security = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
  },
  xFrameOptions: { action: 'deny' },
  // Only the proxy that terminates HTTPS knows whether the whole domain supports it.
  strictTransportSecurity: false,
  // Only relevant to obsolete browsers, or to pages and their windows.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // Express is configured not to send it.
  xPoweredBy: false,
});

/**
 * Headers that keep a browser from treating a response as anything but data. They never vary, so helmet runs
 * only once.
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

/**
 * CORS: allows pages of these origins to call the API. Without any, browsers block all cross-origin calls.
 */
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
  // Any other OPTIONS request is not a preflight; it returns the methods of the path.
  const asksBeforehand = (req: Request) => req.headers['access-control-request-method'] !== undefined;
  return (req, res, next) =>
    req.method !== 'OPTIONS' || asksBeforehand(req) ? handle(req, res, next) : next();
}
