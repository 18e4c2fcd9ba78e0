import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { quickCheck } from './quick-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-quick-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A database with this many MiB of rows. */
function database(mib: number): string {
  const file = join(folder, `${mib}.db`);
  const made = new Database(file);
  made.pragma('journal_mode = WAL');
  made.exec(`
    CREATE TABLE notes (id INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${mib * 1024})
    INSERT INTO notes SELECT i, zeroblob(1000) FROM n`);
  made.close();
  return file;
}

test.each([
  ['small', 1],
  ['large', 40],
])('a %s database is checked, and a damaged page is found', async (_, mib) => {
  const file = database(mib);
  expect(await quickCheck(file)).toBeNull();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 7), 0, 4096, Math.floor(statSync(file).size / 8192) * 4096);
  closeSync(descriptor);
  expect(await quickCheck(file)).toMatch(/page|btree|malformed/i);
});
