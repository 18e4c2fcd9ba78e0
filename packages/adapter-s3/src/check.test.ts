import { CREDENTIALS } from '../testing/index.ts';
import { problemOf } from './index.ts';
import { failing, inTests } from './testing/in-tests.ts';

const { first, open, s3 } = inTests();

test('the check leaves no object behind when all is well', async () => {
  await open().check('write');
  expect(s3().asked).toEqual(['ListObjectsV2', 'PutObject', 'GetObject', 'DeleteObject']);
  expect(s3().objects.size).toBe(0);
});

test.each([
  ['a bucket that is not there', { bucket: 'nowhere' }, 'the bucket does not exist'],
  [
    'a key that is not known',
    { credentials: { ...CREDENTIALS, accessKeyId: 'k' } },
    'the access key is not known',
  ],
  ['nobody who listens', { endpoint: 'http://127.0.0.1:1' }, 'ECONNREFUSED'],
])('the check reports %s', async (_what, options, words) => {
  const refused = await open(options).check('write').catch(problemOf);
  expect(refused).toContain(words);
});

test.each(['PutObject', 'GetObject', 'ListObjectsV2', 'DeleteObject'])(
  'the check reports when %s is not allowed',
  async (operation) => {
    first(99, operation, failing(403, 'AccessDenied'));
    expect(await open().check('write').catch(problemOf)).toMatch(
      `the access keys do not allow it (${operation}`,
    );
  },
);

test('the check puts no object for read access', async () => {
  await open().check('read');
  expect(s3().asked).toEqual(['ListObjectsV2']);
});
