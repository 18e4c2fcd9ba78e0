import { request } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { createWebhookSender } from './sender.ts';
import { withEnvironment } from './testing/environment.ts';
import { attemptAt, endReceivers, receiver, SECRET, TO_LOOPBACK } from './testing/receivers.ts';

afterEach(endReceivers);

const sender = createWebhookSender(TO_LOOPBACK);

describe('a message', () => {
  test('a message is a POST of JSON with the headers of Standard Webhooks, and closes its connection', async () => {
    const { port, received } = await receiver();
    const attempt = attemptAt(`http://receiver.test:${port}/hooks?team=7#part`, {
      body: '{"title":"Größe 😀"}',
    });
    expect(await sender.send(attempt)).toEqual({
      ok: true,
      code: 204,
      durationMs: expect.any(Number),
      answer: '',
      retryAfterMs: null,
    });
    expect(received).toEqual([
      {
        method: 'POST',
        path: '/hooks?team=7',
        headers: {
          host: `receiver.test:${port}`,
          connection: 'close',
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(attempt.body)),
          'user-agent': 'Tandem/1',
          accept: '*/*',
          'accept-encoding': 'identity',
          'webhook-id': attempt.id,
          'webhook-timestamp': String(Math.floor(attempt.timestamp / 1000)),
          'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        },
        body: attempt.body,
      },
    ]);
  });

  // The examples that the libraries of Standard Webhooks are tested with, in JavaScript, Python, Go, C#, and in Rust.
  // biome-ignore format: a table
  test.each([
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}',
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk', 1649367553,
      '{"email":"test@example.com","username":"test_user"}', 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw='],
  ])('a message has the signature that Standard Webhooks publish for it (%s)', async (secret, id, seconds, body, signature) => {
    const { port, received } = await receiver();
    const url = `http://receiver.test:${port}/`;
    await sender.send({ url, id, body, secrets: [secret], timestamp: seconds * 1000 + 999 });
    expect(received[0]?.headers['webhook-timestamp']).toBe(String(seconds));
    expect(received[0]?.headers['webhook-signature']).toBe(signature);
    expect(received[0]?.body).toBe(body);
  });

  test('a message is signed with every secret, newest first, and verifies with any of them', async () => {
    const { port, received } = await receiver();
    const secrets = [sender.newSecret(), SECRET];
    const attempt = attemptAt(`http://receiver.test:${port}/`, { secrets });
    await sender.send(attempt);
    const headers = (received[0]?.headers ?? {}) as Record<string, string>;
    const body = received[0]?.body ?? '';
    const signatures = headers['webhook-signature']?.split(' ');
    const seconds = new Date(attempt.timestamp);
    expect(signatures).toEqual(secrets.map((secret) => new Webhook(secret).sign(attempt.id, seconds, body)));
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
    const stranger = new Webhook(sender.newSecret());
    expect(() => stranger.verify(body, headers)).toThrow();
  });

  test.each([
    ['There is no secret to sign with. Nothing was sent.', []],
    ['A secret of this webhook is unusable. Nothing was sent. Rotate the secret.', [SECRET, 'whsec_']],
    ['A secret of this webhook is unusable. Nothing was sent. Rotate the secret.', ['whsec_?']],
  ])('a message is never sent unsigned: %s %j', async (answer, secrets) => {
    const { port, connections } = await receiver();
    const outcome = await sender.send(attemptAt(`http://receiver.test:${port}/`, { secrets }));
    expect(outcome).toMatchObject({ ok: false, code: null, answer });
    expect(connections()).toBe(0);
  });

  test('a message cannot inject a header through its id', async () => {
    const { port, connections } = await receiver();
    const outcome = await sender.send(
      attemptAt(`http://receiver.test:${port}/`, { id: 'msg\r\nx-admin: yes' }),
    );
    expect(outcome).toMatchObject({
      ok: false,
      code: null,
      answer: 'Nothing could be sent (UND_ERR_INVALID_ARG).',
    });
    expect(connections()).toBe(0);
  });
});

test('every message has a connection of its own, in parallel or in sequence', async () => {
  const { port, connections } = await receiver();
  const url = `http://receiver.test:${port}/`;
  for (let i = 0; i < 3; i++) await sender.send(attemptAt(url));
  await Promise.all([sender.send(attemptAt(url)), sender.send(attemptAt(url))]);
  expect(connections()).toBe(5);
});

test('the sender ignores a proxy in the environment', async () => {
  const proxy = await receiver();
  const { port, received } = await receiver();
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'];
  const url = `http://127.0.0.1:${proxy.port}`;
  const environment = { ...Object.fromEntries(names.map((name) => [name, url])), NODE_USE_ENV_PROXY: '1' };
  await withEnvironment(environment, async () => {
    // The proxy itself works.
    await new Promise((resolve) => request(url, resolve).end());
    expect(proxy.connections()).toBe(1);
    await createWebhookSender(TO_LOOPBACK).send(attemptAt(`http://receiver.test:${port}/`));
  });
  expect(received).toHaveLength(1);
  expect(proxy.connections()).toBe(1);
});

