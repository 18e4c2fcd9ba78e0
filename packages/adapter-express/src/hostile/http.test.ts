import { head, pipelined, raw, statusesIn } from '../testing/fuzz/raw.ts';
import { type World, world } from '../testing/world.ts';

let w: World;

beforeAll(async () => {
  w = await world();
});

/** After every attack the next request works, and no internal error was logged. */
afterEach(async () => {
  expect(w.faults).toEqual([]);
  expect((await w.admin.get('/me')).status).toBe(200);
});

const TITLE = '{"title":"Smuggled"}';
const auth = () => `Authorization: Bearer ${w.admin.secret}`;
const get = (path: string, ...more: string[]) =>
  head(`GET /api/v1${path} HTTP/1.1`, 'Host: tandem', auth(), ...more);
const close = 'Connection: close';

const tasks = async (): Promise<number> => (await w.admin.readsAll('/tasks')).length;

describe('rejects an ambiguous message length, and never treats the rest as a request', () => {
  const post = (...headers: string[]) =>
    head('POST /api/v1/tasks HTTP/1.1', 'Host: tandem', auth(), 'Content-Type: application/json', ...headers);
  /** Bytes that another parser would treat as the next request. */
  const behind = () => post(`Content-Length: ${TITLE.length}`, close) + TITLE;

  test.each<[string, string[], string]>([
    [
      'Content-Length and Transfer-Encoding',
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      '0\r\n\r\n',
    ],
    [
      'Transfer-Encoding and Content-Length',
      ['Transfer-Encoding: chunked', 'Content-Length: 5'],
      '0\r\n\r\n',
    ],
    ['two lengths', ['Content-Length: 2', 'Content-Length: 20'], '{}'],
    ['a list of lengths', ['Content-Length: 2, 20'], '{}'],
    ['a length with a sign', ['Content-Length: +2'], '{}'],
    ['a negative length', ['Content-Length: -2'], '{}'],
    ['a hexadecimal length', ['Content-Length: 0x2'], '{}'],
    ['a length that no integer holds', ['Content-Length: 99999999999999999999999'], '{}'],
    ['a length that is a word', ['Content-Length: two'], '{}'],
    ['a space before the colon', ['Content-Length : 2'], '{}'],
    ['a header that is folded', ['Content-Length:', ' 2'], '{}'],
    ['chunked in a list', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['an encoding that is almost chunked', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['an encoding with a tab', ['Transfer-Encoding:\x0bchunked'], '0\r\n\r\n'],
    ['two encodings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'],
    ['a chunk of a negative size', ['Transfer-Encoding: chunked'], '-1\r\n\r\n'],
    ['a chunk of a size that is none', ['Transfer-Encoding: chunked'], 'xyz\r\n\r\n'],
    ['a chunk of a size that no integer holds', ['Transfer-Encoding: chunked'], 'fffffffffffffffff1\r\n\r\n'],
    ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], '1\r\nab\r\n0\r\n\r\n'],
    ['a NUL in a header', ['X-A: a\0b'], ''],
    ['a header without a name', [': a'], ''],
    ['a header without a colon', ['nonsense'], ''],
  ])(
    'rejects an ambiguous message length, and never treats the rest as a request: %s',
    async (_what, headers, body) => {
      const before = await tasks();
      const answers = await raw(w, post(...headers), body, behind());
      expect(statusesIn(answers)).toEqual([400]);
      expect(await tasks()).toBe(before);
    },
  );

  test('a body shorter than its Content-Length creates no task', async () => {
    const before = await tasks();
    const answers = await raw(w, post(`Content-Length: ${TITLE.length + 1}`), TITLE);
    expect(statusesIn(answers).filter((status) => status < 400)).toEqual([]);
    expect(await tasks()).toBe(before);
  });

  test('reads a chunked body with trailers, without treating trailers as headers', async () => {
    const chunks = `${TITLE.length.toString(16)}\r\n${TITLE}\r\n0\r\nAuthorization: Bearer x\r\nX-HTTP-Method-Override: DELETE\r\n\r\n`;
    const answers = await raw(w, post('Transfer-Encoding: chunked', close), chunks);
    expect(statusesIn(answers)).toEqual([201]);
  });

  test('ignores the body of a GET, without treating it as a request', async () => {
    const before = await tasks();
    const inner = behind();
    const answers = await pipelined(
      w,
      get('/me', `Content-Length: ${inner.length}`),
      inner,
      get('/me', close),
    );
    expect(statusesIn(answers)).toEqual([200, 200]);
    expect(await tasks()).toBe(before);
  });
});

