import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun } from '../errors/cannot-run.ts';
import { clearDemo, demoIn, markDemo } from './folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tandem-demo-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a folder that is not there, or holds the lock of a server alone, holds nothing', () => {
  expect(demoIn(join(dataDir, 'new'))).toBe('nothing');
  writeFileSync(join(dataDir, 'server.lock'), '');
  expect(demoIn(dataDir)).toBe('nothing');
});

test('a demo is known by its mark, and so is whether it is whole', () => {
  markDemo(dataDir, { told: false });
  expect(demoIn(dataDir)).toBe('begun');
  markDemo(dataDir, { told: true });
  expect(demoIn(dataDir)).toBe('whole');
  writeFileSync(join(dataDir, 'demo.json'), '');
  expect(demoIn(dataDir)).toBe('begun');
});

test('anything else is refused with what to do', () => {
  writeFileSync(join(dataDir, 'letters.txt'), '');
  expect(() => demoIn(dataDir)).toThrow(CannotRun);
  expect(() => demoIn(dataDir)).toThrow('Leave TANDEM_DATA_DIR out');
});

test('what is cleared is the demo’s own', () => {
  markDemo(dataDir, { told: false });
  for (const name of ['tandem.db', 'tandem.db-wal', 'letters.txt']) writeFileSync(join(dataDir, name), '');
  mkdirSync(join(dataDir, 'files'));
  clearDemo(dataDir);
  expect(demoIn(dataDir)).toBe('begun');
  rmSync(join(dataDir, 'demo.json'));
  expect(() => demoIn(dataDir)).toThrow('letters.txt');
});
