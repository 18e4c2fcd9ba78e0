import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteStorage } from '../src/index.ts';

/**
 * Makes files of empty databases that are up to date, all as copies of one: the migrations take longer than most tests
 * of what comes after them.
 */
export function newDatabases(folder: string): () => string {
  const first = join(folder, 'new.db');
  beforeAll(() => sqliteStorage({ file: first }).close());
  let copies = 0;
  return () => {
    const copy = join(folder, `${++copies}.db`);
    copyFileSync(first, copy);
    return copy;
  };
}
