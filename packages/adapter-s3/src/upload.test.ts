import { CREDENTIALS } from '../testing/index.ts';
import { openBucket } from './bucket.ts';
import { s3Place } from './index.ts';
import { AWAY, cut, failing, ID, inTests, KEY, MIB, mebibytes, parts } from './testing/in-tests.ts';
import { upload } from './upload.ts';

const { first, open, s3 } = inTests();

const bucketOf = () => openBucket({ ...s3Place(s3().url), credentials: CREDENTIALS });

test('takes one request for a file of one part, with its SHA-256 for the server to check', async () => {
  await open().write(ID, parts('one ', 'two'));
  expect(s3().asked).toEqual(['PutObject']);
  expect([...s3().objects.keys()]).toEqual([KEY]);
  expect(s3().objects.get(KEY)?.sha256).toBe('irY+KaS6FOThaI+cFeWvkIlUITWMlFsEMfhdZpd709I=');
});

test('sends no checksum to a server that is said to refuse it', async () => {
  await open({ checksums: false }).write(ID, parts('one'));
  expect(s3().objects.get(KEY)?.sha256).toBeNull();
});

test('sends in one request what fits into a part, and more in parts as it comes', async () => {
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

test('of a large file, calls off what was begun when the stream fails', async () => {
  async function* cutStream() {
    yield* mebibytes(11);
    throw new Error('cut');
  }
  await expect(open().write(ID, cutStream())).rejects.toThrow('cut');
  expect(s3().uploads.size).toBe(0);
  expect(s3().asked.at(-1)).toBe('AbortMultipartUpload');
});

test('holds no more than a part of a large file', async () => {
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
])('is tried again after %s', async (_what, act) => {
  first(2, 'PutObject', act);
  await open().write(ID, parts('x'));
  expect(s3().asked).toEqual(['PutObject', 'PutObject', 'PutObject']);
  expect(s3().objects.get(KEY)?.bytes.toString()).toBe('x');
});

test('succeeds when the answer to what finished it was lost', async () => {
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
])('is UNAVAILABLE when %s fails for good, and leaves nothing', async (operation, size) => {
  first(99, operation, failing(500, 'InternalError'));
  await expect(open().write(ID, mebibytes(size))).rejects.toMatchObject(AWAY);
  expect(s3().objects.size + s3().uploads.size).toBe(0);
});

test('is UNAVAILABLE while others hold what all may, and is taken when they are through', async () => {
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
