import { createServer } from 'node:http';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type Tandem } from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import express, { type Express, type Request, type Response } from 'express';
import request from 'supertest';
import type { Gateway } from './gateway/gateway.ts';
import { createApp, type HttpOptions } from './server.ts';

/* The app mounted in a host's Express app, which has its own settings and middleware. */

const ports = nodePorts();
let tandem: Tandem;
let key: string;
let errors: unknown[];

beforeEach(async () => {
  errors = [];
  tandem = createTandem({ ...ports, storage: inMemoryStorage(), contents: inMemoryContents(ports) });
  ({ secret: key } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } }));
});

const app = (options: Partial<HttpOptions> = {}): Express =>
  createApp({
    tandem,
    newId: ports.newId,
    rateLimit: 0,
    onError: (error) => errors.push(error),
    ...options,
  });

type Verb = 'get' | 'post' | 'patch' | 'put';

const ask = (host: Express, verb: Verb, path: string) =>
  request(host)[verb](path).set('Authorization', `Bearer ${key}`);

/** A host with the app at /team, behind the given middleware. */
function hostWith(
  prepare: (host: Express) => void = () => undefined,
  options?: Partial<HttpOptions>,
): Express {
  const host = express();
  prepare(host);
  host.use('/team', app(options));
  host.get('/', (_req, res) => void res.send('the host'));
  return host;
}

