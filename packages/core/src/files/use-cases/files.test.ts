import { createHash } from 'node:crypto';
import { countingIds, secrets } from '../../../testing/ports.ts';
import { type CallerName, handMovedTime, outcome, START, type World, world } from '../../../testing/world.ts';
import { createTandem } from '../../create-tandem.ts';
import { inMemoryContents, inMemoryStorage } from '../../in-memory/index.ts';
import type { ByteRange } from '../file.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

async function* bytes(...parts: string[]) {
  for (const part of parts) yield new TextEncoder().encode(part);
}
const upload = (by = w.member, fileName = 'plan.txt', mimeType = 'text/plain') =>
  w.tandem.files.upload(by, { fileName, mimeType, content: bytes('Hello, ', 'world') });

async function read(id: string, range?: ByteRange): Promise<string> {
  const file = await w.tandem.files.get(w.member, id);
  let text = '';
  for await (const part of w.tandem.files.content(file, range)) text += new TextDecoder().decode(part);
  return text;
}

test('a file keeps its bytes, size, hash and a safe name', async () => {
  const file = await upload(w.member, '../plan.txt', 'Text/Plain; charset=utf-8');
  expect(file).toStrictEqual({
    id: expect.any(String),
    fileName: 'plan.txt',
    mimeType: 'text/plain',
    size: 12,
    sha256: createHash('sha256').update('Hello, world').digest('hex'),
    uploaderId: w.member.id,
    createdAt: START,
  });
  expect(await w.tandem.files.get(w.member, file.id)).toStrictEqual(file);
  expect(await read(file.id)).toBe('Hello, world');
});

test('a range of a file includes both its ends', async () => {
  const { id } = await upload();
  expect(await read(id, { start: 0, end: 4 })).toBe('Hello');
  expect(await read(id, { start: 7, end: 11 })).toBe('world');
});

// biome-ignore format: a table
test.each<[CallerName, string]>([
  ['member',         'ok'],
  ['actingAsMember', 'ok'],
  ['admin',          'NOT_FOUND'],
  ['agent',          'NOT_FOUND'],
  ['service',        'NOT_FOUND'],
  ['runtime',        'NOT_FOUND'],
  ['actingAsAgent',  'NOT_FOUND'],
])('a file without attachments can be read by its uploader: %s, %s', async (who, expected) => {
  const { id } = await upload(w.member);
  expect(await outcome(() => w.tandem.files.get(w[who], id))).toBe(expected);
  expect(await outcome(() => w.tandem.files.get(w.other[who], id))).toBe('NOT_FOUND');
});

test('an aborted upload leaves no file', async () => {
  async function* broken() {
    yield new Uint8Array(3);
    throw new Error('The line went dead');
  }
  const upload_ = w.tandem.files.upload(w.member, { fileName: 'a', mimeType: '', content: broken() });
  await expect(upload_).rejects.toThrow('The line went dead');
  w.time.advance(2 * 60 * 60 * 1_000);
  expect(await w.tandem.files.sweep()).toBe(0);
});

test('contents without a record are deleted after an hour, and no others', async () => {
  const time = handMovedTime();
  const contents = inMemoryContents({ clock: time.now, secrets });
  let ids = 0;
  const tandem = createTandem({
    storage: inMemoryStorage(),
    clock: time.now,
    newId: () => `id${++ids}`,
    secrets,
    schedule: time.schedule,
    contents,
  });
  const { workspace } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  const file = await tandem.files.upload(ada, { fileName: 'a', mimeType: '', content: bytes('kept') });
  await contents.write('orphan', bytes('nobody knows me'));
  time.advance(60 * 60 * 1_000);
  expect(await tandem.files.sweep()).toBe(0);
  time.advance(1);
  expect(await tandem.files.sweep()).toBe(1);
  expect(await tandem.files.sweep()).toBe(0);
  expect(await outcome(() => tandem.files.get(ada, file.id))).toBe('ok');
});

test('without a file store an upload is 503', async () => {
  const time = handMovedTime();
  const { storage } = w;
  const tandem = createTandem({
    storage,
    clock: time.now,
    newId: countingIds(),
    secrets,
    schedule: time.schedule,
  });
  const input = { fileName: 'a', mimeType: '', content: bytes('x') };
  expect(await outcome(() => tandem.files.upload(w.member, input))).toBe('UNAVAILABLE');
});
