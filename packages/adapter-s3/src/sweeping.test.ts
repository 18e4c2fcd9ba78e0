import { all, failing, HOUR_MS, ID, inTests, KEY, parts } from './testing/in-tests.ts';

const { first, open, s3 } = inTests();

test('lists old contents and aborts unfinished uploads', async () => {
  const files = open();
  const young = ID.replace('ABC', 'DEF');
  await files.write(ID, parts('old'));
  await files.write(young, parts('young'));
  const then = Date.now() - 2 * HOUR_MS;
  (s3().objects.get(KEY) as { at: number }).at = then;
  const upload = (at: number, key = KEY) => ({ key, at, parts: new Map() });
  s3()
    .uploads.set('old', upload(then))
    .set('young', upload(Date.now()))
    .set('alien', upload(then, 'files/other'));
  expect(await all(files.olderThan(HOUR_MS))).toEqual([ID]);
  expect([...s3().uploads.keys()]).toEqual(['young', 'alien']);
});

test('the sweep leaves foreign objects alone, and works without lists that the server does not support', async () => {
  const files = open();
  await files.write(ID, parts('ours'));
  const ours = s3().objects.get(KEY) as { bytes: Buffer; etag: string; sha256: null; at: number };
  ours.at -= 2 * HOUR_MS;
  for (const key of ['files/notes.txt', 'files/BC/ELSEWHERE', `files/AB/${ID}`, `else/BC/${ID}`]) {
    s3().objects.set(key, { ...ours });
  }
  first(99, 'ListMultipartUploads', failing(501, 'NotImplemented'));
  expect(await all(files.olderThan(HOUR_MS))).toEqual([ID]);
  expect(await all(files.ids())).toEqual([ID]);
  expect(s3().objects.size).toBe(5);
});

test('the sweep sends one request per page, however many contents there are', async () => {
  const files = open();
  await files.write(ID, parts('x'));
  const one = s3().objects.get(KEY) as { bytes: Buffer; etag: string; sha256: null; at: number };
  for (let at = 0; at < 4_000; at++) {
    const id = `01J0000000000000000000${1000 + at}`;
    s3().objects.set(`files/${id.slice(-2)}/${id}`, one);
  }
  s3().asked.length = 0;
  expect(await all(files.ids())).toHaveLength(4_001);
  expect(s3().asked).toHaveLength(5);
});
