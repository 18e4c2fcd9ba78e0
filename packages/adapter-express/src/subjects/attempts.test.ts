import { gzipSync } from 'node:zlib';
import { MAX_TRANSCRIPT_BYTES } from '@tandem/core';
import { TRANSCRIPT } from '../testing/seed.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
  await w.admin.creates('/tasks', { title: 'A task' });
  await w.agent.does('post', '/tasks/1/claim', {});
});
afterEach(() => expect(w.faults).toEqual([]));

const PATH = '/tasks/1/attempts/1/transcript';
const put = (headers: Record<string, string> = {}) =>
  w.agent
    .request('put', PATH)
    .set({ 'Content-Type': 'application/json', ...headers })
    .serialize((value) => value);
const kept = async (): Promise<Body> => (await w.admin.reads('/tasks/1/attempts')).data[0].transcript;

/** A transcript with steps of 10,000 bytes each. */
const ofSteps = (count: number) =>
  JSON.stringify({
    ...TRANSCRIPT,
    steps: Array(count).fill({ source: 'agent', message: 'x'.repeat(9_960) }),
  });

test.each<[string, string, Record<string, string>, string | Buffer | undefined]>([
  ['400 VALIDATION_ERROR', 'no body', {}, undefined],
  ['400 VALIDATION_ERROR', 'malformed JSON', {}, '{"steps":[{]}'],
  ['400 VALIDATION_ERROR', 'JSON that is no transcript', {}, '{"fileId":"x"}'],
  ['400 VALIDATION_ERROR', 'invalid UTF-8', {}, Buffer.from([0x7b, 0xff])],
  ['400 VALIDATION_ERROR', 'a body that is not gzip', { 'Content-Encoding': 'gzip' }, Buffer.from('{}')],
  ['415 UNSUPPORTED_MEDIA_TYPE', 'another type', { 'Content-Type': 'text/plain' }, '{}'],
  [
    '415 UNSUPPORTED_MEDIA_TYPE',
    'an unknown encoding',
    { 'Content-Encoding': 'constructor' },
    Buffer.from('{}'),
  ],
  ['413 PAYLOAD_TOO_LARGE', 'too many bytes', {}, ' '.repeat(MAX_TRANSCRIPT_BYTES + 1)],
  [
    '413 PAYLOAD_TOO_LARGE',
    'too many bytes, compressed',
    { 'Content-Encoding': 'gzip' },
    gzipSync(ofSteps(2_100)),
  ],
])('a transcript is %s with %s', async (expected, _what, headers, body) => {
  expect(outcome(await put(headers).send(body))).toBe(expected);
  expect(await kept()).toBeNull();
});

test('a transcript is the body of its request, also compressed, and replaces the one before', async () => {
  const text = JSON.stringify({ ...TRANSCRIPT, notes: 'Grüße' });
  expect(outcome(await put().send(text))).toBe('200');
  const first = await kept();
  expect(first).toMatchObject({ bytes: Buffer.byteLength(text), steps: 1 });
  const file = await w.admin.request('get', `/files/${first.fileId}/content`);
  expect(file.body).toStrictEqual(JSON.parse(text));
  expect(outcome(await put({ 'Content-Encoding': 'gzip' }).send(gzipSync(text)))).toBe('200');
  expect(await kept()).toMatchObject({ bytes: first.bytes });
  expect((await kept()).fileId).not.toBe(first.fileId);
});

test('a transcript of 20 MB is read in turns with other requests', async () => {
  let over = false;
  const large = put()
    .send(ofSteps(2_000))
    .then((answer) => {
      over = true;
      return answer;
    });
  let others = 0;
  while (!over) {
    await w.admin.reads('/me');
    others++;
  }
  expect(outcome(await large)).toBe('200');
  expect(others).toBeGreaterThan(5);
});
