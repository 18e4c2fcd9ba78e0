import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteStorage } from '../src/index.ts';

/** Creates empty, migrated databases as copies of one file: migrating takes longer than most tests. */
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
