import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearDemo, demoIn, foreignFile, markDemo } from './folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tandem-demo-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a demo may use a folder that is missing or holds only the lock of a server', () => {
  expect(foreignFile(join(dataDir, 'new'))).toBeUndefined();
  writeFileSync(join(dataDir, 'server.lock'), '');
  expect([foreignFile(dataDir), demoIn(dataDir)]).toEqual([undefined, 'none']);
});

test('the marker tells an incomplete demo from a complete one', () => {
  markDemo(dataDir, { told: false });
  expect(demoIn(dataDir)).toBe('incomplete');
  markDemo(dataDir, { told: true });
  expect([foreignFile(dataDir), demoIn(dataDir)]).toEqual([undefined, 'complete']);
  writeFileSync(join(dataDir, 'demo.json'), '');
  expect(demoIn(dataDir)).toBe('incomplete');
});

test('names a file that is not part of a demo', () => {
  writeFileSync(join(dataDir, 'letters.txt'), '');
  expect(foreignFile(dataDir)).toBe('letters.txt');
});

test('clears only the files of the demo', () => {
  markDemo(dataDir, { told: false });
  for (const name of ['tandem.db', 'tandem.db-wal', 'letters.txt']) writeFileSync(join(dataDir, name), '');
  mkdirSync(join(dataDir, 'files'));
  clearDemo(dataDir);
  const left = ['tandem.db', 'tandem.db-wal', 'files', 'letters.txt', 'demo.json'];
  expect(left.filter((name) => existsSync(join(dataDir, name)))).toEqual(['letters.txt', 'demo.json']);
});