describe('a malformed request line or header', () => {
  test.each<[string, () => string]>([
    ['no HTTP at all', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['nothing but line ends', () => `${'\r\n'.repeat(10)}x\r\n\r\n`],
    ['an unknown method', () => head('BREW /api/v1/me HTTP/1.1', 'Host: tandem', auth(), close)],
    ['a method in small letters', () => head('get /api/v1/me HTTP/1.1', 'Host: tandem', auth(), close)],
    ['a space in the path', () => head('GET /api/v1/me x HTTP/1.1', 'Host: tandem', auth(), close)],
    ['an unknown version', () => head('GET /api/v1/me HTTP/9.9', 'Host: tandem', auth(), close)],
    ['no Host', () => head('GET /api/v1/me HTTP/1.1', auth(), close)],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('a malformed request line or header (%s) is 400', async (_what, text) => {
    expect(statusesIn(await raw(w, text()))).toEqual([400]);
  });

  test('returns 431 for more than 16 KiB of headers, in one or many, or for such a path', async () => {
    const long = 'x'.repeat(17 * 1024);
    const many = Array.from({ length: 2_000 }, (_, i) => `X-Header-${i}: y`);
    for (const text of [
      get('/me', `X-Long: ${long}`, close),
      get('/me', `Authorization: Bearer ${long}`, close),
      get('/me', ...many, close),
      get(`/me?x=${long}`, close),
    ]) {
      expect(statusesIn(await raw(w, text))).toEqual([431]);
    }
  });

  test('errors of Node itself disclose neither a key nor internals', async () => {
    for (const text of [
      `GET /api/v1/me\r\n${auth()}\r\n\r\n`,
      get('/me', `X: ${'x'.repeat(20_000)}`),
      'nonsense\r\n\r\n',
    ]) {
      const answer = await raw(w, text);
      expect(statusesIn(answer)).toHaveLength(1);
      expect(answer).not.toMatch(/tdm_|node|express|\.ts|\.js/i);
    }
  });

  test('a second Host or Authorization header has no effect', async () => {
    const twice = await raw(w, get('/me', 'Host: evil.example', close));
    expect([[200], [400]]).toContainEqual(statusesIn(twice));
    expect(twice).not.toContain('evil.example');
    const other = `Authorization: Bearer ${w.other.admin.secret}`;
    const both = await raw(w, get('/me', other, close));
    expect(both).toContain(w.id);
    expect(both).not.toContain(w.other.id);
    const wrongFirst = head(
      'GET /api/v1/me HTTP/1.1',
      'Host: tandem',
      'Authorization: Bearer x',
      auth(),
      close,
    );
    expect(statusesIn(await raw(w, wrongFirst))).toEqual([401]);
  });
});

describe('other forms of HTTP', () => {
  test('pipelined requests are answered in order', async () => {
    const answers = await pipelined(
      w,
      get('/me'),
      get('/nothing'),
      get('/tasks'),
      get('/workspace'),
      get('/me', close),
    );
    expect(statusesIn(answers)).toEqual([200, 404, 200, 200, 200]);
  });

  test('a rejected request does not affect the next one on its connection', async () => {
    const broken = '{"title":';
    const post = head(
      'POST /api/v1/tasks HTTP/1.1',
      'Host: tandem',
      auth(),
      'Content-Type: application/json',
      `Content-Length: ${broken.length}`,
    );
    const stranger = head('GET /api/v1/me HTTP/1.1', 'Host: tandem');
    const answers = await pipelined(w, post, broken, stranger, get('/me', close));
    expect(statusesIn(answers)).toEqual([400, 401, 200]);
  });

  test('answers HTTP/1.0 and closes the connection', async () => {
    const answer = await raw(w, head('GET /api/v1/me HTTP/1.0', auth()));
    expect(statusesIn(answer)).toEqual([200]);
    expect(answer).toMatch(/^Connection: close$/im);
  });

  test('an absolute URL in the request line counts as its path, whatever its host', async () => {
    const own = await raw(
      w,
      head('GET http://evil.example/api/v1/me HTTP/1.1', 'Host: tandem', auth(), close),
    );
    expect([[200], [404]]).toContainEqual(statusesIn(own));
    expect(own).not.toContain('evil.example');
    const twice = await raw(w, head('GET //evil.example/api/v1/me HTTP/1.1', 'Host: tandem', auth(), close));
    expect(statusesIn(twice)).toEqual([404]);
  });

  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '%s and _method have no effect',
    async (name) => {
      const task = await w.admin.creates('/tasks', { title: 'Stays' });
      await w.admin.does('post', `/tasks/${task.id}/archive`);
      const asked = get(`/tasks/${task.id}?_method=DELETE`, `${name}: DELETE`, close);
      expect(statusesIn(await raw(w, asked))).toEqual([200]);
      const posted = await w.admin
        .request('post', `/tasks/${task.id}`)
        .set(name, 'DELETE')
        .send({ _method: 'DELETE' });
      expect(posted.status).toBe(405);
      await w.admin.reads(`/tasks/${task.id}`);
    },
  );

  test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'PURGE', 'LINK', 'M-SEARCH'])(
    '%s has no effect, and the response repeats nothing of the request',
    async (method) => {
      const target = method === 'CONNECT' ? 'evil.example:443' : '/api/v1/me';
      const answer = await raw(w, head(`${method} ${target} HTTP/1.1`, 'Host: tandem', auth(), close));
      expect(statusesIn(answer).filter((status) => status < 400)).toEqual([]);
      expect(answer).not.toMatch(/tdm_|evil/);
    },
  );

  test('returns 417 for an unknown Expect, and supports 100-continue', async () => {
    const unknown = await raw(w, get('/me', 'Expect: 200-maybe', close));
    expect(statusesIn(unknown)).toEqual([417]);
    const known = head(
      'POST /api/v1/tasks HTTP/1.1',
      'Host: tandem',
      auth(),
      'Expect: 100-continue',
      'Content-Type: application/json',
      `Content-Length: ${TITLE.length}`,
      close,
    );
    expect(statusesIn(await pipelined(w, known, TITLE))).toEqual([100, 201]);
  });

  test('answers an upgrade request with the current protocol', async () => {
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
      const upgraded = get(
        '/me',
        `Upgrade: ${protocol}`,
        'Connection: Upgrade, HTTP2-Settings',
        'HTTP2-Settings: AA',
      );
      const answer = await raw(w, upgraded);
      expect(statusesIn(answer)).toEqual([200]);
    }
  });

  test('hosts and addresses in headers never appear in a response', async () => {
    const headers = [
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: javascript',
      'X-Forwarded-For: evil.example',
      'Forwarded: host=evil.example',
      'X-Original-URL: /api/v1/keys',
      'X-Rewrite-URL: /api/v1/keys',
      'X-Request-Id: evil.example',
      'Referer: https://evil.example/',
      'Origin: https://evil.example',
      'Cookie: session=evil.example',
    ];
    for (const path of ['/me', `/agents/${w.agent.id}`, '/nothing', '/tasks?limit=0']) {
      expect(await raw(w, get(path, ...headers, close))).not.toMatch(/evil|"kind":"service"/);
    }
  });
});

