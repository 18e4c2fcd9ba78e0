import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler } from 'express';
import { pathFor } from './http/address.ts';
import type { Backpressure } from './http/backpressure.ts';
import { serveContent } from './http/content.ts';

/** First path segments of the web app's pages; the app routes the rest itself. */
const PLACES = [
  'inbox',
  'get-started',
  'tasks',
  'projects',
  'initiatives',
  'goals',
  'agents',
  'chats',
  'search',
  'settings',
  'sign-in',
];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** The service worker has a fixed address at the root of the app, because it controls only addresses below its own. */
const WORKER = 'sw.js';

/** The page may run and load only files of this server. Its styles are files; React sets others by script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The web app by path, from the folder that `npm run build` creates from apps/web: one document at all page addresses,
 * and its files, whose names contain a hash. Without a folder, `/` redirects to the API reference, so that the printed
 * address shows something.
 */
export function page(
  backpressure: Backpressure,
  folder: string | undefined,
  signInUrl?: string | undefined,
): Record<string, RequestHandler> {
  if (folder === undefined) return { '/': toTheReference };
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const document = documentOf(backpressure, signInUrl === undefined ? html : withSignIn(html, signInUrl));
  const addresses = ['/', ...PLACES.map((place) => `/${place}{/*rest}`)];
  const assets = readdirSync(join(folder, 'assets')).flatMap((name) => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    // Read at once, because the next build deletes these files.
    const content = readFileSync(join(folder, 'assets', name));
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    return [[`/assets/${name}`, serveContent(backpressure, { type, make: () => content, headers })] as const];
  });
  return {
    ...Object.fromEntries(addresses.map((path) => [path, document])),
    ...Object.fromEntries(assets),
    ...workerOf(backpressure, folder),
  };
}

function workerOf(backpressure: Backpressure, folder: string): Record<string, RequestHandler> {
  const file = join(folder, WORKER);
  if (!existsSync(file)) return {};
  const content = readFileSync(file);
  const type = TYPES['.js'] as string;
  const headers = { 'Content-Security-Policy': POLICY };
  return { [`/${WORKER}`]: serveContent(backpressure, { type, make: () => content, headers }) };
}

/** The document of a page whose people are signed in by the host. */
const withSignIn = (html: string, url: string): string => {
  const value = url.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return html.replace(/<html\b/, () => `<html data-sign-in="${value}"`);
};

/** Where the built web app is in the published package and in a clone. */
const PAGES = ['./page/', '../../../apps/web/dist/'];

/** The folder with the built web app. */
export function builtPage(): string {
  const folders = PAGES.map((path) => new URL(path, import.meta.url));
  const built = folders.find((folder) => existsSync(new URL('index.html', folder)));
  if (!built) throw new Error('The web app is not built. In a clone of Tandem, run npm run build.');
  return fileURLToPath(built);
}

/** A temporary redirect: the web app may be enabled later. */
const toTheReference: RequestHandler = (req, res) => {
  res.statusCode = 302;
  res.setHeader('Location', pathFor(req, '/docs'));
  res.setHeader('Cache-Control', 'no-cache');
  res.end();
};

/**
 * The `<base>` of the document is relative to the requested address, so that the app works below any path of another
 * app, or of a proxy that does not announce its prefix.
 */
function documentOf(backpressure: Backpressure, html: string): RequestHandler {
  const headers = {
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Browsers would resolve the hosts of links in user content.
    'X-DNS-Prefetch-Control': 'off',
  };
  const make = (base: string) => html.replace(/<base href="[^"]*"/, `<base href="${base}"`);
  return serveContent(backpressure, { type: 'text/html; charset=utf-8', make, headers }, baseOf);
}

function baseOf({ path, baseUrl, originalUrl }: Request): string {
  const deep = path.split('/').length - 2;
  if (deep > 0) return '../'.repeat(deep);
  // The app's mount path itself, without a trailing slash.
  const bare = baseUrl !== '' && originalUrl.split('?')[0] === baseUrl;
  return bare ? `${baseUrl.split('/').at(-1)}/` : './';
}
