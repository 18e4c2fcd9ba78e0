import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelTest } from '@tandem/core/testing/model';
import { examine, sqliteStorage } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-model-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the doctor finds. */
async function wrongIn(file: string): Promise<string[]> {
  const wrong: string[] = [];
  for await (const { state, text } of examine({ file })) if (state === 'wrong') wrong.push(text);
  return wrong;
}

let files = 0;
modelTest('SQLite', () => {
  const file = join(folder, `${++files}.db`);
  return { storage: sqliteStorage({ file, pageEffort: 20 }), wrong: () => wrongIn(file) };
});
