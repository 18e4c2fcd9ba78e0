import { createServer } from 'node:http';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import type { Express } from 'express';
import request from 'supertest';
import { createApp } from './server.ts';

const ports = nodePorts();
const app = createApp({
  tandem: createTandem({ ...ports, storage: inMemoryStorage(), contents: inMemoryContents(ports) }),
  newId: ports.newId,
  rateLimit: 0,
});

const get = (path: string) => request(app).get(path).buffer(true);

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into.
type Json = any;

const document = async (): Promise<Json> => (await get('/api/v1/openapi.json')).body;

/** An app's routes as `method path`, without the fallbacks for other methods. */
function routed({ router }: Express): string[] {
  const layers = router.stack as unknown as {
    route?: { path: string; methods: Record<string, boolean> };
  }[];
  return layers.flatMap(({ route }) =>
    Object.keys(route?.methods ?? {})
      .filter((method) => method !== '_all')
      .map((method) => `${method} ${route?.path}`),
  );
}

/** Routes outside the API: for the operator, and the API's description. */
const OTHERS = [
  'get /',
  'get /healthz',
  'get /readyz',
  'get /api/v1/openapi.json',
  'get /docs',
  'get /docs/init.js',
  'get /docs/swagger-ui-bundle.js',
  'get /docs/swagger-ui.css',
  'get /docs/favicon-32x32.png',
];

test('the document describes exactly the operations that the server routes', async () => {
  const { paths } = await document();
  const described = Object.entries<object>(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(described.length).toBeGreaterThan(0);
  expect([...described, ...OTHERS].sort()).toEqual(routed(app).sort());
});

test('the document is JSON, needs no key, and returns 304 to a client that has it', async () => {
  // The document names the cookie of a port, so both requests go to the same one.
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const first = await request(server).get('/api/v1/openapi.json');
  expect(first.status).toBe(200);
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(first.headers['cache-control']).toBe('no-cache');
  expect(first.body.openapi).toMatch(/^3\.1\./);
  const again = await request(server)
    .get('/api/v1/openapi.json')
    .set('If-None-Match', String(first.headers.etag));
  expect([again.status, again.text]).toEqual([304, '']);
  server.close();
});

test('the document accepts only GET and HEAD', async () => {
  const answer = await request(app).post('/api/v1/openapi.json');
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
});

/** Addresses in attributes, styles and the initializer of the page. */
const references = (text: string): string[] =>
  [...text.matchAll(/(?:src|href)="([^"]+)"|url: '([^']+)'/g)].map(([, a, b]) => a ?? b ?? '');

test('the reference loads only what this server serves', async () => {
  const page = await get('/docs');
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const { text: init } = await get('/docs/init.js');
  const links = [...references(page.text), ...references(init)];
  const all = new Set(links.map((link) => new URL(link, 'http://here/docs').pathname));
  expect([...all].sort()).toEqual([
    '/api/v1/openapi.json',
    '/docs/favicon-32x32.png',
    '/docs/init.js',
    '/docs/swagger-ui-bundle.js',
    '/docs/swagger-ui.css',
  ]);
  const types: Record<string, string> = {
    js: 'text/javascript',
    css: 'text/css',
    png: 'image/png',
    json: 'application/json',
  };
  for (const path of all) {
    const { status, headers } = await get(path);
    expect([path, status, headers['content-type']?.split(';')[0], headers['x-content-type-options']]).toEqual(
      [path, 200, types[path.split('.').pop() ?? ''], 'nosniff'],
    );
  }
});

test('the reference and its styles name no other host, and use no remote validator', async () => {
  const { text: page } = await get('/docs');
  const { text: css } = await get('/docs/swagger-ui.css');
  const { text: init } = await get('/docs/init.js');
  expect(page + init).not.toMatch(/https?:|\/\//);
  expect(css.match(/url\((?!["']?(data:|#))[^)]*\)|@import[^;]*/g)).toBeNull();
  expect(init).toContain("validatorUrl: 'none'");
});

test('the reference has no inline script, so that its policy can forbid them', async () => {
  const { text, headers } = await get('/docs');
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [
        directive.slice(0, directive.indexOf(' ')),
        directive.slice(directive.indexOf(' ') + 1),
      ]),
  );
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('the served script is Swagger UI, complete', async () => {
  const { text } = await get('/docs/swagger-ui-bundle.js');
  expect(text).toContain('SwaggerUIBundle');
  expect(text.length).toBeGreaterThan(1_000_000);
  expect((await get('/docs/swagger-ui-bundle.js.map')).status).toBe(404);
  expect((await get('/docs/..%2fpackage.json')).status).toBe(404);
});

test('the address of the server alone leads to the page', async () => {
  const answered = await get('/');
  expect([answered.status, answered.headers.location, answered.text]).toEqual([302, '/docs', '']);
  expect(answered.headers['cache-control']).toBe('no-cache');
  expect((await request(app).post('/')).headers.allow).toBe('GET, HEAD');
});

test('an unknown path is 404 in the usual shape, and says where to look', async () => {
  for (const path of ['/nowhere', '/api/v1/nowhere', '/docs/nowhere']) {
    const { status, body } = await get(path);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error.message).toBe(
      'Nothing exists at this path. All paths start with /api/v1; /docs lists them.',
    );
  }
});
