import { Refusal } from '@tandem/core';
import { createWebhookSender, type WebhookSenderOptions } from './sender.ts';
import { attemptAt } from './testing/receivers.ts';

/** The problem for which a URL is refused; null if it is accepted. */
function problemOf(url: string, options: WebhookSenderOptions = {}): string | null {
  try {
    createWebhookSender(options).checkUrl(url);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'VALIDATION_ERROR') throw error;
    return error.fields?.url?.[0] ?? null;
  }
}

const INSIDE = 'must resolve to a public address, or to a network that the operator has allowed for webhooks';

// biome-ignore format: a table
test.each([
  'https://example.com', 'https://example.com/hooks?team=7', 'https://example.com:8443/', 'https://EXAMPLE.com./',
  'https://bücher.example/', 'https://8.8.8.8/', 'https://[2606:4700::1111]/', 'https://localhost.example/', 'https://127.0.0.1.example/',
  'https://[::ffff:8.8.8.8]/',
])('accepts the URL %s', (url) => {
  expect(problemOf(url)).toBeNull();
});

// biome-ignore format: a table
test.each([
  ['https://127.0.0.1/',                          'loopback'],
  ['https://127.1/',                              'with parts left out'],
  ['https://127.0.0.1./',                         'with a dot at its end'],
  ['https://2130706433/',                         'as one number'],
  ['https://0x7f000001/',                         'in hexadecimal'],
  ['https://0x7f.1/',                             'in hexadecimal, with parts left out'],
  ['https://0177.0.0.1/',                         'in octal'],
  ['https://0177.0x0.1/',                         'in all of these'],
  ['https://017700000001/',                       'as one number in octal'],
  ['https://１２７.0.0.1/',                        'in wide digits'],
  ['https://127。0。0。1/',                         'with other dots'],
  ['https://%31%32%37.0.0.1/',                    'escaped'],
  ['https://0/',                                  'this host'],
  ['https://0.0.0.0/',                            'this host'],
  ['https://10.0.0.1/',                           'private'],
  ['https://169.254.169.254/latest/meta-data/',   'metadata'],
  ['https://[::]/',                               'unspecified'],
  ['https://[::1]/',                              'loopback in IPv6'],
  ['https://[0:0:0:0:0:0:0:1]/',                  'with all zeros'],
  ['https://[::ffff:127.0.0.1]/',                 'IPv4 in IPv6'],
  ['https://[::ffff:7f00:1]/',                    'the same in hexadecimal'],
  ['https://[::127.0.0.1]/',                      'in an older form'],
  ['https://[64:ff9b::7f00:1]/',                  'by NAT64'],
  ['https://[2002:7f00:1::]/',                    'by 6to4'],
  ['https://[fd00::1]/',                          'unique local'],
  ['https://[fe80::1]/',                          'link-local'],
  ['https://localhost/',                          'by name'],
  ['https://LOCALHOST:8443/',                     'in capitals'],
  ['https://localhost./',                         'with a dot at its end'],
  ['https://api.localhost/',                      'below that name'],
  ['https:\\\\127.0.0.1\\',                       'with other slashes'],
  ['https://example.com@127.0.0.1:1/',            'behind a user name'],
])('refuses the URL %s (%s)', (url) => {
  expect(problemOf(url)).toBe(url.includes('@') ? 'must not contain a user name or password' : INSIDE);
});

// biome-ignore format: a table
test.each([
  ['',                               'must be a complete URL, such as https://example.com/hooks'],
  ['/hooks',                         'must be a complete URL, such as https://example.com/hooks'],
  ['https://',                       'must be a complete URL, such as https://example.com/hooks'],
  ['https://[fe80::1%25eth0]/',      'must be a complete URL, such as https://example.com/hooks'],
  ['https://256.0.0.1/',             'must be a complete URL, such as https://example.com/hooks'],
  ['https://example.com:65536/',     'must be a complete URL, such as https://example.com/hooks'],
  ['http://example.com/',            'must begin with https://'],
  ['ftp://example.com/',             'must begin with https://'],
  ['file:///etc/passwd',             'must begin with https://'],
  ['unix:///var/run/docker.sock',    'must begin with https://'],
  ['example.com:443/',               'must begin with https://'],
  ['https://ada@example.com/',       'must not contain a user name or password'],
  ['https://ada:1234@example.com/',  'must not contain a user name or password'],
  ['https://example.com:0/',         'must use a valid port'],
])('a URL like “%s” %s', (url, problem) => {
  expect(problemOf(url)).toBe(problem);
});

test('accepts plain HTTP where the operator allows it, and no other scheme', () => {
  expect(problemOf('http://example.com/', { allowHttp: true })).toBeNull();
  expect(problemOf('https://example.com/', { allowHttp: true })).toBeNull();
  expect(problemOf('ws://example.com/', { allowHttp: true })).toBe('must begin with https:// or http://');
});

test('accepts addresses of networks that the operator has allowed', () => {
  const options = { allowNets: ['127.0.0.0/8', '::1'] };
  expect(problemOf('https://127.0.0.1/', options)).toBeNull();
  expect(problemOf('https://[::ffff:7f00:1]/', options)).toBeNull();
  expect(problemOf('https://localhost/', options)).toBeNull();
  expect(problemOf('https://10.0.0.1/', options)).toBe(INSIDE);
  // The system may resolve it to either of the two.
  expect(problemOf('https://localhost/', { allowNets: ['127.0.0.0/8'] })).toBeNull();
});

test('a refusal is a sentence that names the remedy', () => {
  expect(() => createWebhookSender().checkUrl('http://example.com/')).toThrow(
    'Correct the request and send it again: url must begin with https://.',
  );
});

test('a refused URL that was stored anyway is not sent to', async () => {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return ['8.8.8.8'];
  };
  const sender = createWebhookSender({ resolve });
  for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://localhost/', 'nowhere']) {
    const outcome = await sender.send(attemptAt(url));
    expect(outcome).toMatchObject({ ok: false, code: null, retryAfterMs: null });
    expect(outcome.answer).toBe(`Nothing was sent: the URL ${problemOf(url)}.`);
  }
  expect(asked).toEqual([]);
});
