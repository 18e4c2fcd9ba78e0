import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AWAY, ID, inTests, KEY, MIB, mebibytes, parts, textOf } from './testing/in-tests.ts';

const { first, open, s3 } = inTests();

test('a download resumes from the next byte when the connection breaks', async () => {
  const text = 'x'.repeat(3 * MIB);
  await open().write(ID, parts(text));
  let left = 2;
  const ranges: unknown[] = [];
  s3().meddle = (asked, req, res) => {
    if (asked !== 'GetObject') return false;
    ranges.push(req.headers.range);
    if (left-- <= 0) return false;
    const { etag, bytes } = s3().objects.get(KEY) as { etag: string; bytes: Buffer };
    const from = Number(/=(\d+)/.exec(req.headers.range ?? '=0')?.[1]);
    res.writeHead(from ? 206 : 200, { etag, 'content-length': bytes.length - from });
    res.write(bytes.subarray(from, from + MIB), () => setTimeout(() => res.destroy(), 50));
    return true;
  };
  expect((await textOf(open().read(ID))) === text).toBe(true);
  expect(ranges).toEqual([undefined, `bytes=${MIB}-`, `bytes=${2 * MIB}-`]);
});

test('a download gives up on a server that always breaks the connection, and on a silent one', async () => {
  await open().write(ID, parts('0123456789'));
  first(99, 'GetObject', (res) => {
    res.writeHead(200, { 'content-length': 10 }).write('0');
    setTimeout(() => res.destroy(), 5);
  });
  await expect(textOf(open().read(ID))).rejects.toMatchObject(AWAY);
  first(99, 'GetObject', (res) => res.writeHead(200, { 'content-length': 10 }).write(''));
  await expect(textOf(open({ timeoutMs: 50 }).read(ID))).rejects.toMatchObject(AWAY);
});

test('a download does not send another request while it waits for its reader', async () => {
  await open().write(ID, mebibytes(4));
  let read = 0;
  for await (const chunk of open({ timeoutMs: 200 }).read(ID)) {
    if (read === 0) await sleep(500);
    read += chunk.length;
  }
  expect(read).toBe(4 * MIB);
  expect(s3().asked.filter((asked) => asked === 'GetObject')).toHaveLength(1);
});

test('a download closes the connection of a reader that leaves', async () => {
  const files = open();
  await files.write(ID, mebibytes(20));
  let closed: Promise<unknown> | undefined;
  s3().meddle = (asked, _req, res) => {
    if (asked === 'GetObject') closed = once(res, 'close');
    return false;
  };
  for await (const chunk of files.read(ID)) if (chunk.length > 0) break;
  await closed;
  expect(await s3().connections()).toBeLessThanOrEqual(1);
});

test('downloads in sequence reuse one connection', async () => {
  const files = open();
  const before = await s3().connections();
  for (let at = 0; at < 10; at++) {
    await files.write(ID, parts('x'));
    await textOf(files.read(ID));
  }
  expect((await s3().connections()) - before).toBeLessThanOrEqual(1);
});

test('a download rejects a response that is not the requested range', async () => {
  await open().write(ID, parts('0123456789'));
  first(99, 'GetObject', (res) => res.writeHead(200, { 'content-length': 10 }).end('0123456789'));
  await expect(textOf(open().read(ID, { start: 2, end: 4 }))).rejects.toMatchObject(AWAY);
});
