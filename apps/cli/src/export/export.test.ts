import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@tandem/client';
import { keepWhatRuns, type Office, office } from '@tandem/server/testing';
import { exportTo } from './export.ts';

let there: Office;
let folder: string;

beforeAll(async () => {
  there = await office();
  keepWhatRuns();
  folder = mkdtempSync(join(tmpdir(), 'tandem-export-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('saves lines, files and a table without formulas, and leaves no partial file of an interrupted export', async () => {
  const { server, adminKey } = there;
  const tandem = createClient({ url: server.url, key: adminKey });
  const title = '=HYPERLINK("http://x")';
  const task = await tandem.tasks.create({ title, description: 'a\r=1+1', tags: ['a', 'ü'] });
  const file = await tandem.files.upload({ name: 'ä.txt', content: 'Hello' });
  await tandem.tasks.attach(task.taskNumber, { fileId: file.id });

  const out = join(folder, 'whole');
  expect(await exportTo(tandem, { out, csv: true, files: true })).toMatchObject({ files: 1 });
  expect(readdirSync(out).sort()).toEqual(['export.jsonl', 'files', 'tasks.csv']);
  expect(readFileSync(join(out, 'files', file.id), 'utf8')).toBe('Hello');
  const lines = readFileSync(join(out, 'export.jsonl'), 'utf8').trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ type: 'end', counts: { task: 1, file: 1 } });
  const table = readFileSync(join(out, 'tasks.csv'), 'utf8');
  expect(table).toContain(`1,"'=HYPERLINK(""http://x"")",todo`);
  expect(table).toContain(',"a\r=1+1"');
  await expect(exportTo(tandem, { out, files: true })).rejects.toThrow('is not empty');

  const cut = createClient({
    url: server.url,
    key: adminKey,
    fetch: async (...request) => {
      const response = await fetch(...request);
      const text = await response.text();
      return new Response(text.slice(0, -10), response);
    },
  });
  const broken = join(folder, 'broken');
  await expect(exportTo(cut, { out: broken, csv: true, files: true })).rejects.toThrow('ended early');
  expect(readdirSync(broken)).toEqual([]);
  writeFileSync(join(broken, 'export.jsonl.partial'), 'left by a killed export');
  expect(await exportTo(tandem, { out: broken, files: false })).toMatchObject({ files: 0 });
  expect(readdirSync(broken)).toEqual(['export.jsonl']);
});
