/*
 * The service worker: it keeps the page's own files, and serves the page while the server can't be reached. It never
 * stores responses of the API. The build replaces FILES (../../installable.ts).
 */

/** Paths of the page's files, relative to this file. Their names contain a hash of their content. */
const FILES = ['FILES'];
const HOME = new URL('./', self.location.href).pathname;
/** Several apps can share an origin, each below its own path. */
const PREFIX = `tandem-page ${HOME} `;
const CACHE = `${PREFIX}VERSION`;
const DOCUMENT = `${HOME}offline-document`;
/** The headers of the document that browsers act on. */
const HEADERS = [
  'Content-Security-Policy',
  'Content-Type',
  'Cross-Origin-Opener-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-DNS-Prefetch-Control',
];

const paths = new Set(FILES.map((file) => HOME + file));

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(dropOld()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (paths.has(pathname)) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate' && !pathname.startsWith(`${HOME}api/`))
    event.respondWith(fromNetwork(request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all([cache.addAll([...paths]), storeDocument(cache)]);
}

/** The document as the server sends it for the first page, marked, and with a base that is right at every address. */
async function storeDocument(cache) {
  const response = await fetch(HOME, { cache: 'no-store' });
  if (!response.ok || response.redirected) throw new Error(`The page answered ${response.status}.`);
  const html = (await response.text())
    .replace(/<base href="[^"]*"/, () => `<base href="${HOME}"`)
    .replace('<html', '<html data-offline');
  const headers = HEADERS.flatMap((name) =>
    response.headers.has(name) ? [[name, response.headers.get(name)]] : [],
  );
  await cache.put(DOCUMENT, new Response(html, { headers }));
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

const fromCache = async (request) =>
  (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request);

async function fromNetwork(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const document = await caches.match(DOCUMENT, { cacheName: CACHE });
    if (document) return document;
    throw error;
  }
}
