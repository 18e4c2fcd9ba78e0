import { randomUUID } from 'node:crypto';
import { contentsContract } from '@tandem/core/testing';
import { parseS3Url, s3Files } from './index.ts';
import { inTests, parts, textOf } from './testing/in-tests.ts';

const { open, s3 } = inTests();

/**
 * `TANDEM_TEST_S3_URL`, like `TANDEM_FILES_URL`: also runs the tests on a real S3, with the keys of the environment.
 */
const REAL = process.env.TANDEM_TEST_S3_URL;

contentsContract('S3, a stand-in', () => {
  // Makes lists span several pages.
  s3().pageSize = 5;
  return open();
});

if (REAL) {
  contentsContract('S3, a real one', () => s3Files({ ...parseS3Url(REAL), prefix: `test/${randomUUID()}` }));

  test('a real S3 passes the check', async () => {
    await s3Files(parseS3Url(REAL)).check('write');
  });
}

test.each(['../escape', 'a/b', '', '..', 'a\0b', 'name.txt'])('refuses an invalid id: %j', async (id) => {
  await expect(open().write(id, parts('x'))).rejects.toThrow('Not the id of a file');
  await expect(textOf(open().read(id))).rejects.toThrow('Not the id of a file');
  expect(s3().asked).toEqual([]);
});
