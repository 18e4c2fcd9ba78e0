import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Driver from 'better-sqlite3';
import { run } from '../apps/cli/src/run.ts';
import { read } from '../apps/server/testing/pasted.ts';

const FIXTURES = join(__dirname, '../apps/cli/src/import/fixtures');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-import-'));
  // Without a login.
  Object.assign(process.env, { HOME: folder, XDG_CONFIG_HOME: folder });
  const Database = createRequire(__filename)('better-sqlite3') as typeof Driver;
  const database = new Database(join(folder, 'db.sqlite'));
  database.exec(readFileSync(join(FIXTURES, 'vibe-kanban/database.sql'), 'utf8'));
  database.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const runs = [...read('docs/import.md').matchAll(/```\n\$ tandem (import .+)\n([^`]*)```/g)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

test('docs/import.md shows a dry run of each source and a map', () => {
  expect(runs).toHaveLength(12);
});

test.each(runs)('tandem $command prints what docs/import.md shows', async ({ command, output }) => {
  const [verb = '', source = '', ...rest] = command.split(' ');
  const at = source === 'vibe-kanban' ? folder : join(FIXTURES, source);
  const args = rest.map((each) => (each.startsWith('--') ? each : join(at, each)));
  let printed = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  try {
    await run([verb, source, ...args]);
  } finally {
    write.mockRestore();
  }
  expect(printed).toBe(output);
});
