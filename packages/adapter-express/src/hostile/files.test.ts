import { checkAnswer } from '../testing/check-answer.ts';
import type { Answer } from '../testing/client.ts';
import { startChat } from '../testing/conversation.ts';
import { head, pipelined, raw, statusesIn } from '../testing/fuzz/raw.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;

beforeAll(async () => {
  w = await world();
});

afterEach(() => expect(w.faults).toEqual([]));

const CRLF = '\r\n';

/** A part of an upload with exactly these bytes. */
async function uploaded(headers: readonly string[], content = 'Hello', boundary = 'cut'): Promise<Answer> {
  const body = [`--${boundary}`, ...headers, '', content, `--${boundary}--`, ''].join(CRLF);
  const answer = await w.admin
    .request('post', '/files')
    .set('Content-Type', `multipart/form-data; boundary=${boundary}`)
    .serialize((value) => value)
    .send(Buffer.from(body) as unknown as string);
  checkAnswer(answer);
  return answer;
}

const named = (fileName: string): string[] => [
  `Content-Disposition: form-data; name="file"; filename="${fileName}"`,
  'Content-Type: text/plain',
];

/** All bytes of a download before its content. */
async function headOf(fileId: string, method = 'GET', ...more: string[]): Promise<string> {
  const answer = await raw(
    w,
    head(
      `${method} /api/v1/files/${fileId}/content HTTP/1.1`,
      'Host: tandem',
      'Connection: close',
      `Authorization: Bearer ${w.admin.secret}`,
      ...more,
    ),
  );
  return answer.slice(0, answer.indexOf(CRLF + CRLF));
}

/** The header names of a response, as received. */
const namesIn = (headers: string): string[] =>
  headers
    .split(CRLF)
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .sort();

const LONG = 'x'.repeat(10_000);

