import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTandem } from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';
import { nodePorts } from '@tandem/core/node';
import Database from 'better-sqlite3';
import { openConnection } from '../engine/sqlite.ts';
import { backUp, DatabaseTooNew, examine, type Finding, Refused, repair, sqliteStorage } from '../index.ts';
import { work } from '../migrations/0001-work.ts';
import { migrate } from '../migrations/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-repair-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const tandemOn = (file: string) => createTandem({ ...nodePorts(), storage: sqliteStorage({ file }) });
let workspaceId: string;

beforeAll(async () => {
  const tandem = tandemOn(at('whole.db'));
  const { workspace } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
  workspaceId = workspace.id;
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  for (const title of ['one', 'two', 'three']) await tandem.tasks.create(ada, { title, tags: [title] });
  await tandem.close();
});

let copies = 0;
function damaged(change: (database: Database.Database) => void): string {
  const file = at(`${++copies}.db`);
  copyFileSync(at('whole.db'), file);
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  change(database);
  database.close();
  return file;
}
const sql = (text: string) => damaged((database) => void database.exec(text));

async function all(findings: AsyncIterable<Finding>): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const finding of findings) found.push(finding);
  return found;
}
const texts = (findings: readonly Finding[], state: Finding['state']) =>
  findings.filter((finding) => finding.state === state).map(({ text }) => text);

test('what is in order stays as it is', async () => {
  const before = new Database(at('whole.db'), { readonly: true });
  const rows = (database: Database.Database) =>
    ['tasks', 'task_tags', 'counts', 'sequences', 'members'].map((table) =>
      database.prepare(`SELECT * FROM ${table}`).all(),
    );
  const expected = rows(before);
  before.close();
  const file = sql('SELECT 1');
  const findings = await all(repair({ file }));
  expect([texts(findings, 'mended'), texts(findings, 'wrong')]).toEqual([[], []]);
  const after = new Database(file, { readonly: true });
  expect(rows(after)).toEqual(expected);
  after.close();
  expect(readdirSync(folder).filter((name) => name.startsWith(`${copies}.db`))).toEqual([`${copies}.db`]);
});

test('what was mended is told, and a server goes on with it', async () => {
  const file = sql(
    `DELETE FROM task_tags WHERE tag = 'two'; UPDATE sequences SET value = 1 WHERE name = 'task'`,
  );
  expect(texts(await all(repair({ file })), 'mended')).toEqual([
    expect.stringMatching(
      /^Tags and labels: tasks are not found by the tags .* in 1 row \(in workspace \w+: 2\)\.$/,
    ),
    expect.stringMatching(/^The sequence "task" of workspace \w+ goes on after 3 of tasks\.$/),
  ]);
  const tandem = tandemOn(file);
  const ada = await tandem.operator.callerFor(workspaceId, 'ada');
  expect((await tandem.tasks.list(ada, { tags: ['two'] })).items).toMatchObject([{ taskNumber: 2 }]);
  expect((await tandem.tasks.create(ada, { title: 'four' })).taskNumber).toBe(4);
  await tandem.close();
});

test('an index or a trigger that is missing or was changed, or lacks a row, is made anew', async () => {
  const missing = sql(`DROP INDEX tasks_by_status; DROP TRIGGER goals_moved; DROP INDEX labels_by_name;
    CREATE INDEX labels_by_name ON labels (name)`);
  expect(texts(await all(repair({ file: missing })), 'mended')).toHaveLength(3);
  expect(texts(await all(examine({ file: missing })), 'wrong')).toEqual([]);

  const lacking = damaged((database) => {
    database.unsafeMode();
    const rule = (text: string) =>
      database.exec(`UPDATE sqlite_schema SET sql = ${text} WHERE name = 'tasks_by_status'`);
    database.pragma('writable_schema = ON');
    rule("sql || ' WHERE number <> 2'");
    database.pragma('writable_schema = RESET');
    database.exec('REINDEX tasks_by_status');
    database.pragma('writable_schema = ON');
    rule("replace(sql, ' WHERE number <> 2', '')");
  });
  const findings = await all(repair({ file: lacking }));
  expect(texts(findings, 'mended')).toEqual(['The index tasks_by_status is made anew.']);
  expect(texts(findings, 'wrong')).toEqual([]);
});

test('where two rows are in the way of each other, the rest is mended, and they are told', async () => {
  const file = sql(`DROP INDEX labels_by_name; DELETE FROM task_tags WHERE tag = 'two';
    INSERT INTO labels SELECT id, 'a', 'bug', 'bug', 'red', 0 FROM workspaces;
    INSERT INTO labels SELECT id, 'b', 'Bug', 'bug', 'red', 0 FROM workspaces`);
  const findings = await all(repair({ file }));
  expect(texts(findings, 'wrong')).toContainEqual(
    expect.stringMatching(/^Schema could not be mended: UNIQUE/),
  );
  expect(texts(findings, 'mended')).toContainEqual(expect.stringMatching(/^Tags and labels/));
});

describe('refused, with nothing changed', () => {
  const refused = async (file: string, why: RegExp) => {
    // Before these come the version of the journal and a number that each writer counts up.
    const bytes = () => readFileSync(file).subarray(100);
    const before = bytes();
    await expect(all(repair({ file }))).rejects.toThrow(why);
    await expect(all(repair({ file }))).rejects.toThrow(Refused);
    expect(bytes().equals(before)).toBe(true);
  };

  test('a database that another process, or this one, has open', async () => {
    const file = sql("DELETE FROM task_tags WHERE tag = 'two'");
    const tandem = tandemOn(file);
    await refused(file, /has .* open\. Stop the server/);
    await tandem.close();
    expect(texts(await all(repair({ file })), 'mended')).toHaveLength(1);
  });

  test('a backup', async () => {
    await backUp({ database: at('whole.db'), to: at('backup'), contents: inMemoryContents(nodePorts()) });
    await refused(at('backup'), /is a backup/);
  });

  test('an older database, and one of a newer version', async () => {
    const old = openConnection(at('old.db'), 'writer');
    migrate(old, [work]);
    old.close();
    await refused(at('old.db'), /older version\. Start the server/);
    const newer = sql('PRAGMA user_version = 9999');
    await expect(all(repair({ file: newer }))).rejects.toThrow(DatabaseTooNew);
  });

  test('a database whose pages are damaged, or whose tables are other ones', async () => {
    const database = new Database(at('whole.db'), { readonly: true });
    const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'tasks'").pluck().get();
    database.close();
    const bytes = readFileSync(at('whole.db'));
    bytes.fill(0x5a, ((page as number) - 1) * 4096 + 200, (page as number) * 4096);
    writeFileSync(at('page.db'), bytes);
    await refused(at('page.db'), /damaged beyond repair/);
    await refused(sql('ALTER TABLE tasks ADD COLUMN mood TEXT'), /damaged beyond repair: a table/);
  });
});

test('a repair that is cut short leaves the database as it was, or mended so far', async () => {
  const file = sql("DELETE FROM task_tags WHERE tag = 'two'; UPDATE counts SET n = 9");
  const findings = repair({ file });
  for await (const { state } of findings) if (state === 'mended') break;
  expect(texts(await all(examine({ file })), 'wrong').length).toBeGreaterThan(0);
  await all(repair({ file }));
  expect(texts(await all(examine({ file })), 'wrong')).toEqual([]);
});
