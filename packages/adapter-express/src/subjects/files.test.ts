import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTandem } from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import { nodePorts } from '@tandem/core/node';
import type { Test } from 'supertest';
import { createHttpServer } from '../server.ts';
import { apiOf } from '../testing/api.ts';
import { checkAnswer } from '../testing/check-answer.ts';
import type { Answer } from '../testing/client.ts';
import { answerNext, postFile, startChat, upload } from '../testing/conversation.ts';
import { type Api, type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** The bytes of an answer, whatever their type. */
const bytesOf = (test: Test): Promise<Answer> =>
  test.buffer(true).parse((res, done) => {
    const chunks: Buffer[] = [];
    res.on('data', (chunk: Buffer) => chunks.push(chunk));
    res.on('end', () => done(null, Buffer.concat(chunks)));
  });
const content = (by: Api, id: string, headers: Record<string, string> = {}): Promise<Answer> =>
  bytesOf(by.request('get', `/files/${id}/content`).set(headers));

describe('uploading a file', () => {
  test('answers 201 with what is known of it', async () => {
    const answer = await postFile(w.admin, 'Hello', 'hello.txt', 'text/plain');
    expect([answer.status, answer.body]).toStrictEqual([
      201,
      {
        id: expect.any(String),
        fileName: 'hello.txt',
        mimeType: 'text/plain',
        size: 5,
        createdAt: '2026-03-01T09:00:00.000Z',
      },
    ]);
    expect(await w.admin.reads(`/files/${answer.body.id}`)).toStrictEqual(answer.body);
  });

  test.each([0, 1, 65_535, 65_536, 3_000_000])('of %d bytes keeps every byte', async (size) => {
    const bytes = randomBytes(size);
    const { body: file } = await postFile(w.admin, bytes, 'data.bin', 'application/octet-stream');
    expect(file.size).toBe(size);
    const answer = await content(w.admin, file.id);
    expect([answer.status, bytes.equals(answer.body)]).toEqual([200, true]);
  });

  test('twice makes two files', async () => {
    expect((await upload(w.admin)).id).not.toBe((await upload(w.admin)).id);
  });

  test.each([
    ['text/HTML; charset=utf-8', 'text/html'],
    ['image/svg+xml', 'image/svg+xml'],
    ['nonsense', 'application/octet-stream'],
  ])('of the type %s keeps %s', async (given, kept) => {
    expect((await upload(w.admin, 'x', 'x', given)).mimeType).toBe(kept);
  });

  test.each([
    ['notes.txt', 'notes.txt'],
    ['Übersicht – «Plan» 🦉.txt', 'Übersicht – «Plan» 🦉.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\plan.txt', 'plan.txt'],
    ['a\u202Egnp.exe', 'agnp.exe'],
    ['..', 'file'],
  ])('called %j is called %j', async (given, kept) => {
    const { body: file } = await postFile(w.admin, 'x', given);
    expect(file.fileName).toBe(kept);
    const answer = await content(w.admin, file.id);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename/);
  });

  test.each([
    'a "quoted" name.txt',
    'semi;colon=x.txt',
    'back\\slash/es.txt',
    'line\r\nSet-Cookie: x=1.txt',
    "'; filename*=UTF-8''evil.txt",
  ])('called %j does no harm in the header of a download', async (given) => {
    const answer = await bytesOf(w.admin.request('get', `/files/${(await rawUpload(given)).id}/content`));
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const header = answer.headers['content-disposition'] ?? '';
    expect(header.replace(/"(\\.|[^"\\])*"/g, '""')).toMatch(
      /^attachment; filename=(""|[\w.]+)(; filename\*=UTF-8''[\w.%-]+)?$/,
    );
  });

  /** An upload whose file name is written with backslashes before quotes, as browsers do not but clients may. */
  async function rawUpload(fileName: string): Promise<Body> {
    const written = fileName.replace(/["\\]/g, '\\$&').replace(/[\r\n]/g, '');
    const answer = await w.admin
      .request('post', '/files')
      .set('Content-Type', 'multipart/form-data; boundary=cut')
      .send(
        `--cut\r\nContent-Disposition: form-data; name="file"; filename="${written}"\r\n` +
          'Content-Type: text/plain\r\n\r\nHello\r\n--cut--\r\n',
      );
    checkAnswer(answer);
    expect(answer.status).toBe(201);
    return answer.body;
  }

  test('takes other fields beside the file, and leaves them', async () => {
    const answer = await w.admin
      .request('post', '/files')
      .field('before', 'x')
      .attach('file', Buffer.from('Hello'), 'hello.txt')
      .field('after', 'y');
    checkAnswer(answer);
    expect([answer.status, answer.body.size]).toEqual([201, 5]);
  });

  test('in another field than file, or with none, is 400 at file', async () => {
    const other = await w.admin
      .request('post', '/files')
      .attach('document', Buffer.from('Hello'), 'hello.txt');
    const none = await w.admin.request('post', '/files').field('name', 'hello.txt');
    for (const answer of [other, none]) {
      checkAnswer(answer);
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['file']);
    }
  });

  test('as anything but multipart/form-data is 415', async () => {
    for (const answer of [
      await w.admin.post('/files', { file: 'Hello' }),
      await w.admin.request('post', '/files').set('Content-Type', 'text/plain').send('Hello'),
      await w.admin.request('post', '/files'),
    ]) {
      expect(outcome(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    }
  });

  test('as broken multipart is 400', async () => {
    for (const [type, text] of [
      ['multipart/form-data', 'Hello'],
      ['multipart/form-data; boundary=cut', '--cut\r\nnothing'],
      ['multipart/form-data; boundary=cut', ''],
    ] as const) {
      const answer = await w.admin.request('post', '/files').set('Content-Type', type).send(text);
      checkAnswer(answer);
      expect([type, text, outcome(answer)]).toEqual([type, text, '400 VALIDATION_ERROR']);
    }
  });

  test('whose connection is cut leaves nothing behind', async () => {
    const kept: string[] = [];
    const { begun, server, secret } = await watched((id) => kept.push(id));
    const { port } = server.address() as AddressInfo;
    const client = httpRequest({
      port,
      method: 'POST',
      path: '/api/v1/files',
      headers: {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'multipart/form-data; boundary=cut',
        'Content-Length': 1_000_000,
      },
    });
    client.on('error', () => undefined);
    client.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
    client.write(Buffer.alloc(100_000));
    const { ended } = await begun;
    client.destroy();
    await expect(ended).rejects.toThrow();
    expect(kept).toEqual([]);
  });
});

/** A service whose store of contents tells when a write begins, how it ends, and what was kept. */
async function watched(keep: (id: string) => void) {
  const ports = nodePorts();
  const inner = inMemoryContents(ports);
  let begin: (writing: { ended: Promise<unknown> }) => void;
  const begun = new Promise<{ ended: Promise<unknown> }>((resolve) => {
    begin = resolve;
  });
  const contents = {
    ...inner,
    write: (id: string, content: AsyncIterable<Uint8Array>) => {
      const written = inner.write(id, content);
      written.then(
        () => keep(id),
        () => undefined,
      );
      begin({ ended: written });
      return written;
    },
  };
  const tandem = createTandem({ ...ports, storage: inMemoryStorage(), contents });
  const { secret } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
  const server = await serve(createHttpServer({ tandem, newId: ports.newId, rateLimit: 0 }));
  return { begun, server, secret };
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
async function serve(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return server;
}

describe('the size of a file', () => {
  test('is at most 25 MiB by default: as many bytes are kept, one more is 413', async () => {
    const max = 25 * 1024 * 1024;
    const { body: file } = await postFile(w.admin, Buffer.alloc(max), 'big.bin');
    expect(file.size).toBe(max);
    expect(outcome(await postFile(w.admin, Buffer.alloc(max + 1), 'big.bin'))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  test('may be limited otherwise', async () => {
    const options = { tandem: w.tandem, newId: nodePorts().newId, rateLimit: 0, maxFileBytes: 10 };
    const small = apiOf(await serve(createHttpServer(options)), w.admin.secret);
    expect((await postFile(small, 'a'.repeat(10))).status).toBe(201);
    const refused = await postFile(small, 'a'.repeat(11));
    expect(outcome(refused)).toBe('413 PAYLOAD_TOO_LARGE');
    expect(refused.body.error.message).toContain('10 bytes');
  });
});

describe('downloading a file', () => {
  test('streams it as an attachment of its type, which no browser shows or guesses at', async () => {
    const file = await upload(w.admin, '<script>', 'page.html', 'text/html');
    const { status, headers, body } = await content(w.admin, file.id);
    expect([status, body.toString()]).toEqual([200, '<script>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-length': '8',
      'content-disposition': expect.stringMatching(/^attachment; filename="?page\.html"?$/),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update('<script>').digest('hex')}"`,
    });
    expect(headers['x-request-id']).toMatch(/\S/);
  });

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
  ])('with Range: %s is 206 with that part', async (range, part, contentRange) => {
    const file = await upload(w.admin, '0123456789');
    const { status, headers, body } = await content(w.admin, file.id, { Range: range });
    expect([status, body.toString(), headers['content-range']]).toEqual([206, part, contentRange]);
    expect(headers['content-length']).toBe(String(part.length));
  });

  test.each(['bytes=10-', 'bytes=20-30', 'bytes=-0'])(
    'with Range: %s, past the end, is 416 with the size',
    async (range) => {
      const file = await upload(w.admin, '0123456789');
      const { status, headers, body } = await content(w.admin, file.id, { Range: range });
      expect([status, body.length, headers['content-range']]).toEqual([416, 0, 'bytes */10']);
    },
  );

  test.each(['lines=1-2', 'bytes=x', 'bytes=5-2', 'bytes=-', 'bytes=1-2x', 'bytes=0-1,4-5'])(
    'with Range: %s, which is none or several, is the whole file',
    async (range) => {
      const file = await upload(w.admin, '0123456789');
      const { status, body } = await content(w.admin, file.id, { Range: range });
      expect([status, body.toString()]).toEqual([200, '0123456789']);
    },
  );

  test('with the ETag in If-None-Match is 304 with nothing; with another one it is the file', async () => {
    const file = await upload(w.admin, 'Hello');
    const { etag = '' } = (await content(w.admin, file.id)).headers;
    for (const same of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await content(w.admin, file.id, { 'If-None-Match': same });
      expect([answer.status, answer.body.length, answer.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await content(w.admin, file.id, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('with another ETag in If-Match is 412', async () => {
    const file = await upload(w.admin, 'Hello');
    const { etag = '' } = (await content(w.admin, file.id)).headers;
    expect((await content(w.admin, file.id, { 'If-Match': etag })).status).toBe(200);
    const answer = await w.admin.request('get', `/files/${file.id}/content`).set('If-Match', '"other"');
    expect(outcome(answer)).toBe('412 PRECONDITION_FAILED');
  });

  test('with If-Range goes on only when it is still the same file', async () => {
    const file = await upload(w.admin, '0123456789');
    const { etag = '' } = (await content(w.admin, file.id)).headers;
    const range = { Range: 'bytes=5-' };
    expect((await content(w.admin, file.id, { ...range, 'If-Range': etag })).status).toBe(206);
    expect((await content(w.admin, file.id, { ...range, 'If-Range': '"other"' })).status).toBe(200);
  });

  test('by HEAD has the headers and no body', async () => {
    const file = await upload(w.admin, 'Hello');
    const { status, headers, text } = await w.admin.request('head', `/files/${file.id}/content`);
    expect([status, headers['content-length'], text ?? '']).toEqual([200, '5', '']);
    const part = await w.admin.request('head', `/files/${file.id}/content`).set('Range', 'bytes=0-1');
    expect([part.status, part.headers['content-length']]).toEqual([200, '5']);
  });

  test('of no bytes is 200 with nothing', async () => {
    const { body: file } = await postFile(w.admin, Buffer.alloc(0), 'empty.txt');
    const { status, headers, body } = await content(w.admin, file.id);
    expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0]);
  });
});

describe('the scopes of files: any one of two', () => {
  test.each(['tasks:write', 'chat:write'] as const)('%s uploads', async (scope) => {
    expect((await postFile(await w.adminWith(scope), 'Hello')).status).toBe(201);
  });

  test.each(['tasks:read', 'chat:read', 'agents:write'] as const)(
    '%s alone does not upload',
    async (scope) => {
      const answer = await postFile(await w.adminWith(scope), 'Hello');
      expect(outcome(answer)).toBe('403 INSUFFICIENT_SCOPE');
      expect(answer.body.error.message).toMatch(/tasks:write or chat:write/);
    },
  );

  test.each(['tasks:read', 'chat:read'] as const)('%s reads and downloads', async (scope) => {
    const file = await upload(w.admin);
    const by = await w.adminWith(scope);
    expect(await by.reads(`/files/${file.id}`)).toEqual(file);
    expect((await content(by, file.id)).status).toBe(200);
  });

  test.each(['tasks:write', 'chat:write', 'agents:read'] as const)(
    '%s alone does not read',
    async (scope) => {
      const file = await upload(w.admin);
      const by = await w.adminWith(scope);
      for (const path of [`/files/${file.id}`, `/files/${file.id}/content`]) {
        expect(outcome(await by.request('get', path))).toBe('403 INSUFFICIENT_SCOPE');
      }
    },
  );

  test('full is enough for both', async () => {
    const by = await w.adminWith('full');
    expect(await by.reads(`/files/${(await upload(by)).id}`)).toBeDefined();
  });
});

describe('who may read a file', () => {
  const EVERYBODY = [
    'admin',
    'person',
    'service',
    'runtime',
    'agent',
    'actingAsPerson',
    'actingAsAgent',
  ] as const;

  /** The keys that reach a file, in both its forms; for all others it does not exist. */
  const readers = async (id: string): Promise<string[]> => {
    const who: string[] = [];
    for (const kind of EVERYBODY) {
      const [known, bytes] = [await w[kind].get(`/files/${id}`), await content(w[kind], id)];
      expect([kind, bytes.status]).toEqual([kind, known.status]);
      if (known.status === 200) who.push(kind);
      else expect(outcome(known)).toBe('404 NOT_FOUND');
    }
    return who;
  };

  test.each<[(typeof EVERYBODY)[number], string[]]>([
    ['admin', ['admin']],
    ['person', ['person', 'actingAsPerson']],
    ['service', ['service']],
    ['runtime', ['runtime']],
    ['agent', ['agent', 'actingAsAgent']],
  ])('uploaded by %s: that caller alone', async (kind, expected) => {
    expect(await readers((await upload(w[kind])).id)).toEqual(expected);
  });

  test('on a task: the workspace', async () => {
    const task = await w.person.creates('/tasks', { title: 'Plan' });
    const file = await upload(w.person);
    await w.person.creates(`/tasks/${task.id}/attachments`, { fileId: file.id });
    expect(await readers(file.id)).toEqual([...EVERYBODY]);
    expect(outcome(await w.other.admin.get(`/files/${file.id}`))).toBe('404 NOT_FOUND');
  });

  test('in a chat of Ada’s: Ada, her service, and the chat’s agent and whoever hosts it', async () => {
    const file = await upload(w.admin);
    await startChat(w.admin, w.agent.id, 'See', { fileIds: [file.id] });
    expect(await readers(file.id)).toEqual(['admin', 'service', 'runtime', 'agent']);
  });

  test('in a chat with another agent: not this agent', async () => {
    const owl = await w.admin.creates('/agents', {
      name: 'owl',
      displayName: 'Owl',
      emoji: '🦉',
      model: 'm',
    });
    const file = await upload(w.admin);
    await startChat(w.admin, owl.id, 'See', { fileIds: [file.id] });
    expect(await readers(file.id)).toEqual(['admin', 'service', 'runtime']);
  });

  test('in an agent’s answer: the person of the chat and their service', async () => {
    const file = await upload(w.agent);
    await startChat(w.admin, w.agent.id);
    await answerNext(w.agent, w.agent.id, 'See', { fileIds: [file.id] });
    // A key that acts as the agent reaches no chats, and so not what the agent has sent there.
    expect(await readers(file.id)).toEqual(['admin', 'service', 'runtime', 'agent']);
  });

  test('what one may read through a chat needs a key that may read chats', async () => {
    const file = await upload(w.agent);
    await startChat(w.admin, w.agent.id);
    await answerNext(w.agent, w.agent.id, 'See', { fileIds: [file.id] });
    expect((await (await w.adminWith('chat:read')).get(`/files/${file.id}`)).status).toBe(200);
    expect(outcome(await (await w.adminWith('full')).get(`/files/${file.id}`))).toBe('404 NOT_FOUND');
  });

  test('a file of another workspace is 404, as one that is not there', async () => {
    const file = await upload(w.other.admin);
    for (const id of [file.id, UNKNOWN]) {
      expect(outcome(await w.admin.get(`/files/${id}`))).toBe('404 NOT_FOUND');
      expect(outcome(await w.admin.request('get', `/files/${id}/content`))).toBe('404 NOT_FOUND');
    }
  });
});