/** File names in requests, and a pattern of the stored name. */
const NAMES: readonly (readonly [string, string[], RegExp])[] = [
  ['a line break, in percent signs', named('a%0D%0ASet-Cookie: b=c.txt'), /^[^\r\n]+$/],
  [
    'a line break, with RFC 5987',
    ['Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20b%3Dc.txt'],
    /^aSet-Cookie: b=c\.txt$/,
  ],
  [
    'a NUL and a bell, with RFC 5987',
    ['Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'a%00%07b.txt'],
    /^ab\.txt$/,
  ],
  [
    'a folder, with RFC 5987',
    ['Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'..%2F..%2Fetc%2Fpasswd'],
    /^passwd$/,
  ],
  ['a folded line', ['Content-Disposition: form-data; name="file";', ' filename="a.txt"'], /^a\.txt$|^file$/],
  ['a tab and an escape', named('a\tb\u001b[31m.txt'), /^ab\[31m\.txt$/],
  ['a bare line feed', named('a\nSet-Cookie: b=c.txt'), /^[^\r\n]*$/],
  ['a bare carriage return', named('a\rSet-Cookie: b=c.txt'), /^[^\r\n]*$/],
  ['quotes that end it', named('a\\"; evil="b.txt'), /^[^\r\n]+$/],
  ['a mark that turns it round', named('photo\u202Egnp.exe'), /^photognp\.exe$/],
  ['letters of all scripts', named('Ünï 報告 תוכנית 🦉.txt'), /^Ünï 報告 תוכנית 🦉\.txt$/],
  [
    'invalid UTF-8, with RFC 5987',
    ['Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%FF%FE.txt'],
    /\.txt$/,
  ],
  ['10,000 letters', named(`${LONG}.txt`), /^x{255}$/],
  ['10,000 owls', named('🦉'.repeat(10_000)), /^(🦉){255}$/u],
  [
    '10,000 percent signs, with RFC 5987',
    [`Content-Disposition: form-data; name="file"; filename*=UTF-8''${'%41'.repeat(10_000)}`],
    /^A{255}$/,
  ],
  ['10,000 folders', named('../'.repeat(10_000)), /^file$/],
  ['the name of a device', named('CON'), /^CON$/],
  ['drives and streams', named('C:\\x\\a.txt:b:$DATA'), /^a\.txt:b:\$DATA$/],
  ['nothing but spaces', named('   '), /^file$/],
];

/** Parts that are skipped: not named file, without a name, or with an invalid name. */
const LEFT_OUT: Record<string, string> = {
  'in another field': 'form-data; name="other"; filename="a.txt"',
  'that is no file': 'form-data; name="other"',
  'of no field': 'form-data',
  'with a line feed in its name': 'form-data; name="file"; filename="a\nb"',
  'without a disposition': '',
};

describe('an upload with a skipped part gets a response', () => {
  const part = (disposition: string, size: number) =>
    [
      '--cut',
      ...(disposition === '' ? [] : [`Content-Disposition: ${disposition}`]),
      'Content-Type: text/plain',
      '',
      'x'.repeat(size),
      '',
    ].join(CRLF);
  const FILE = part('form-data; name="file"; filename="a.txt"', 5);

  const statusOf = async (body: string): Promise<number | undefined> => {
    const headers = [
      'POST /api/v1/files HTTP/1.1',
      'Host: tandem',
      'Connection: close',
      `Authorization: Bearer ${w.admin.secret}`,
      'Content-Type: multipart/form-data; boundary=cut',
      `Content-Length: ${body.length}`,
    ];
    return statusesIn(await pipelined(w, [...headers, '', body].join(CRLF)))[0];
  };

  test.each(Object.entries(LEFT_OUT))(
    'an upload with a skipped part gets a response: %s, however large it is',
    async (_what, disposition) => {
      for (const size of [0, 20_000, 50_000, 90_000, 1_000_000]) {
        const left = part(disposition, size);
        expect([size, await statusOf(`${left}--cut--`)]).toEqual([size, 400]);
        expect([size, await statusOf(`${left}${FILE}--cut--`)]).toEqual([size, 201]);
        expect([size, await statusOf(`${FILE}${left}--cut--`)]).toEqual([size, 201]);
      }
    },
  );

  // An unhandled stream error would end the process and all its requests.
  test.each(Object.entries(LEFT_OUT))(
    'an upload with a skipped part that is cut short anywhere gets a response: %s',
    async (_what, disposition) => {
      for (const before of ['', FILE, part(disposition, 3) + part(disposition, 3)]) {
        const complete = `${before}${part(disposition, 10)}--cut--`;
        for (let cut = 1; cut < complete.length - before.length; cut += 3)
          expect([cut, await statusOf(complete.slice(0, -cut))]).toEqual([cut, 400]);
      }
    },
  );
});

describe('a file name crafted to break a header', () => {
  test.each(NAMES)('%s', async (_what, headers, stored) => {
    const { status, body: file } = await uploaded(headers);
    // A malformed upload may be rejected, and then stores no file.
    if (status !== 201) {
      expect(status).toBe(400);
      return;
    }
    expect(file.fileName).toMatch(stored);
    expect(file.fileName).not.toMatch(/[\p{Cc}\u202A-\u202E/\\]/u);
    expect([...file.fileName].length).toBeLessThanOrEqual(255);

    const plain = (await uploaded(named('plain.txt'))).body;
    const answer = await headOf(file.id);
    expect(statusesIn(answer)).toEqual([200]);
    // The same headers as for any other file.
    expect(namesIn(answer)).toEqual(namesIn(await headOf(plain.id)));
    expect(answer).toMatch(/^Content-Disposition: attachment; filename[\x20-\x7e]*$/im);

    // Attachments and messages list it as well.
    const task = await w.admin.creates('/tasks', { title: 'A' });
    const attached = await w.admin.creates(`/tasks/${task.id}/attachments`, { fileId: file.id });
    expect(attached.fileName).toBe(file.fileName);
    const { thread, message } = await startChat(w.admin, w.agent.id, '', { fileIds: [file.id] });
    expect(message.attachments[0].fileName).toBe(file.fileName);
    expect([...thread.title].length).toBeLessThanOrEqual(120);
  });

  test('a media type crafted to break a header becomes application/octet-stream', async () => {
    for (const type of [
      'text/html\x0bX-Evil: 1',
      `text/${LONG}`,
      'text/plain, text/html',
      'a'.repeat(300),
      '../..',
    ]) {
      const { body: file } = await uploaded([`${named('a.txt')[0]}`, `Content-Type: ${type}`]);
      expect(file.mimeType).toBe('application/octet-stream');
      expect(await headOf(file.id)).toMatch(/^Content-Type: application\/octet-stream$/m);
    }
  });

  test('parts with a thousand headers or an endless one are rejected or read, without harm to the server', async () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `X-${i}: y`);
    for (const headers of [
      [...named('a.txt'), ...many],
      [...named('a.txt'), `X: ${'y'.repeat(200_000)}`],
      ['Content-Disposition: form-data; name="__proto__"; filename="a.txt"'],
      ['__proto__: x', 'constructor: y', ...named('a.txt')],
      ['Content-Disposition'],
      [`Content-Disposition: form-data; ${'a=b; '.repeat(5_000)}name="file"; filename="a"`],
      [`Content-Disposition: form-data; name="file"; filename="${'\\"'.repeat(20_000)}"`],
    ]) {
      expect([201, 400]).toContain((await uploaded(headers)).status);
    }
    expect((await uploaded(named('a.txt'))).status).toBe(201);
    expect(({} as Body).x).toBeUndefined();
  });
});

const PAGES: readonly (readonly [string, string, string])[] = [
  ['page.html', 'text/html', '<script>alert(1)</script>'],
  ['page.xhtml', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"><script/></html>'],
  ['picture.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['feed.xml', 'text/xml', '<?xml-stylesheet href="javascript:alert(1)"?><a/>'],
  ['code.js', 'text/javascript', 'alert(1)'],
  ['paper.pdf', 'application/pdf', '%PDF-1.7'],
  ['page.txt', 'text/plain', '<html><script>alert(1)</script>'],
  ['letter.eml', 'message/rfc822', 'MIME-Version: 1.0'],
];

describe('an uploaded web page', () => {
  test.each(PAGES)(
    'an uploaded web page (%s of %s) is always downloaded and never displayed',
    async (fileName, type, content) => {
      const { body: file } = await uploaded(
        [`Content-Disposition: form-data; name="file"; filename="${fileName}"`, `Content-Type: ${type}`],
        content,
      );
      for (const [method, status, ...more] of [
        ['GET', 200],
        ['GET', 200, 'Accept: text/html', 'Sec-Fetch-Dest: document', 'Sec-Fetch-Mode: navigate'],
        ['GET', 206, 'Range: bytes=0-3'],
        ['GET', 200, 'X-Requested-With: x', 'Content-Disposition: inline'],
        ['HEAD', 200],
      ] as [string, number, ...string[]][]) {
        const answer = await headOf(file.id, method, ...more);
        expect(statusesIn(answer)).toEqual([status]);
        expect(answer).toMatch(/^Content-Disposition: attachment;/im);
        expect(answer).toMatch(/^X-Content-Type-Options: nosniff$/im);
        // Without scripts, sources and origin, even if a browser opens the download.
        const [, policy = ''] = /^Content-Security-Policy: (.*)$/im.exec(answer) ?? [];
        expect(policy).toMatch(/default-src 'none'/);
        expect(policy).toMatch(/(^|; ?)sandbox(;|$)/);
        expect(namesIn(answer).filter((name) => name === 'content-security-policy')).toHaveLength(1);
      }
      const asked = await w.admin.request(
        'get',
        `/files/${file.id}/content?inline=1&download=0&type=text/html`,
      );
      expect(asked.headers['content-disposition']).toMatch(/^attachment;/);
    },
  );
});

describe('a path crafted to leave its folder', () => {
  const WAYS = [
    '../../../../etc/passwd',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '..%5c..%5cwindows%5cwin.ini',
    '..\\..\\etc\\passwd',
    '....//....//etc/passwd',
    '%252e%252e%252fetc%252fpasswd',
    '%c0%ae%c0%ae/etc/passwd',
    '%ef%bc%8e%ef%bc%8e%ef%bc%8fetc%ef%bc%8fpasswd',
    'file:%2f%2f%2fetc%2fpasswd',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    '.git%2fconfig',
    'tandem.db',
    '..%00.txt',
    ';/../etc/passwd',
    '%',
  ];

  test.each(WAYS)('the path %s does not leave the folder of the files, as an id or a path', async (way) => {
    for (const path of [
      `/api/v1/files/${way}/content`,
      `/api/v1/files/${way}`,
      `/api/v1/tasks/${way}`,
      `/api/v1/${way}`,
      `/${way}`,
      `/docs/${way}`,
    ]) {
      const answer = await raw(
        w,
        head(
          `GET ${path} HTTP/1.1`,
          'Host: tandem',
          'Connection: close',
          `Authorization: Bearer ${w.admin.secret}`,
        ),
      );
      expect([path, ...statusesIn(answer)]).toEqual([path, expect.any(Number)]);
      expect([400, 404]).toContain(statusesIn(answer)[0]);
      expect(answer).not.toMatch(/root:|\[core\]|ENOENT|\/work|node_modules/);
      expect(answer).toMatch(/^Content-Type: application\/json/m);
    }
  });

  test('never passes an invalid id to the file store', async () => {
    for (const fileId of ['..', '../x', '/etc/passwd', 'a\\b', '']) {
      const task = await w.admin.creates('/tasks', { title: 'A' });
      const attached = await w.admin.post(`/tasks/${task.id}/attachments`, { fileId });
      expect(outcome(attached)).toBe('400 VALIDATION_ERROR');
      const sent = await w.admin.post('/chats', { agentId: w.agent.id, body: 'x', fileIds: [fileId] });
      expect(outcome(sent)).toBe('400 VALIDATION_ERROR');
    }
  });
});
