import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
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

/** A response body as bytes, for every content type. */
const bytesOf = (test: Test): Promise<Answer> =>
  test.buffer(true).parse((res, done) => {
    const chunks: Buffer[] = [];
    res.on('data', (chunk: Buffer) => chunks.push(chunk));
    res.on('end', () => done(null, Buffer.concat(chunks)));
  });
const content = (by: Api, id: string, headers: Record<string, string> = {}): Promise<Answer> =>
  bytesOf(by.request('get', `/files/${id}/content`).set(headers));

describe('uploading a file', () => {
  test('uploading a file returns 201 with its record', async () => {
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

  test.each([0, 1, 65_535, 65_536, 3_000_000])('a file of %d bytes keeps every byte', async (size) => {
    const bytes = randomBytes(size);
    const { body: file } = await postFile(w.admin, bytes, 'data.bin', 'application/octet-stream');
    expect(file.size).toBe(size);
    const answer = await content(w.admin, file.id);
    expect([answer.status, bytes.equals(answer.body)]).toEqual([200, true]);
  });

  test.each([
    'a "quoted" name.txt',
    'semi;colon=x.txt',
    'back\\slash/es.txt',
    'line\r\nSet-Cookie: x=1.txt',
    "'; filename*=UTF-8''evil.txt",
  ])('the file name %j is harmless in the header of a download', async (given) => {
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

  test('other fields of an upload are ignored', async () => {
    const answer = await w.admin
      .request('post', '/files')
      .field('before', 'x')
      .attach('file', Buffer.from('Hello'), 'hello.txt')
      .field('after', 'y');
    checkAnswer(answer);
    expect([answer.status, answer.body.size]).toEqual([201, 5]);
  });

  test('an upload in another field, or without a file, is 400 at file', async () => {
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

  test('an upload of another type than multipart/form-data is 415', async () => {
    for (const answer of [
      await w.admin.post('/files', { file: 'Hello' }),
      await w.admin.request('post', '/files').set('Content-Type', 'text/plain').send('Hello'),
      await w.admin.request('post', '/files'),
    ]) {
      expect(outcome(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    }
  });

  test('an upload of broken multipart is 400', async () => {
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

  test('an upload whose connection is cut leaves nothing behind', async () => {
    const stored: string[] = [];
    const { begun, server, secret } = await watched((id) => stored.push(id));
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
    expect(stored).toEqual([]);
  });
});

/** A service whose content store reports the start and end of each write. */
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
  test('a file of 25 MiB is accepted by default, and one byte more is 413', async () => {
    const max = 25 * 1024 * 1024;
    const { body: file } = await postFile(w.admin, Buffer.alloc(max), 'big.bin');
    expect(file.size).toBe(max);
    expect(outcome(await postFile(w.admin, Buffer.alloc(max + 1), 'big.bin'))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  test('the maximum size of a file can be set', async () => {
    const options = { tandem: w.tandem, newId: nodePorts().newId, rateLimit: 0, maxFileBytes: 10 };
    const small = apiOf(await serve(createHttpServer(options)), w.admin.secret);
    expect((await postFile(small, 'a'.repeat(10))).status).toBe(201);
    const refused = await postFile(small, 'a'.repeat(11));
    expect(outcome(refused)).toBe('413 PAYLOAD_TOO_LARGE');
    expect(refused.body.error.message).toContain('10 bytes');
  });
});

describe('downloading a file', () => {
  test('a file is downloaded as an attachment of its type', async () => {
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
  ])('a download with Range: %s is 206 with that part', async (range, part, contentRange) => {
    const file = await upload(w.admin, '0123456789');
    const { status, headers, body } = await content(w.admin, file.id, { Range: range });
    expect([status, body.toString(), headers['content-range']]).toEqual([206, part, contentRange]);
    expect(headers['content-length']).toBe(String(part.length));
  });

  test.each(['bytes=10-', 'bytes=20-30', 'bytes=-0'])(
    'a download with Range: %s, past the end, is 416 with the size',
    async (range) => {
      const file = await upload(w.admin, '0123456789');
      const { status, headers, body } = await content(w.admin, file.id, { Range: range });
      expect([status, body.length, headers['content-range']]).toEqual([416, 0, 'bytes */10']);
    },
  );

  test.each(['lines=1-2', 'bytes=x', 'bytes=5-2', 'bytes=-', 'bytes=1-2x', 'bytes=0-1,4-5'])(
    'a download with Range: %s, invalid or multiple, is the whole file',
    async (range) => {
      const file = await upload(w.admin, '0123456789');
      const { status, body } = await content(w.admin, file.id, { Range: range });
      expect([status, body.toString()]).toEqual([200, '0123456789']);
    },
  );

  test('a download with the ETag in If-None-Match is 304, with another one it is the file', async () => {
    const file = await upload(w.admin, 'Hello');
    const { etag = '' } = (await content(w.admin, file.id)).headers;
    for (const same of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await content(w.admin, file.id, { 'If-None-Match': same });
      expect([answer.status, answer.body.length, answer.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await content(w.admin, file.id, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('a download with another ETag in If-Match is 412', async () => {
    const file = await upload(w.admin, 'Hello');
    const { etag = '' } = (await content(w.admin, file.id)).headers;
    expect((await content(w.admin, file.id, { 'If-Match': etag })).status).toBe(200);
    const answer = await w.admin.request('get', `/files/${file.id}/content`).set('If-Match', '"other"');
    expect(outcome(answer)).toBe('412 PRECONDITION_FAILED');
  });

  test('a download with If-Range is a part only of the same file', async () => {
    const file = await upload(w.admin, '0123456789');
    const { etag = '' } = (await content(w.admin, file.id)).headers;
    const range = { Range: 'bytes=5-' };
    expect((await content(w.admin, file.id, { ...range, 'If-Range': etag })).status).toBe(206);
    expect((await content(w.admin, file.id, { ...range, 'If-Range': '"other"' })).status).toBe(200);
  });

  test('HEAD of a download has the headers and no body', async () => {
    const file = await upload(w.admin, 'Hello');
    const { status, headers, text } = await w.admin.request('head', `/files/${file.id}/content`);
    expect([status, headers['content-length'], text ?? '']).toEqual([200, '5', '']);
    const part = await w.admin.request('head', `/files/${file.id}/content`).set('Range', 'bytes=0-1');
    expect([part.status, part.headers['content-length']]).toEqual([200, '5']);
  });

  test('an empty file is downloaded with 200', async () => {
    const { body: file } = await postFile(w.admin, Buffer.alloc(0), 'empty.txt');
    const { status, headers, body } = await content(w.admin, file.id);
    expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0]);
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

  test('a file in a chat can be read by the person, their service, the agent and its host', async () => {
    const file = await upload(w.admin);
    await startChat(w.admin, w.agent.id, 'See', { fileIds: [file.id] });
    expect(await readers(file.id)).toEqual(['admin', 'service', 'runtime', 'agent']);
  });

  test('a file in a chat can only be read with chat:read', async () => {
    const file = await upload(w.agent);
    await startChat(w.admin, w.agent.id);
    await answerNext(w.agent, w.agent.id, 'See', { fileIds: [file.id] });
    expect((await (await w.adminWith('chat:read')).get(`/files/${file.id}`)).status).toBe(200);
    expect(outcome(await (await w.adminWith('full')).get(`/files/${file.id}`))).toBe('404 NOT_FOUND');
  });
});
