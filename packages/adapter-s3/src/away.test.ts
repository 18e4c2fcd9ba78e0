import { CREDENTIALS } from '../testing/index.ts';
import { problemOf, type S3Files } from './index.ts';
import { AWAY, ID, inTests, parts, textOf } from './testing/in-tests.ts';

const { open, s3 } = inTests();

const doing: readonly [string, (files: S3Files) => Promise<unknown>][] = [
  ['write', (files) => files.write(ID, parts('x'))],
  ['read', (files) => textOf(files.read(ID))],
  ['delete', (files) => files.delete(ID)],
];

test.each(doing)('an unreachable server makes %s fail quickly with UNAVAILABLE', async (_what, act) => {
  await expect(act(open({ endpoint: 'http://127.0.0.1:1' }))).rejects.toMatchObject(AWAY);
});

test.each(doing)('a server that never responds makes %s time out', async (_what, act) => {
  s3().meddle = () => true;
  const begun = Date.now();
  await expect(act(open({ timeoutMs: 200 }))).rejects.toMatchObject(AWAY);
  expect(Date.now() - begun).toBeLessThan(5_000);
});

test.each(doing)(
  'a server that rejects the access keys makes %s fail with UNAVAILABLE and discloses no key',
  async (_what, act) => {
    const credentials = { ...CREDENTIALS, secretAccessKey: 'wrong' };
    const refused = await act(open({ credentials })).catch((error: unknown) => error);
    expect(refused).toMatchObject(AWAY);
    const { cause } = refused as Error;
    expect(problemOf(refused)).toContain('SignatureDoesNotMatch');
    expect(`${cause} ${JSON.stringify(cause)}`).not.toContain(CREDENTIALS.accessKeyId);
  },
);
