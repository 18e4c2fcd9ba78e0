import { sendTo } from '../testing/client.ts';
import { outcome, type World, world } from '../testing/world.ts';

/*
 * Attacks on sessions by other sites, and by anyone who can set a cookie in a browser (docs/security.md,
 * Sessions).
 */

let w: World;
let cookie: string;
let host: string;

const send = (method: string, path: string, headers: Record<string, string>, body?: string, over = w) =>
  sendTo(over.server, {
    method,
    path: `/api/v1${path}`,
    headers: {
      ...headers,
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      }),
    },
    body,
  });
const signIn = (headers: Record<string, string> = {}, over = w) =>
  send('POST', '/sessions', headers, JSON.stringify({ key: over.admin.secret }), over);
const cookieIn = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] as string;

beforeAll(async () => {
  w = await world();
  cookie = cookieIn(await signIn());
  host = `127.0.0.1:${(w.server.address() as { port: number }).port}`;
});

const UNKNOWN = '401 UNAUTHENTICATED';
const read = async (headers: Record<string, string>) => outcome(await send('GET', '/me', headers));
const change = async (headers: Record<string, string>) =>
  outcome(await send('POST', '/tasks', headers, '{"title":"x"}'));

test.each([
  ['a page of the server', { 'Sec-Fetch-Site': 'same-origin' }, '200', '201'],
  ['a page of another origin of this site', { 'Sec-Fetch-Site': 'same-site' }, UNKNOWN, UNKNOWN],
  ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, UNKNOWN, UNKNOWN],
  ['the line of addresses', { 'Sec-Fetch-Site': 'none' }, '200', UNKNOWN],
  ['what no browser says', { 'Sec-Fetch-Site': 'x' }, UNKNOWN, UNKNOWN],
  ['nobody, without the header', {}, '200', '201'],
])('a session is sent by %s', async (_of, headers, reading, changing) => {
  const sent = { Cookie: cookie, 'Tandem-Session': '1', ...headers };
  expect([await read(sent), await change(sent)]).toEqual([reading, changing]);
});

test("without Sec-Fetch-Site, the Origin must be the server's own", async () => {
  const sent = { Cookie: cookie, 'Tandem-Session': '1' };
  const [name] = host.split(':');
  expect(await change({ ...sent, Origin: `http://${host}` })).toBe('201');
  for (const Origin of [
    `http://${name}:1`,
    'http://evil.example',
    'null',
    '',
    `http://${host}.evil.example`,
  ]) {
    expect([await read({ ...sent, Origin }), await change({ ...sent, Origin })]).toEqual([UNKNOWN, UNKNOWN]);
  }
});

test("forms can't make changes, because changes need a header that forms can't send", async () => {
  const own = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  for (const headers of [own, { ...own, 'Tandem-Session': '0' }, { ...own, 'Tandem-Session': '' }]) {
    expect(await change(headers)).toBe(UNKNOWN);
    expect(await read(headers)).toBe('200');
  }
  const refused = await send('POST', '/tasks', own, '{}');
  expect(refused.body.error.message).toContain('Tandem-Session: 1');
});

test("rejects a request for another session than the browser's, without changing anything", async () => {
  const own = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  const { id } = (await send('GET', '/me', own)).body.key;
  const other = cookieIn(await signIn());
  const tasks = async () => (await send('GET', '/tasks?limit=100', own)).body.data.length;
  const before = await tasks();
  for (const [Cookie, named, status] of [
    [cookie, id, 'ok'],
    [other, id, '409 OTHER_SESSION'],
    [cookie, 'no-such-session', '409 OTHER_SESSION'],
    ['tandem=x', id, UNKNOWN],
  ] as const) {
    const headers = { ...own, Cookie, 'Tandem-Session': named };
    expect([await read(headers), await change(headers)]).toEqual(
      status === 'ok' ? ['200', '201'] : [status, status],
    );
  }
  expect(await tasks()).toBe(before + 1);
  // A key does not depend on what the browser sends.
  const key = { Authorization: `Bearer ${w.person.secret}`, Cookie: other, 'Tandem-Session': id };
  expect(await read(key)).toBe('200');
});

test('a key takes precedence over a session, even an invalid key', async () => {
  const bob = { Authorization: `Bearer ${w.person.secret}`, Cookie: cookie };
  expect((await send('GET', '/me', bob)).body.caller.name).toBe('bob');
  expect(await read({ Authorization: 'Bearer x', Cookie: cookie })).toBe(UNKNOWN);
  expect(await read({ Authorization: '', Cookie: cookie })).toBe(UNKNOWN);
});

test('a session secret is not accepted as a key, nor a key as a session', async () => {
  const [name, secret] = cookie.split('=');
  expect(await read({ Authorization: `Bearer ${secret}` })).toBe(UNKNOWN);
  expect(await read({ Cookie: `${name}=${w.admin.secret}` })).toBe(UNKNOWN);
});

