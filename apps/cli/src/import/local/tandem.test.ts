import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOf } from './files.ts';
import { tandemExport } from './tandem.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-own-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = { format: 'tandem-export', version: 1 };
const RECORDS = [
  { type: 'member', id: 'M', displayName: 'Ünï\u2028' },
  { type: 'task', id: 'A', taskNumber: 2, title: 'Parent', parentTaskNumber: null },
  { type: 'task', id: 'B', taskNumber: 1, title: 'Child', parentTaskNumber: 2 },
  { type: 'event', id: 'E' },
];

function written(objects: readonly object[], tail?: string): string {
  const text = objects.map((each) => `${JSON.stringify(each)}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(folder, 'export.jsonl');
  writeFileSync(path, text + (tail ?? `${JSON.stringify({ type: 'end', counts: {}, sha256 })}\n`));
  return path;
}

const opened = (path: string) => tandemExport(filesOf([path], /export\.jsonl$/));

test('reads the records that a server imports, and counts the others', async () => {
  written([HEADER, ...RECORDS]);
  const found = await opened(folder);
  const records = [];
  for await (const { record } of found.records()) records.push(record);
  expect(records).toEqual(RECORDS.slice(0, 3));
  expect(found.total).toBe(3);
  expect(found.report).toEqual(['2 tasks, 1 of them a sub-task', '1 member', 'Not imported: 1 event']);
});

test.each([
  ['an empty file', [], '', 'is empty'],
  ['another file', [{ type: 'task' }], undefined, 'no export of Tandem'],
  ['a later version', [{ ...HEADER, version: 2 }], undefined, 'Upgrade tandem'],
  ['a cut export', [HEADER, ...RECORDS], '', 'is incomplete'],
  ['a line that is cut', [HEADER], '{"type":"ta', 'export.jsonl:2 is not a JSON object'],
  ['a changed export', [HEADER], '{"type":"end","sha256":"0"}\n', 'digest does not match'],
  ['more text', [HEADER], '{"type":"end","sha256":"0"}\n{}\n', 'export.jsonl:3: text follows the end'],
])('refuses %s', async (_, objects, tail, message) => {
  await expect(opened(written(objects, tail))).rejects.toThrow(message);
});

test('refuses several exports at once', async () => {
  const path = written([HEADER]);
  await expect(tandemExport(filesOf([path, path], /export/))).rejects.toThrow('one export at a time');
});
