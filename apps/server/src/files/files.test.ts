import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import {
  type Answer,
  type Api,
  apiOf,
  invited,
  newAgent,
  newKey,
  type Office,
  officeHere,
} from '../../testing/api.ts';
import {
  cleanUp,
  keepWhatRuns,
  newWorkspace,
  stopped,
  temporaryFolder,
  withKey,
} from '../../testing/tandem.ts';
import { readConfig, startServer } from '../index.ts';

afterEach(cleanUp);

const MIB = 1024 * 1024;
const BOUNDARY = 'of-the-test';

/** The header of a multipart part with a file; the file name is inserted unescaped. */
const headOf = (fileName: string, type = 'text/plain'): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
  `Content-Type: ${type}\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

/** Uploads a file; returns the status and the body. */
async function upload(
  { server, adminKey }: Pick<Office, 'server' | 'adminKey'>,
  content: string | Buffer,
  { fileName = 'notes.txt', type }: { fileName?: string; type?: string } = {},
): Promise<Pick<Answer, 'status' | 'body'>> {
  const response = await fetch(`${server.url}/api/v1/files`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${adminKey}`,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: Buffer.concat([Buffer.from(headOf(fileName, type)), Buffer.from(content), Buffer.from(END)]),
  });
  return { status: response.status, body: await response.json() };
}

/** Downloads a file with a key and optional headers. */
const download = (
  { server, adminKey }: Pick<Office, 'server' | 'adminKey'>,
  id: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> =>
  fetch(`${server.url}/api/v1/files/${id}/content`, {
    method,
    headers: { ...withKey(adminKey).headers, ...headers },
  });

/** Begins an upload on a raw connection, which the test continues. */
async function began({ server, adminKey }: Office, length: number): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/files HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${adminKey}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

const filesOf = (dataDir: string): string => join(dataDir, 'files');

/** All files of the file store, as relative paths. */
const onDisk = (dataDir: string): string[] =>
  existsSync(filesOf(dataDir))
    ? readdirSync(filesOf(dataDir), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(filesOf(dataDir).length + 1))
    : [];

/** Waits until a folder's contents are as expected. */
function until(folder: string, wanted: (names: readonly string[]) => boolean): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const watcher = watch(folder);
    const look = () => {
      const names = readdirSync(folder);
      if (!wanted(names)) return;
      watcher.close();
      resolve(names);
    };
    watcher.on('change', look);
    look();
  });
}