describe('under a prefix', () => {
  test('under a prefix everything works as at the root, and the host keeps its other paths', async () => {
    const host = hostWith();
    const { body } = await ask(host, 'post', '/team/api/v1/tasks').send({ title: 'A' }).expect(201);
    await ask(host, 'get', `/team/api/v1/tasks/${body.taskNumber}`).expect(200);
    await request(host).get('/team/healthz').expect(200);
    expect((await request(host).get('/team')).headers.location).toBe('/team/docs');
    expect((await request(host).get('/')).text).toBe('the host');
    expect((await request(host).get('/api/v1/tasks')).text).not.toContain('requestId');
  });

  test('under a prefix a file is uploaded and downloaded', async () => {
    const host = hostWith();
    const upload = ask(host, 'post', '/team/api/v1/files').attach('file', Buffer.from('Hello'), 'a.txt');
    const { body } = await upload.expect(201);
    expect((await ask(host, 'get', `/team/api/v1/files/${body.id}/content`)).text).toBe('Hello');
  });

  test.each([
    ['an app', (host: Express) => host.use('/team', app())],
    ['a router', (host: Express) => host.use('/team', express.Router().use(app()))],
    ['a router in a router', (host: Express) => host.use('/', express.Router().use('/team', app()))],
    ['a prefix with a parameter', (host: Express) => host.use('/:who', app())],
  ])('under a prefix the links of an agent lead to it: %s', async (_where, mount) => {
    const host = express();
    mount(host);
    const agent = { name: 'otto', displayName: 'Otto', emoji: 'o', model: 'any' };
    const { body } = await ask(host, 'post', '/team/api/v1/agents').send(agent).expect(201);
    const { _links } = (await ask(host, 'get', `/team/api/v1/agents/${body.id}`)).body;
    expect(Object.keys(_links)).toEqual(['sessions', 'activity', 'telemetry']);
    for (const link of Object.values<string>(_links)) {
      expect(link).toMatch(/^\/team\/api\/v1\/agents\//);
      await ask(host, 'get', link).expect(200);
    }
  });

  test('under a prefix a gateway is called with its key check, and its app sees no prefix', async () => {
    const calls: unknown[] = [];
    const gateway: Gateway = {
      path: '/tools',
      answer: async (_req, res, { body, key, fetch }) => {
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
        const made = await fetch('http://inside/api/v1/tasks', {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        const refused = await fetch('http://inside/api/v1/tasks/99?x=%20', { headers });
        const empty = await fetch('http://inside/api/v1/tasks/1/subscription', { method: 'PUT', headers });
        res.end(JSON.stringify([made.status, (await made.json()) as object, refused.status, empty.status]));
      },
    };
    const host = hostWith(undefined, { gateway, onRequest: (entry) => calls.push(entry) });
    const { text, headers } = await ask(host, 'post', '/team/tools').send({ title: 'Inside' }).expect(200);
    const [created, task, missing, none] = JSON.parse(text);
    expect([created, task.title, missing, none]).toEqual([201, 'Inside', 404, 204]);
    expect(calls).toMatchObject([{ operation: 'tools', status: 200, requestId: headers['x-request-id'] }]);
    await request(host).post('/team/tools').send({ title: 'A' }).expect(401);
    await ask(host, 'post', '/team/tools').set('Host', 'evil.example').send({ title: 'A' }).expect(403);
    await ask(host, 'get', '/team/tools').expect(405);
    expect(errors).toEqual([]);
  });

  test('messages name paths under the prefix', async () => {
    const host = hostWith();
    const message = async (verb: Verb, path: string, body: object) =>
      (await ask(host, verb, path).send(body)).body.error.message;
    await ask(host, 'post', '/team/api/v1/tasks').send({ title: 'A' }).expect(201);
    expect(await message('get', '/team/api/v2', {})).toContain('start with /team/api/v1; /team/docs lists');
    expect(await message('patch', '/team/api/v1/tasks/1', { status: 'done' })).toContain(
      'POST /team/api/v1/tasks/:identifier/transition',
    );
    expect(await message('patch', '/team/api/v1/tasks/1', { labels: ['x'] })).toContain(
      'POST /team/api/v1/labels',
    );
    const { status, headers } = await ask(host, 'put', '/team/api/v1/tasks/1');
    expect([status, headers.allow]).toEqual([405, 'GET, PATCH, DELETE, HEAD']);
  });

  test.each(['/team', '/somewhere/else'])(
    'the document names the prefix %s as its server',
    async (prefix) => {
      // The document names the cookie of a port, so both requests go to the same one.
      const host = createServer(express().use('/team', app()).use('/somewhere/else', app()));
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
      const { body, headers } = await request(host).get(`${prefix}/api/v1/openapi.json`);
      expect(body.servers).toEqual([{ url: prefix, description: expect.any(String) }]);
      expect(body.paths).toHaveProperty(['/api/v1/tasks']);
      const again = request(host).get(`${prefix}/api/v1/openapi.json`);
      await again.set('If-None-Match', String(headers.etag)).expect(304);
      host.close();
    },
  );

  test('the document and messages name a prefix that was removed from the URL alone, as middie does', async () => {
    const inner = app();
    const host = createServer((req, res) => {
      const { url = '/' } = req;
      Object.assign(req, { originalUrl: url, url: url.replace('/team', '') });
      inner(req as Request, res as Response);
    });
    const { body } = await request(host).get('/team/api/v1/openapi.json?x=/team');
    expect(body.servers[0].url).toBe('/team');
    const refused = await request(host).get('/team/api/v2').set('Authorization', `Bearer ${key}`);
    expect(refused.body.error.message).toContain('start with /team/api/v1');
    expect((await request(host).get('/api/v1/openapi.json')).body.servers[0].url).toBe('/');
  });

  test.each(['', '/team'])('the document at the prefix %j names the cookie of a session', async (prefix) => {
    const host = createServer(express().use(prefix || '/', app({ web: true } as Partial<HttpOptions>)));
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    try {
      const { body } = await request(host).get(`${prefix}/api/v1/openapi.json`);
      const signedIn = await request(host).post(`${prefix}/api/v1/sessions`).send({ key });
      const [setCookie] = [signedIn.headers['set-cookie'] ?? []].flat();
      expect(setCookie).toMatch(new RegExp(`^${body.components.securitySchemes.session.name}=`));
    } finally {
      host.close();
    }
  });

  test('the document is not rebuilt for every port that a client names', async () => {
    const host = createServer(app());
    const names = new Set<string>();
    for (const port of [1, 2, 3]) {
      const { body } = await request(host).get('/api/v1/openapi.json').set('Host', `127.0.0.1:${port}`);
      names.add(body.components.securitySchemes.session.name);
    }
    // Each request goes to a different port and names it.
    expect([...names].some((name) => /^tandem-[123]$/.test(name))).toBe(false);
  });

  test('an app at two prefixes names each as requested', async () => {
    const both = app();
    const host = express().use('/a', both).use('/b', both);
    for (const prefix of ['/a', '/b', '/a']) {
      const { body } = await request(host).get(`${prefix}/api/v1/openapi.json`);
      expect(body.servers[0].url).toBe(prefix);
    }
  });

  test.each(['/team/docs', '/team/docs/', '/docs', '/docs/'])(
    'the reference at %s loads all its files',
    async (path) => {
      const host = hostWith().use(app());
      const page = await request(host).get(path).redirects(1);
      const at = new URL(page.redirects[0] ?? path, 'http://host');
      const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => String(link));
      const init = new URL(links.find((link) => link.endsWith('init.js')) ?? '', at);
      const [, document] = /url: '([^']+)'/.exec((await request(host).get(init.pathname)).text) ?? [];
      expect(links.length).toBeGreaterThan(3);
      for (const link of [...links, String(document)]) {
        const { pathname } = new URL(link, at);
        expect([pathname, (await request(host).get(pathname)).status]).toEqual([pathname, 200]);
        expect(pathname.startsWith('/team/')).toBe(path.startsWith('/team/'));
      }
    },
  );
});

