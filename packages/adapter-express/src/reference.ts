import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { operations } from '@tandem/contract';
import type { Request, RequestHandler } from 'express';
import type { Build } from './build.ts';
import { prefixOf } from './http/address.ts';
import type { Backpressure } from './http/backpressure.ts';
import { type Content, serveContent } from './http/content.ts';
import { documentedName } from './http/session-cookie.ts';

const DOCUMENT = '/api/v1/openapi.json';
/** The same path relative to the page. */
const BESIDE_PAGE = DOCUMENT.slice(1);

/**
 * The OpenAPI document and the page that renders it, by path. No key is needed, and the page loads only files
 * of this server.
 */
export function reference(backpressure: Backpressure, build?: Build): Record<string, RequestHandler> {
  const serve = (
    type: string,
    make: Content['make'],
    headers: Content['headers'] = {},
    variantOf?: (req: Request) => string,
  ) => serveContent(backpressure, { type, make, headers }, variantOf);
  return {
    [DOCUMENT]: serve('application/json; charset=utf-8', (place) => openApi(place, build), {}, placeOf),
    '/docs': withoutSlash(
      serve('text/html; charset=utf-8', () => PAGE, { 'Content-Security-Policy': POLICY }),
    ),
    '/docs/init.js': serve(SCRIPT, () => INIT),
    '/docs/swagger-ui-bundle.js': serve(SCRIPT, () => ofSwaggerUi('swagger-ui-bundle.js')),
    '/docs/swagger-ui.css': serve('text/css; charset=utf-8', () => ofSwaggerUi('swagger-ui.css')),
    '/docs/favicon-32x32.png': serve('image/png', () => ofSwaggerUi('favicon-32x32.png')),
  };
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** The page may run and load only files of this server. Swagger UI sets inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Links are relative to the page, which may lie under the prefix of another app or of a proxy. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tandem: reference of the interface</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <noscript>This page needs JavaScript. The same as data: <a href="${BESIDE_PAGE}">${DOCUMENT}</a></noscript>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/init.js"></script>
  </body>
</html>
`;

/** Disables the badge of an online validator, which would be sent the address of this server. */
const INIT = `SwaggerUIBundle({
  url: '${BESIDE_PAGE}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  validatorUrl: 'none',
});
`;

/** The parts of the document that depend on the request: the name of the cookie, and the prefix. */
const placeOf = (req: Request): string => `${documentedName(req)} ${prefixOf(req)}`;

/** Loaded on first use, for a faster start of the server. */
async function openApi(place: string, build: Build | undefined): Promise<string> {
  const { openApiDocument } = await import('@tandem/contract/openapi');
  const end = place.indexOf(' ');
  const document = openApiDocument(operations, place.slice(end + 1), place.slice(0, end));
  return JSON.stringify(build ? { ...document, 'x-tandem-build': build } : document);
}

/** The page's relative links would break under `/docs/`. */
const withoutSlash =
  (page: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.path.endsWith('/') ? res.redirect(301, '../docs') : page(req, res, next);

const require = createRequire(import.meta.url);

/** The published server has its larger files compressed. */
function ofSwaggerUi(file: string): Buffer {
  const path = join(dirname(require.resolve('swagger-ui-dist/package.json')), file);
  return existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
}