/** The folder of unfinished uploads, created early so that it can be watched. */
function unfinished(dataDir: string): string {
  const folder = join(filesOf(dataDir), 'unfinished');
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe('an upload', () => {
  test('an upload is stored byte for byte, with its SHA-256', async () => {
    const world = await officeHere();
    const content = Buffer.from(Array.from({ length: 3 * MIB }, (_, i) => (i * 7919) % 256));
    const { status, body } = await upload(world, content, { type: 'application/x-thing' });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      id: expect.stringMatching(/^\w{26}$/),
      fileName: 'notes.txt',
      mimeType: 'application/x-thing',
      size: 3 * MIB,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await world.ada('GET', `files/${body.id}`)).body).toEqual(body);
    const back = await download(world, body.id);
    expect(back.status).toBe(200);
    expect(back.headers.get('Content-Length')).toBe(String(3 * MIB));
    expect(back.headers.get('ETag')).toBe(`"${createHash('sha256').update(content).digest('hex')}"`);
    expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true);
    expect(onDisk(world.dataDir)).toEqual([join(body.id.slice(-2), body.id)]);
  });

  test('an empty upload is an empty file', async () => {
    const world = await officeHere();
    const { status, body } = await upload(world, '');
    expect(status).toBe(201);
    expect(body.size).toBe(0);
    const back = await download(world, body.id);
    expect(back.status).toBe(200);
    expect(back.headers.get('Content-Length')).toBe('0');
    expect(await back.text()).toBe('');
    expect((await download(world, body.id, { Range: 'bytes=0-' })).status).toBe(416);
  });

  test('an upload is written as it arrives, under a temporary name until it is complete', async () => {
    const world = await officeHere();
    const folder = unfinished(world.dataDir);
    const half = 'x'.repeat(MIB);
    const socket = await began(world, headOf('big.txt').length + 2 * MIB + END.length);
    socket.write(headOf('big.txt') + half);
    const [name = ''] = await until(folder, (names) => names.length === 1);
    expect(onDisk(world.dataDir)).toEqual([join('unfinished', name)]);
    const [id = ''] = name.split('-');
    expect((await world.ada('GET', `files/${id}`)).status).toBe(404);
    socket.write(half + END);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
    expect(onDisk(world.dataDir)).toEqual([join(id.slice(-2), id)]);
    expect((await world.ada('GET', `files/${id}`)).body.size).toBe(2 * MIB);
    socket.destroy();
  });

  test('an upload of the maximum size is accepted; one byte more is 413 and leaves nothing on the disk', async () => {
    const world = await officeHere({ TANDEM_MAX_FILE_MIB: '1' });
    const { status, body } = await upload(world, Buffer.alloc(MIB));
    expect(status).toBe(201);
    for (const bytes of [MIB + 1, 5 * MIB]) {
      expect(await upload(world, Buffer.alloc(bytes))).toMatchObject({
        status: 413,
        body: { error: { code: 'PAYLOAD_TOO_LARGE' } },
      });
    }
    expect(onDisk(world.dataDir)).toEqual([join(body.id.slice(-2), body.id)]);
  });

  const HEAD = headOf('cut.txt');
  test.each([
    ['after its first bytes', `${HEAD}first${' '.repeat(50)}`],
    ['in its middle', HEAD + 'x'.repeat(200_000)],
    ['after its last byte, before the end of the request', `${HEAD}whole\r\n--${BOUNDARY}\r\nContent-Dispo`],
  ])('an upload cut off %s leaves nothing on the disk, and no record', async (_when, sent) => {
    const world = await officeHere();
    const folder = unfinished(world.dataDir);
    const socket = await began(world, 1_000_000);
    socket.write(sent);
    const [id = ''] = await until(folder, (names) => names.length === 1);
    socket.destroy();
    await until(folder, (names) => names.length === 0);
    expect(onDisk(world.dataDir)).toEqual([]);
    expect((await world.ada('GET', `files/${id}`)).status).toBe(404);
    const { stderr } = await stopped(world.server);
    expect(stderr).not.toContain('"level":50');
  });

  test('an upload cut off at any point does not crash the server', async () => {
    const world = await officeHere();
    const body = `${headOf('cut.txt')}${'x'.repeat(500)}${END}`;
    for (let length = 0; length < body.length; length += 37) {
      const socket = await began(world, body.length);
      socket.write(body.slice(0, length), () => socket.destroy());
      await once(socket, 'close');
    }
    expect((await upload(world, 'still there')).status).toBe(201);
    await until(unfinished(world.dataDir), (names) => names.length === 0);
    const { code, stderr } = await stopped(world.server);
    expect(code).toBe(0);
    expect(stderr).not.toContain('"level":50');
    expect(onDisk(world.dataDir)).toHaveLength(1);
  });

  test.each([
    ['without an end', `${headOf('open.txt')}and then`],
    ['with an end of its own', `${headOf('open.txt')}and then\r\n--something-else--\r\n`],
    ['without a file', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="other"\r\n\r\nx${END}`],
    ['of nothing at all', ''],
  ])('a multipart body %s is 400 and leaves nothing', async (_what, body) => {
    const world = await officeHere();
    const response = await fetch(`${world.server.url}/api/v1/files`, {
      method: 'POST',
      headers: {
        ...withKey(world.adminKey).headers,
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    // The response can precede the file, which is created and deleted in the background.
    await until(unfinished(world.dataDir), () => onDisk(world.dataDir).length === 0);
  });

  test('an upload of another type than multipart is 415', async () => {
    const { ada } = await officeHere();
    expect(await ada('POST', 'files', { file: 'x' })).toMatchObject({
      status: 415,
      body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    });
  });
});

describe('a file name', () => {
  let world: Office;
  beforeAll(async () => {
    world = await officeHere();
    keepWhatRuns();
  });

  // The file name in the request, and the stored one.
  test.each([
    ['Übergröße 日本語 🪶.pdf', 'Übergröße 日本語 🪶.pdf'],
    ['a\\"quoted\\".txt', 'a"quoted".txt'],
    ["it's; filename=x.txt", "it's; filename=x.txt"],
    ['../../etc/passwd', 'passwd'],
    ['/etc/passwd', 'passwd'],
    ['C:\\\\dir\\\\letter.txt', 'letter.txt'],
    ['..', 'file'],
    ['.', 'file'],
    ['', 'file'],
    ['   ', 'file'],
    ['bell\u0007tab\tdel\u007f.txt', 'belltabdel.txt'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['left\u2066\u200F.txt', 'left.txt'],
    ['100%25 of %0d%0aX-Evil: yes.txt', '100%25 of %0d%0aX-Evil: yes.txt'],
    ['.htaccess', '.htaccess'],
    [`${'long'.repeat(100)}.txt`, 'long'.repeat(100).slice(0, 255)],
  ])('the file name %j is harmless in the header and on the disk', async (fileName, stored) => {
    const before = onDisk(world.dataDir);
    const { status, body } = await upload(world, 'content', { fileName });
    expect(status).toBe(201);
    expect(body.fileName).toBe(stored);
    const added = onDisk(world.dataDir).filter((path) => !before.includes(path));
    expect(added).toEqual([join(body.id.slice(-2), body.id)]);

    const back = await download(world, body.id);
    expect(back.status).toBe(200);
    const disposition = back.headers.get('Content-Disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename=[ -~]+$/);
    expect(back.headers.get('X-Evil')).toBeNull();
    const [, encoded] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
    const [, quoted = '', bare] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/.exec(disposition) ?? [];
    expect(encoded ? decodeURIComponent(encoded) : (bare ?? quoted.replace(/\\(.)/g, '$1'))).toBe(stored);
  });
});

describe('a download', () => {
  let shared: Office;
  beforeAll(async () => {
    shared = await officeHere();
    keepWhatRuns();
  });
  const uploaded = async (content = '0123456789', type = 'text/plain', world = shared) => {
    const { body } = await upload(world, content, { fileName: 'digits.txt', type });
    const get = (headers: Record<string, string> = {}, method?: string) =>
      download(world, body.id, headers, method);
    const etag = (await get({}, 'HEAD')).headers.get('ETag') ?? '';
    return { id: body.id as string, get, etag };
  };

  test('a download of a range returns 206 with these bytes and their position', async () => {
    const { get } = await uploaded();
    for (const [range, bytes, where] of [
      ['bytes=0-3', '0123', '0-3/10'],
      ['bytes=4-4', '4', '4-4/10'],
      ['bytes=7-', '789', '7-9/10'],
      ['bytes=7-100', '789', '7-9/10'],
      ['bytes=-2', '89', '8-9/10'],
      ['bytes=-100', '0123456789', '0-9/10'],
    ] as const) {
      const part = await get({ Range: range });
      expect(part.status).toBe(206);
      expect(part.headers.get('Content-Range')).toBe(`bytes ${where}`);
      expect(part.headers.get('Content-Length')).toBe(String(bytes.length));
      expect(await part.text()).toBe(bytes);
    }
  });

  test('a download of a range past the end is 416 and names the length', async () => {
    const { get } = await uploaded();
    for (const range of ['bytes=10-', 'bytes=100-200', 'bytes=-0']) {
      const none = await get({ Range: range });
      expect(none.status).toBe(416);
      expect(none.headers.get('Content-Range')).toBe('bytes */10');
      expect(await none.text()).toBe('');
    }
  });

  test('a download of several ranges, another unit or an invalid range is the whole file', async () => {
    const { get } = await uploaded();
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b', 'bytes=3-1,x']) {
      const full = await get({ Range: range });
      expect([range, full.status]).toEqual([range, 200]);
      expect(full.headers.get('Accept-Ranges')).toBe('bytes');
      expect(await full.text()).toBe('0123456789');
    }
  });

  test('a download of a range with the ETag of another version is the whole file', async () => {
    const { get, etag } = await uploaded();
    expect((await get({ Range: 'bytes=0-3', 'If-Range': etag })).status).toBe(206);
    expect((await get({ Range: 'bytes=0-3', 'If-Range': '"another"' })).status).toBe(200);
    expect((await get({ Range: 'bytes=0-3', 'If-Range': `W/${etag}` })).status).toBe(200);
    expect((await get({ Range: 'bytes=0-3', 'If-Range': new Date().toUTCString() })).status).toBe(200);
  });

  test('a download that the client has already is 304 without a body', async () => {
    const { get, etag } = await uploaded();
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const same = await get({ 'If-None-Match': known });
      expect(same.status).toBe(304);
      expect(same.headers.get('ETag')).toBe(etag);
      expect(await same.text()).toBe('');
    }
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('a download whose If-Match does not match is 412', async () => {
    const { get, etag } = await uploaded();
    for (const meant of ['"other"', `W/${etag}`]) {
      const refused = await get({ 'If-Match': meant });
      expect(refused.status).toBe(412);
      expect(refused.headers.get('Content-Disposition')).toBeNull();
      expect(await refused.json()).toMatchObject({ error: { code: 'PRECONDITION_FAILED' } });
    }
    for (const meant of [etag, '*', `"other", ${etag}`]) {
      expect((await get({ 'If-Match': meant })).status).toBe(200);
    }
  });

  test('HEAD of a download has the headers of GET without the bytes; ranges apply to GET only', async () => {
    const { get } = await uploaded();
    const full = await get();
    for (const head of [await get({}, 'HEAD'), await get({ Range: 'bytes=2-4' }, 'HEAD')]) {
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      for (const name of ['Content-Length', 'Content-Type', 'Content-Disposition', 'ETag', 'Accept-Ranges']) {
        expect(head.headers.get(name)).toBe(full.headers.get(name));
      }
    }
  });

  test.each([
    ['text/html', '<script>alert(1)</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['Text/HTML; charset=utf-7', '<b>'],
  ])('a download of %s is an attachment, never displayed', async (type, content) => {
    const { get } = await uploaded(content, type);
    const { headers, status } = await get();
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toMatch(/^attachment;/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(headers.get('Content-Type')).toBe(type.split(';')[0]?.toLowerCase());
  });

  test('a download whose bytes are gone from the disk is a logged 500', async () => {
    const world = await officeHere();
    const { id, get } = await uploaded('gone', 'text/plain', world);
    rmSync(join(filesOf(world.dataDir), id.slice(-2), id));
    expect((await get({}, 'HEAD')).status).toBe(200);
    const failed = await get();
    expect(failed.status).toBe(500);
    expect(await failed.json()).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });
    const { code, stderr } = await stopped(world.server);
    expect(code).toBe(0);
    expect(stderr).toContain('"msg":"request failed"');
  });

  test('many clients that disconnect during a download leave no file open', async () => {
    const env = { TANDEM_PORT: '0', TANDEM_DATA_DIR: temporaryFolder(), TANDEM_LOG_LEVEL: 'silent' };
    const server = await startServer(readConfig(env));
    const world = { server, adminKey: server.firstKey as string } as unknown as Office;
    const { body } = await upload(world, Buffer.alloc(20 * MIB));
    for (let i = 0; i < 5; i++) {
      const going = await download(world, body.id);
      await going.body?.cancel();
      await download(world, body.id, {}, 'HEAD');
    }
    await server.stop();
    // Only Linux lists the open files of a process.
    const open = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').map(linkOf) : []);
    const ofOurs = () => open().filter((path) => path.startsWith(filesOf(env.TANDEM_DATA_DIR)));
    // The system may close a file late; a leaked one makes the test time out.
    while (ofOurs().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

/** The path of an open file of this process; it may have been closed by now. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

describe('the sweep', () => {
  test('the sweep deletes old contents without a record and old unfinished uploads, and keeps the rest', async () => {
    const dataDir = temporaryFolder();
    const { key } = await newWorkspace(dataDir);
    const env = { TANDEM_PORT: '0', TANDEM_DATA_DIR: dataDir, TANDEM_LOG_LEVEL: 'silent' };
    const first = await startServer(readConfig(env));
    const known = await upload({ server: first, adminKey: key } as unknown as Office, 'known');
    await first.stop();

    const folder = filesOf(dataDir);
    const orphan = join('YZ', '01J0000000000000000000WXYZ');
    const fresh = join('YZ', '01J0000000000000000001WXYZ');
    const half = join('unfinished', '01J0000000000000000002WXYZ');
    const beingWritten = join('unfinished', '01J0000000000000000003WXYZ');
    const stray = join('YZ', 'read me.txt');
    const ofRecord = join(known.body.id.slice(-2), known.body.id);
    for (const path of [orphan, fresh, half, beingWritten, stray]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), 'bytes');
    }
    const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const path of [orphan, half, stray, ofRecord]) utimesSync(join(folder, path), long, long);

    // A server sweeps when it starts, and finishes before it stops.
    await (await startServer(readConfig(env))).stop();
    expect(onDisk(dataDir).toSorted()).toEqual([fresh, beingWritten, stray, ofRecord].toSorted());
  });
});

describe('a file', () => {
  const statuses = async (id: string, ...readers: Api[]): Promise<number[]> =>
    Promise.all(readers.map(async (reader) => (await reader('GET', `files/${id}`)).status));

  const people = async () => {
    const world = await officeHere();
    const { server, ada, agent } = world;
    const bob = await invited(ada, server.url, 'bob');
    const eve = await invited(ada, server.url, 'eve');
    const { id } = (await upload(world, 'private')).body;
    const scopes = ['tasks:read', 'agents:write'];
    const scribe = apiOf(server.url, await newKey(ada, { kind: 'agent', memberId: agent.id, scopes }));
    const other = await newAgent(ada, 'other', 'tasks:read', 'agents:write');
    const another = apiOf(server.url, other.key);
    return { world, ada, bob, eve, scribe, another, id: id as string };
  };

  test('a new file is visible only to its uploader', async () => {
    const { world, ada, bob, scribe, id } = await people();
    expect(await statuses(id, ada, bob, scribe)).toEqual([200, 404, 404]);
    const content = await download({ ...world, adminKey: world.agent.key }, id);
    expect(content.status).toBe(403);
    const random = await bob('GET', 'files/01J00000000000000000000000');
    const { error, ...rest } = (await bob('GET', `files/${id}/content`)).body;
    expect(rest).toEqual({});
    expect({ ...error, requestId: '' }).toEqual({ ...random.body.error, requestId: '' });
  });

  test('a file attached to a task is visible to the whole workspace', async () => {
    const { ada, bob, scribe, id } = await people();
    const { body: task } = await ada('POST', 'tasks', { title: 'With a file' });
    const path = `tasks/${task.taskNumber}/attachments`;
    expect((await bob('POST', path, { fileId: id })).status).toBe(400);
    const { body: attachment } = await ada('POST', path, { fileId: id });
    expect(await statuses(id, ada, bob, scribe)).toEqual([200, 200, 200]);
    await ada('DELETE', `${path}/${attachment.id}`);
    expect(await statuses(id, ada, bob, scribe)).toEqual([200, 404, 404]);
  });

  test('a file in a chat is visible only to its two sides', async () => {
    const { world, ada, bob, eve, scribe, another, id } = await people();
    const { body: sent } = await ada('POST', 'chats', { agentId: world.agent.id, body: '', fileIds: [id] });
    expect(sent.message.attachments).toEqual([
      { fileId: id, fileName: 'notes.txt', mimeType: 'text/plain', size: 7 },
    ]);
    expect(await statuses(id, ada, scribe, bob, eve, another)).toEqual([200, 200, 404, 404, 404]);
    await ada('DELETE', `chats/${sent.thread.id}`);
    expect(await statuses(id, ada, scribe)).toEqual([200, 404]);
  });

  test('a file of another workspace is not found', async () => {
    const { world, id } = await people();
    const { key } = await newWorkspace(world.dataDir);
    expect(await statuses(id, apiOf(world.server.url, key))).toEqual([404]);
  });
});