test('rejects forged, foreign, duplicate and huge cookies', async () => {
  const [name, secret = ''] = cookie.split('=') as [string, string];
  const forged = [
    `${name}=`,
    `${name}=x`,
    `${name}=${secret.slice(0, -1)}${secret.endsWith('0') ? 1 : 0}`,
    `${name}=${secret.replace(/_\w+?_/, '_01ARZ3NDEKTSV4RRFFQ69G5FAV_')}`,
    `${name}="${secret}"`,
    `${name}=${'a'.repeat(8_000)}`,
    `${name}=%00; ${name}=\u00ff`,
    `tandem=${secret}`,
    `tandem-1=${secret}`,
    `__Host-${name}=${secret}`,
    `${cookie}; ${name}=x`,
    `${name}=x; ${cookie}`,
    `${cookie}; ${cookie}`,
    ';;;=;',
  ];
  for (const Cookie of forged) expect([Cookie, await read({ Cookie })]).toEqual([Cookie, UNKNOWN]);
  expect(await read({ Cookie: `other=1; ${cookie}; tandem-1=x` })).toBe('200');
  expect(await read({ Cookie: `${'x=y; '.repeat(2_000)}${cookie}` })).toBe('200');
});

test("other sites can't sign a browser in", async () => {
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
  ]) {
    const answer = await signIn(headers as Record<string, string>);
    expect([outcome(answer), answer.headers['set-cookie']]).toEqual(['403 FORBIDDEN', undefined]);
  }
  const form = { method: 'POST', path: '/api/v1/sessions', body: 'key=x' };
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const headers = { 'Content-Type': type, 'Content-Length': '5' };
    expect(outcome(await sendTo(w.server, { ...form, headers }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  }
});

test('a cookie set before sign-in never becomes valid: each session has a new secret', async () => {
  const [name] = cookie.split('=');
  const planted = `${name}=tds_planted_x`;
  const answer = await signIn({ Cookie: planted });
  expect(cookieIn(answer)).not.toBe(planted);
  expect(cookieIn(await signIn({ Cookie: cookie }))).not.toBe(cookie);
});

test('two servers on one host have separate cookies', async () => {
  const second = await world();
  const theirs = cookieIn(await signIn({}, second));
  const both = { Cookie: `${cookie}; ${theirs}` };
  expect((await send('GET', '/me', both)).body.workspace.id).toBe(w.id);
  expect((await send('GET', '/me', both, undefined, second)).body.workspace.id).toBe(second.id);
});

test('two servers behind one proxy, at paths that it removes, have separate cookies and the right OpenAPI servers', async () => {
  const names = new Set<string | undefined>();
  for (const publicPrefix of ['/red', '/blue']) {
    const at = await world({ http: { publicOrigin: 'https://tandem.example', publicPrefix } });
    const headers = { Host: 'tandem.example', Origin: 'https://tandem.example' };
    names.add(cookieIn(await signIn(headers, at)).split('=')[0]);
    const { body } = await send('GET', '/openapi.json', headers, undefined, at);
    expect(body.servers).toMatchObject([{ url: publicPrefix }]);
  }
  expect([...names]).toEqual(['__Host-tandem-443-red', '__Host-tandem-443-blue']);
});

test('behind an HTTPS proxy, the cookie is limited to that host and to HTTPS', async () => {
  const proxied = await world({ http: { trustedProxies: 1 } });
  const headers = { 'X-Forwarded-Proto': 'https', Host: 'tandem.example' };
  const answer = await signIn(headers, proxied);
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^__Host-tandem-443=tds_\w+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  const Cookie = cookieIn(answer);
  expect((await send('GET', '/me', { ...headers, Cookie }, undefined, proxied)).status).toBe(200);
  // The headers of an untrusted proxy have no effect.
  expect(String((await signIn(headers)).headers['set-cookie'])).not.toContain('Secure');
});