describe('slow headers are handled quickly', () => {
  const SOON_MS = 2_000;
  const LONG = 15_000;
  const SLOW: readonly (readonly [string, string])[] = [
    ['spaces', ' '.repeat(LONG)],
    ['spaces, then a letter', `${' '.repeat(LONG)}x`],
    ['commas and spaces', ', '.repeat(LONG / 2)],
    ['commas', ','.repeat(LONG)],
    ['semicolons', ';'.repeat(LONG)],
    ['quotation marks', '"'.repeat(LONG)],
    ['backslashes', '\\'.repeat(LONG)],
    ['equals signs', '='.repeat(LONG)],
    ['digits', '9'.repeat(LONG)],
    ['hyphens', '-'.repeat(LONG)],
    ['weak names', 'W/"x",'.repeat(LONG / 6)],
    ['a range that does not end', `bytes=${'1'.repeat(LONG / 2)}-${'1'.repeat(LONG / 2 - 10)}x`],
    ['many ranges', `bytes=${'0-0,'.repeat(LONG / 4 - 2)}`],
    ['preferences', 'handling=strict '.repeat(LONG / 16)],
    ['preferences with spaces', `handling${' '.repeat(LONG)}=`],
    ['a key that does not end', `Bearer ${'a '.repeat(LONG / 2)}`],
    ['qualities', '*;q=0.1,'.repeat(LONG / 8)],
    ['media types', 'a/b;c="'.repeat(LONG / 7)],
    ['letters beyond ASCII', '\u00e9'.repeat(LONG)],
  ];
  const NAMES = [
    'Prefer',
    'Range',
    'If-Range',
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'Authorization',
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Content-Type',
    'Content-Encoding',
    'X-Forwarded-For',
    'Cookie',
    'Origin',
    'Connection',
  ];

  test.each(SLOW)('%s', async (_what, value) => {
    const file = await w.admin.request('post', '/files').attach('file', Buffer.from('Hello'), 'a.txt');
    for (const name of NAMES) {
      for (const [line, body] of [
        [`GET /api/v1/files/${file.body.id}/content HTTP/1.1`, ''],
        ['POST /api/v1/tasks HTTP/1.1', TITLE],
        ['POST /api/v1/files HTTP/1.1', TITLE],
      ] as const) {
        const own = name === 'Authorization' ? [] : [auth()];
        const type = name === 'Content-Type' || body === '' ? [] : ['Content-Type: application/json'];
        const length = `Content-Length: ${body.length}`;
        const began = performance.now();
        const answer = await raw(
          w,
          head(line, 'Host: tandem', ...own, ...type, length, `${name}: ${value}`),
          body,
        );
        expect([line, name, ...statusesIn(answer)]).toEqual([line, name, expect.any(Number)]);
        expect(statusesIn(answer)[0]).toBeLessThan(500);
        expect(performance.now() - began).toBeLessThan(SOON_MS);
      }
    }
  });
});
