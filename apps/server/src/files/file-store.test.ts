import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@tandem/core/testing/free-port';
import { CREDENTIALS, type StandIn, standInS3 } from '../../../../packages/adapter-s3/testing/index.ts';
import {
  cleanUp,
  newWorkspace,
  type Serving,
  serve,
  startTandem,
  stopped,
  tandem,
  temporaryFolder,
  withKey,
} from '../../testing/tandem.ts';

let s3: StandIn;
beforeAll(async () => {
  s3 = await standInS3();
});
afterEach(cleanUp);
afterAll(() => s3.close());

const keys = () => ({
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  AWS_EC2_METADATA_DISABLED: 'true',
});
const inS3 = () => ({ TANDEM_FILES_URL: s3.url, ...keys() });

async function upload(
  { url }: Serving,
  key: string,
  content: Buffer,
): Promise<{ id: string; status: number }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'plan.txt');
  const answer = await fetch(`${url}/api/v1/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: form,
  });
  return { ...((await answer.json()) as { id: string }), status: answer.status };
}

const download = (server: Serving, key: string, id: string, headers = {}) =>
  fetch(`${server.url}/api/v1/files/${id}/content`, { headers: { ...withKey(key).headers, ...headers } });

const LARGE = Buffer.alloc(12 * 1024 * 1024 + 5, 'large');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('files in a bucket', () => {
  test('files in a bucket are uploaded, read whole and in part, backed up, checked and restored', async () => {
    const dataDir = temporaryFolder();
    const { key } = await newWorkspace(dataDir);
    const server = await serve(dataDir, inS3());
    const small = await upload(server, key, Buffer.from('a small plan'));
    const large = await upload(server, key, LARGE);
    expect([small.status, large.status]).toEqual([201, 201]);
    expect([...s3.objects.keys()].toSorted()).toEqual(
      [small, large].map(({ id }) => `files/${id.slice(-2)}/${id}`).toSorted(),
    );
    expect(existsSync(join(dataDir, 'files'))).toBe(false);
    const full = await download(server, key, large.id);
    expect(sha256(new Uint8Array(await full.arrayBuffer()))).toBe(sha256(LARGE));
    const part = await download(server, key, small.id, { Range: 'bytes=2-6' });
    expect([part.status, await part.text()]).toEqual([206, 'small']);

    const backup = join(temporaryFolder(), 'backup');
    const env = { TANDEM_DATA_DIR: dataDir, ...inS3() };
    expect(await tandem(['backup', backup], env)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('holds the database and 2 files'),
    });
    expect(await tandem(['doctor'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Contents of files: 2 contents, all intact'),
    });
    const log = (await stopped(server)).stderr;
    expect(log).not.toContain(CREDENTIALS.secretAccessKey);

    // From the bucket to a folder, and from there to another bucket.
    const local = temporaryFolder();
    expect(await tandem(['restore', backup], { TANDEM_DATA_DIR: local })).toMatchObject({ code: 0 });
    const again = await serve(local);
    expect(await (await download(again, key, small.id)).text()).toBe('a small plan');
    s3.objects.clear();
    const moved = { TANDEM_DATA_DIR: temporaryFolder(), ...inS3() };
    expect(await tandem(['restore', backup], moved)).toMatchObject({ code: 0 });
    expect(s3.objects.size).toBe(2);

    s3.objects.delete(`files/${small.id.slice(-2)}/${small.id}`);
    expect(await tandem(['doctor'], moved)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`The content of file ${small.id} is missing`),
    });
    const lacking = await tandem(['backup', `${backup}-2`], moved);
    expect(lacking).toMatchObject({ code: 1, stderr: expect.stringContaining(`${small.id} is missing`) });
  });

  test('files return 503 while the bucket is unreachable, the log says why, and everything else works', async () => {
    const dataDir = temporaryFolder();
    const { key } = await newWorkspace(dataDir);
    const server = await serve(dataDir, inS3());
    const { id } = await upload(server, key, Buffer.from('x'));
    s3.meddle = (_asked, _req, res) => {
      res.writeHead(403, { 'content-type': 'application/xml' });
      res.end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>');
      return true;
    };
    expect((await upload(server, key, Buffer.from('y'))).status).toBe(503);
    expect((await download(server, key, id)).status).toBe(503);
    expect((await fetch(`${server.url}/api/v1/tasks`, withKey(key))).status).toBe(200);
    s3.meddle = () => false;
    expect((await upload(server, key, Buffer.from('y'))).status).toBe(201);
    expect((await stopped(server)).stderr).toContain('PutObject: AccessDenied');
  });

  test.each([
    [
      'a bucket that is not there',
      () => ({ ...inS3(), TANDEM_FILES_URL: s3.url.replace('contents', 'elsewhere') }),
      'the bucket does not exist',
    ],
    [
      'a wrong secret',
      () => ({ ...inS3(), AWS_SECRET_ACCESS_KEY: 'se-cret' }),
      'the secret access key is not that of the access key',
    ],
    [
      'no keys',
      () => ({ ...inS3(), AWS_ACCESS_KEY_ID: '' }),
      'there are no access keys: set AWS_ACCESS_KEY_ID',
    ],
    ['no region', () => ({ ...keys(), TANDEM_FILES_URL: 's3://contents' }), 'Region is missing'],
  ])('the server does not start with %s, and says so on one line', async (_what, env, why) => {
    const dataDir = temporaryFolder();
    const { code, stderr } = await tandem(['serve'], {
      TANDEM_DATA_DIR: dataDir,
      TANDEM_PORT: '0',
      ...env(),
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain("Files can't be stored in s3://");
    expect(stderr).not.toMatch(/se-cret|stand-in-key/);
    expect(existsSync(join(dataDir, 'tandem.db'))).toBe(false);
  });
});

test('a server waits for an unreachable bucket and says so; a command does not wait', async () => {
  const port = await freePort();
  const env = { TANDEM_FILES_URL: s3.url.replace(/\d+$/, String(port)), ...keys() };
  const dataDir = temporaryFolder();
  await newWorkspace(dataDir);
  const refused = await tandem(['doctor'], { TANDEM_DATA_DIR: dataDir, ...env });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('nothing listens there')]);
  const server = startTandem(['serve'], { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0', ...env });
  await server.says('stderr', /"files":"s3:\/\/contents\/files at .*"msg":"waiting for file storage"/);
  const there = await standInS3(port);
  await server.says('stdout', /^Tandem serves/m);
  expect(there.asked).toEqual(
    expect.arrayContaining(['ListObjectsV2', 'PutObject', 'GetObject', 'DeleteObject']),
  );
  server.signal('SIGTERM');
  const { stderr } = await server.ended;
  expect(stderr.match(/waiting for file storage/g)).toHaveLength(1);
  await there.close();
});

describe('files in a shared folder', () => {
  test('files in a shared folder are visible to every server that uses it', async () => {
    const folder = join(temporaryFolder(), 'shared files');
    mkdirSync(folder);
    const env = { TANDEM_FILES_URL: pathToFileURL(folder).href };
    const dataDir = temporaryFolder();
    const { key } = await newWorkspace(dataDir);
    const server = await serve(dataDir, env);
    const { id } = await upload(server, key, Buffer.from('shared'));
    expect(readdirSync(folder).toSorted()).toEqual([id.slice(-2), 'unfinished'].toSorted());
    const backup = join(temporaryFolder(), 'backup');
    expect(await tandem(['backup', backup], { TANDEM_DATA_DIR: dataDir, ...env })).toMatchObject({ code: 0 });
    // A second server next to the first, with its own database.
    const other = temporaryFolder();
    await tandem(['restore', backup], { TANDEM_DATA_DIR: other, ...env });
    const second = await serve(other, env);
    await upload(second, key, Buffer.from('of the second'));
    for (const each of [server, second]) expect(await (await download(each, key, id)).text()).toBe('shared');
  });

  test('the server does not start when the shared folder is missing, as when it is not mounted', async () => {
    const folder = join(temporaryFolder(), 'not-mounted');
    const env = { TANDEM_FILES_URL: pathToFileURL(folder).href, TANDEM_DATA_DIR: temporaryFolder() };
    const { code, stderr } = await tandem(['serve'], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('the folder does not exist')]);
    expect(existsSync(folder)).toBe(false);
    rmSync(folder, { force: true });
  });
});