describe('the outcome', () => {
  const answered = async (code: number, headers: Record<string, string>, body: string | Buffer = '') => {
    const { port, connections } = await receiver((_, response) => {
      response.writeHead(code, headers).end(body);
    });
    const outcome = await sender.send(attemptAt(`http://receiver.test:${port}/`));
    expect(connections()).toBe(1);
    return outcome;
  };

  test.each([200, 201, 202, 204, 299])('a delivery succeeds with %i', async (code) => {
    expect(await answered(code, {})).toMatchObject({ ok: true, code });
  });

  test.each([300, 304, 400, 404, 410, 429, 500, 503, 599])('a delivery fails with %i', async (code) => {
    expect(await answered(code, {})).toMatchObject({ ok: false, code });
  });

  test.each([301, 302, 303, 307, 308])(
    'a delivery fails with %i, and a redirect is not followed',
    async (code) => {
      const elsewhere = await receiver();
      const location = `http://receiver.test:${elsewhere.port}/inside`;
      expect(await answered(code, { location }, 'Moved')).toMatchObject({
        ok: false,
        code,
        answer: `Redirects are not followed. This one points to ${location}`,
      });
      expect(elsewhere.connections()).toBe(0);
    },
  );

  test('the outcome contains the first 1,024 bytes of the response, without half a character at the end', async () => {
    const { answer } = await answered(500, {}, `x${'ü'.repeat(4000)}`);
    expect(answer).toBe(`x${'ü'.repeat(511)}`);
    expect((await answered(500, {}, 'a'.repeat(1024))).answer).toBe('a'.repeat(1024));
    expect((await answered(500, {}, 'a'.repeat(1023))).answer).toBe('a'.repeat(1023));
  });

  test('the outcome contains no control characters', async () => {
    const sent = Buffer.from([
      0x41, 0, 0x1b, 0x5b, 0x32, 0x4a, 0x07, 0x7f, 0xc2, 0x9b, 0xff, 0x0d, 0x0a, 0x09, 0x42,
    ]);
    expect((await answered(200, {}, sent)).answer).toBe('A\uFFFD\uFFFD[2J\uFFFD\uFFFD\uFFFD\uFFFD\r\n\tB');
  });

  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['9999999999', 9_999_999_999_000],
  ])(
    'the outcome contains the seconds that the receiver asks to wait: Retry-After: %s',
    async (value, expected) => {
      const outcome = await answered(429, { 'retry-after': value });
      expect(outcome).toMatchObject({ ok: false, code: 429, retryAfterMs: expected });
    },
  );

  test.each([
    ['as it is written today', (at: Date) => at.toUTCString()],
    ['as it was written once', (at: Date) => oldDate(at)],
    ['as it was written first', (at: Date) => oldestDate(at)],
  ])('the outcome contains the time until which the receiver asks to wait, %s', async (_form, write) => {
    // All dates are in GMT, in any time zone of the server.
    await withEnvironment({ TZ: 'Asia/Tokyo' }, async () => {
      const value = write(new Date(Date.now() + 3_600_000));
      const { retryAfterMs } = await answered(503, { 'retry-after': value });
      expect(retryAfterMs).toBeGreaterThan(3_590_000);
      expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
      expect((await answered(503, { 'retry-after': write(new Date(0)) })).retryAfterMs).toBe(0);
    });
  });

  const NONSENSE = [
    '',
    'soon',
    '-5',
    '1.5',
    '1e9',
    '0x10',
    '99999999999',
    '10, 20',
    '2099-01-01',
    'GMT',
    '١٢',
  ];
  test.each(NONSENSE)('the outcome ignores a malformed Retry-After: "%s"', async (value) => {
    const header = Buffer.from(value).toString('latin1');
    expect(await answered(429, { 'retry-after': header })).toMatchObject({ code: 429, retryAfterMs: null });
  });
});

/** Sunday, 06-Nov-94 08:49:37 GMT */
function oldDate(at: Date): string {
  const [, day, month, year = '', time] = at.toUTCString().split(' ');
  const weekday = at.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
}

/** Sun Nov  6 08:49:37 1994 */
function oldestDate(at: Date): string {
  const [weekday = '', day, month, year, time] = at.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

describe('a secret', () => {
  test('a secret is 32 random bytes in the format of Standard Webhooks', () => {
    const secret = sender.newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(sender.newSecret()).not.toBe(secret);
  });
});