describe('behind a proxy that changes Host', () => {
  const PUBLIC = 'http://tandem.example';
  const browser = { Origin: PUBLIC, 'Tandem-Session': '1' };

  test('rejects a sign-in with both origins and the setting that helps, and reports it', async () => {
    const onProxyProblem = jest.fn();
    const behind = await world({ http: { onProxyProblem } });
    const to = `127.0.0.1:${(behind.server.address() as { port: number }).port}`;
    const answer = await signIn(browser, behind);
    expect(outcome(answer)).toBe('403 FORBIDDEN');
    expect(answer.body.error.message).toContain(
      `The request comes from a page at ${PUBLIC} and was sent to ${to}. If ${PUBLIC} is this server behind a proxy, configure the proxy to forward the Host header, or set TANDEM_PUBLIC_URL=${PUBLIC}.`,
    );
    expect(onProxyProblem).toHaveBeenCalledWith({ kind: 'origin refused', origin: PUBLIC, host: to });
    const Cookie = cookieIn(await signIn({}, behind));
    const read = await send('GET', '/me', { ...browser, Cookie }, undefined, behind);
    expect([outcome(read), read.body.error.message]).toEqual([
      UNKNOWN,
      expect.stringContaining(`set TANDEM_PUBLIC_URL=${PUBLIC}`),
    ]);
  });

  test('recommends no setting for a page that the browser reports as cross-site, or for an invalid Origin', async () => {
    const onProxyProblem = jest.fn();
    const behind = await world({ http: { onProxyProblem } });
    for (const headers of [
      { ...browser, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null' },
      { Origin: 'http://[' },
      { ...browser, Host: 'a b' },
    ]) {
      const answer = await signIn(headers as Record<string, string>, behind);
      if (answer.status !== 400) expect(answer.body.error.message).not.toContain('TANDEM_PUBLIC_URL');
    }
    expect(onProxyProblem).not.toHaveBeenCalled();
  });

  test('people sign in only at the public origin', async () => {
    const behind = await world({ http: { publicOrigin: PUBLIC } });
    const answer = await signIn(browser, behind);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^tandem-80=tds_\w+; [^;]+; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const Cookie = cookieIn(answer);
    const change = await send('POST', '/tasks', { ...browser, Cookie }, '{"title":"x"}', behind);
    expect([change.status, (await send('GET', '/me', { Cookie }, undefined, behind)).status]).toEqual([
      201, 200,
    ]);
    const other = await signIn({ Origin: 'http://evil.example' }, behind);
    expect([outcome(other), other.body.error.message]).toEqual([
      '403 FORBIDDEN',
      expect.stringContaining(`this server's is at ${PUBLIC}`),
    ]);
    const own = `http://127.0.0.1:${(behind.server.address() as { port: number }).port}`;
    expect(outcome(await signIn({ Origin: own, 'Sec-Fetch-Site': 'same-origin' }, behind))).toBe(
      '403 FORBIDDEN',
    );
  });

  test('a public origin with HTTPS makes the cookie Secure, whatever the proxy says', async () => {
    const behind = await world({ http: { publicOrigin: 'https://tandem.example:8443' } });
    const headers = { Origin: 'https://tandem.example:8443', 'Sec-Fetch-Site': 'same-origin' };
    const answer = await signIn(headers, behind);
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-tandem-8443=.*; Path=\/; .*; Secure$/);
    const Cookie = cookieIn(answer);
    expect((await send('GET', '/me', { Cookie }, undefined, behind)).status).toBe(200);
  });
});

test('behind a proxy that hides HTTPS, the cookie is still Secure, and this is reported', async () => {
  const onProxyProblem = jest.fn();
  const behind = await world({ http: { trustedProxies: 1, onProxyProblem } });
  const headers = {
    Host: 'tandem.example',
    Origin: 'https://tandem.example',
    'Sec-Fetch-Site': 'same-origin',
  };
  const answer = await signIn(headers, behind);
  expect(String(answer.headers['set-cookie'])).toMatch(/^tandem-80=tds_\w+; .*; Secure$/);
  expect(onProxyProblem).toHaveBeenCalledWith({
    kind: 'https not reported',
    origin: 'https://tandem.example',
    host: 'tandem.example',
  });
  const Cookie = cookieIn(answer);
  expect((await send('GET', '/me', { Host: 'tandem.example', Cookie }, undefined, behind)).status).toBe(200);
});

test('pages allowed by CORS may use keys but not sessions', async () => {
  const open = await world({ http: { corsOrigins: ['*'] } });
  const Cookie = cookieIn(await signIn({}, open));
  const headers = { Origin: 'https://board.example', 'Sec-Fetch-Site': 'cross-site', 'Tandem-Session': '1' };
  const answer = await send('GET', '/me', { ...headers, Cookie }, undefined, open);
  expect([answer.status, answer.headers['access-control-allow-credentials']]).toEqual([401, undefined]);
  expect(outcome(await signIn(headers, open))).toBe('403 FORBIDDEN');
});

test('failed sign-ins count against the address', async () => {
  const limited = await world({ rateLimit: 30 });
  const outcomes = new Set<string>();
  for (let i = 0; i < 61; i++) {
    outcomes.add(outcome(await send('POST', '/sessions', {}, '{"code":"x"}', limited)));
  }
  expect([...outcomes]).toEqual(['404 NOT_FOUND', '429 RATE_LIMITED']);
  for (let i = 0; i < 31; i++) {
    const name = `tandem-${(limited.server.address() as { port: number }).port}`;
    outcomes.add(outcome(await send('GET', '/me', { Cookie: `${name}=x` }, undefined, limited)));
  }
  expect([...outcomes]).toEqual(['404 NOT_FOUND', '429 RATE_LIMITED', UNKNOWN]);
});
