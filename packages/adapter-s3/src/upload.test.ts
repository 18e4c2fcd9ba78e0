import { CREDENTIALS } from '../testing/index.ts';
import { openBucket } from './bucket.ts';
import { parseS3Url } from './index.ts';
import { AWAY, cut, failing, ID, inTests, KEY, MIB, mebibytes, parts } from './testing/in-tests.ts';
import { upload } from './upload.ts';

const { first, open, s3 } = inTests();

const bucketOf = () => openBucket({ ...parseS3Url(s3().url), credentials: CREDENTIALS });

test('an upload of one part is one request, with its SHA-256 for the server to verify', async () => {
  await open().write(ID, parts('one ', 'two'));
  expect(s3().asked).toEqual(['PutObject']);
  expect([...s3().objects.keys()]).toEqual([KEY]);
  expect(s3().objects.get(KEY)?.sha256).toBe('irY+KaS6FOThaI+cFeWvkIlUITWMlFsEMfhdZpd709I=');
});

test('an upload has no checksum for a server that is configured to reject it', async () => {
  await open({ checksums: false }).write(ID, parts('one'));
  expect(s3().objects.get(KEY)?.sha256).toBeNull();
});

test('an upload that fits into a part is one request, and a larger one is sent in parts as it arrives', async () => {
  await open().write(ID, mebibytes(5));
  expect(s3().asked).toEqual(['PutObject']);
  s3().asked.length = 0;
  const during: number[] = [];
  async function* watched() {
    for await (const chunk of mebibytes(12)) {
      yield chunk;
      during.push(s3().asked.length);
    }
  }
  await open().write(ID, watched());
  expect(s3().asked).toEqual([
    'CreateMultipartUpload',
    'UploadPart',
    'UploadPart',
    'UploadPart',
    'CompleteMultipartUpload',
  ]);
  expect(during).toEqual([0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 3, 3]);
  expect(s3().objects.get(KEY)?.bytes).toHaveLength(12 * MIB);
});

test('an upload of a large file aborts its parts when the stream fails', async () => {
  async function* cutStream() {
    yield* mebibytes(11);
    throw new Error('cut');
  }
  await expect(open().write(ID, cutStream())).rejects.toThrow('cut');
  expect(s3().uploads.size).toBe(0);
  expect(s3().asked.at(-1)).toBe('AbortMultipartUpload');
});

test('an upload of a large file buffers at most one part', async () => {
  const held = { bytes: 0, max: 256 * MIB };
  const seen: number[] = [];
  async function* watched() {
    for await (const chunk of mebibytes(40)) {
      yield chunk;
      seen.push(held.bytes);
    }
  }
  await upload(bucketOf(), KEY, watched(), held);
  expect(Math.max(...seen)).toBe(5 * MIB);
  expect(held.bytes).toBe(0);
});

test.each([
  ['an error of the server', failing(503, 'SlowDown')],
  ['a cut connection', cut],
])('an upload is retried after %s', async (_what, act) => {
  first(2, 'PutObject', act);
  await open().write(ID, parts('x'));
  expect(s3().asked).toEqual(['PutObject', 'PutObject', 'PutObject']);
  expect(s3().objects.get(KEY)?.bytes.toString()).toBe('x');
});

test('an upload succeeds when the response to its completion was lost', async () => {
  let lost = false;
  s3().meddle = (asked, _req, res) => {
    if (asked === 'CompleteMultipartUpload' && !lost) {
      lost = true;
      res.end = () => res.destroy();
    }
    return false;
  };
  expect((await open().write(ID, mebibytes(6))).size).toBe(6 * MIB);
  expect(s3().asked.slice(-3)).toEqual(['CompleteMultipartUpload', 'CompleteMultipartUpload', 'HeadObject']);
});

test.each([
  ['PutObject', 1],
  ['CreateMultipartUpload', 6],
  ['UploadPart', 6],
  ['CompleteMultipartUpload', 6],
])('an upload is UNAVAILABLE when %s fails permanently, and leaves nothing', async (operation, size) => {
  first(99, operation, failing(500, 'InternalError'));
  await expect(open().write(ID, mebibytes(size))).rejects.toMatchObject(AWAY);
  expect(s3().objects.size + s3().uploads.size).toBe(0);
});

test('an upload is UNAVAILABLE while other uploads use all memory, and works once they are done', async () => {
  const bucket = bucketOf();
  const held = { bytes: 0, max: 6 * MIB };
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* slow() {
    yield* mebibytes(5);
    await waiting;
  }
  const first = upload(bucket, KEY, slow(), held);
  while (held.bytes < 5 * MIB) await new Promise(setImmediate);
  await expect(upload(bucket, 'files/second', mebibytes(2), held)).rejects.toMatchObject(AWAY);
  await upload(bucket, 'files/small', parts('there is room for'), held);
  goOn();
  await first;
  expect(held.bytes).toBe(0);
  await upload(bucket, 'files/second', mebibytes(2), held);
  expect([...s3().objects.keys()].toSorted()).toEqual([KEY, 'files/second', 'files/small']);
});