describe('settings of the host', () => {
  test('settings of the host for ETags and queries apply to its own paths only', async () => {
    const host = hostWith((it) => it.set('etag', 'strong').set('query parser', 'extended'));
    const { status, headers } = await ask(host, 'get', '/team/api/v1/tasks?limit[a]=5&status=todo');
    expect([status, headers.etag]).toEqual([200, undefined]);
    const twice = await ask(host, 'get', '/team/api/v1/tasks?limit=1&limit=2');
    expect(twice.body.error.fields).toHaveProperty('limit');
  });

  test('settings of the host that change req.query have no effect', async () => {
    const host = hostWith((it) =>
      it.use((req, _res, next) => {
        Object.defineProperty(req, 'query', { value: { limit: 'none' } });
        next();
      }),
    );
    await ask(host, 'get', '/team/api/v1/tasks?limit=5').expect(200);
    await ask(host, 'get', '/team/api/v1/tasks?limit=x').expect(400);
  });

  test('the proxy setting of the host applies, unless the app has its own', async () => {
    const guess = async (host: Express) => {
      for (let n = 0; n < 61; n++) {
        const { status } = await request(host)
          .post('/team/api/v1/invitations/accept')
          .set('X-Forwarded-For', `10.0.0.${n}`)
          .send({ code: 'x' });
        if (status !== 404) return status;
      }
      return 404;
    };
    expect(await guess(hostWith())).toBe(429);
    expect(await guess(hostWith((host) => host.set('trust proxy', 1)))).toBe(404);
    expect(await guess(hostWith((host) => host.set('trust proxy', 1), { trustedProxies: 0 }))).toBe(429);
    expect(await guess(hostWith(undefined, { trustedProxies: 1 }))).toBe(404);
  });

  test('res.locals of the host are kept', async () => {
    const seen: unknown[] = [];
    const host = hostWith((it) =>
      it.use((_req, res, next) => {
        res.locals.trace = 'the trace of the host';
        res.once('finish', () => seen.push(res.locals));
        next();
      }),
    );
    await ask(host, 'get', '/team/api/v1/me').expect(200);
    expect(seen).toEqual([{ trace: 'the trace of the host' }]);
  });
});

