import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelTest, parentsTest, treesTest } from '@tandem/core/testing/model';
import { newDatabases } from '../testing/new-database.ts';
import { examine, sqliteStorage } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-model-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The doctor's findings. */
async function wrongIn(file: string): Promise<string[]> {
  const wrong: string[] = [];
  for await (const { state, text } of examine({ file })) if (state === 'wrong') wrong.push(text);
  return wrong;
}

const newDatabase = newDatabases(folder);
modelTest('SQLite', () => {
  const file = newDatabase();
  return { storage: sqliteStorage({ file, pageEffort: 20 }), wrong: () => wrongIn(file) };
});
treesTest('SQLite', () => sqliteStorage({ file: newDatabase() }), 4);
parentsTest('SQLite', () => sqliteStorage({ file: newDatabase() }), 4);