/** Body parsers that a host may run before the app, by what they produce from JSON. */
const PARSERS: [string, () => ReturnType<typeof express.json>][] = [
  ['a JSON parser', () => express.json()],
  ['a JSON parser that takes anything', () => express.json({ strict: false, type: () => true })],
  ['a text parser', () => express.text({ type: () => true })],
  ['a raw parser', () => express.raw({ type: () => true })],
  [
    'parsers for JSON and forms',
    () => express.Router().use(express.json(), express.urlencoded({ extended: true })) as never,
  ],
];

describe.each(PARSERS)('behind %s of the host', (_name, parser) => {
  const host = () => hostWith((it) => it.use(parser()));
  const sent = (text: string, type = 'application/json') =>
    ask(host(), 'post', '/team/api/v1/tasks').set('Content-Type', type).send(text);

  test('behind a parser of the host a body is used as parsed', async () => {
    expect((await sent('{"title":"A","tags":["x"]}')).body).toMatchObject({ title: 'A', tags: ['x'] });
  });

  test('behind a parser of the host a body gets the same checks', async () => {
    for (const [text, field] of [
      ['{"title":7}', 'title'],
      ['{"title":"a\\u0000b"}', 'title'],
      ['{"title":"A","ignored":{"deep":"a\\ud83e"}}', 'ignored.deep'],
      [`{"title":"A","ignored":${'['.repeat(100)}${']'.repeat(100)}}`, 'body'],
      ['[]', 'body'],
      ['{}', 'title'],
    ]) {
      const { status, body } = await sent(String(text));
      expect([text, status, Object.keys(body.error.fields)]).toEqual([text, 400, [field]]);
    }
  });

  test('behind a parser of the host a body that is not JSON is refused, even if the host could read it', async () => {
    for (const [text, type] of [
      ['title=A', 'application/x-www-form-urlencoded'],
      ['{"title":"A"}', 'text/plain'],
    ]) {
      const { status, body } = await sent(String(text), type);
      // A parser that takes anything refuses the form by itself.
      if (body?.error) expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      else expect(status).toBe(400);
    }
  });

  test('behind a parser of the host an optional body can be omitted', async () => {
    const agent = { name: 'otto', displayName: 'Otto', emoji: 'o', model: 'any' };
    const it = host();
    const { body } = await ask(it, 'post', '/team/api/v1/agents').send(agent).expect(201);
    await ask(it, 'post', `/team/api/v1/agents/${body.id}/turns/claim`).expect(403);
    await ask(it, 'post', '/team/api/v1/tasks').expect(400);
  });
});

test('a body that is not JSON, which the host parsed as text, is refused as such', async () => {
  const host = hostWith((it) => it.use(express.text({ type: () => true })));
  const answer = await ask(host, 'post', '/team/api/v1/tasks')
    .set('Content-Type', 'application/json')
    .send('{');
  expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_JSON']);
});

test('the size limit of a body that the host parses is the host’s', async () => {
  const long = { title: 'A', ignored: 'x'.repeat(2 * 1024 * 1024) };
  const roomy = hostWith((it) => it.use(express.json({ limit: '5mb' })));
  await ask(roomy, 'post', '/team/api/v1/tasks').send(long).expect(201);
  await ask(hostWith(), 'post', '/team/api/v1/tasks').send(long).expect(413);
  const narrow = hostWith((it) => it.use(express.json({ limit: '1kb' })));
  await ask(narrow, 'post', '/team/api/v1/tasks').send(long).expect(413);
});

test.each(['tasks', 'files'])(
  'a body of %s that the host has consumed is reported as an error of the host',
  async (resource) => {
    const host = hostWith((it) =>
      it.use(async (req, _res, next) => {
        for await (const _ of req);
        next();
      }),
    );
    const open = ask(host, 'post', `/team/api/v1/${resource}`);
    const answer = await (resource === 'files'
      ? open.attach('file', Buffer.from('x'), 'x.txt')
      : open.send({ title: 'A' }));
    expect([answer.status, answer.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('Mount Tandem before') }),
    ]);
  },
);
