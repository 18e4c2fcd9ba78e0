import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { backUp, DatabaseTooNew, examine, type Finding, Refused, repair, sqliteStorage } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-repair-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const tandemOn = (file: string) => createTandem({ ...nodePorts(), storage: sqliteStorage({ file }) });
let workspaceId: string;

beforeAll(async () => {
  const tandem = tandemOn(at('whole.db'));
  const { admin: ada, ...team } = await newTeam(tandem);
  workspaceId = team.workspaceId;
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

test('healthy data is unchanged', async () => {
  const before = new Database(at('whole.db'), { readonly: true });
  const rows = (database: Database.Database) =>
    ['tasks', 'task_tags', 'counts', 'sequences', 'members'].map((table) =>
      database.prepare(`SELECT * FROM ${table}`).all(),
    );
  const expected = rows(before);
  before.close();
  const file = sql('SELECT 1');
  const findings = await all(repair({ file }));
  expect([texts(findings, 'fixed'), texts(findings, 'wrong')]).toEqual([[], []]);
  const after = new Database(file, { readonly: true });
  expect(rows(after)).toEqual(expected);
  after.close();
  expect(readdirSync(folder).filter((name) => name.startsWith(`${copies}.db`))).toEqual([`${copies}.db`]);
});

test('repairs are reported, and a server can use the database', async () => {
  const file = sql(
    `DELETE FROM task_tags WHERE tag = 'two'; UPDATE sequences SET value = 1 WHERE name = 'task'`,
  );
  expect(texts(await all(repair({ file })), 'fixed')).toEqual([
    expect.stringMatching(/^The sequence "task" of workspace \w+ continues after 3 of tasks\.$/),
    expect.stringMatching(/^Tags and labels: tasks have wrong tags .* in 1 row \(in workspace \w+: 2\)\.$/),
  ]);
  const tandem = tandemOn(file);
  const ada = await tandem.operator.callerFor(workspaceId, 'ada');
  expect((await tandem.tasks.list(ada, { tags: ['two'] })).items).toMatchObject([{ taskNumber: 2 }]);
  expect((await tandem.tasks.create(ada, { title: 'four' })).taskNumber).toBe(4);
  await tandem.close();
});

test('a missing or changed index or trigger, or one that lacks a row, is recreated', async () => {
  const missing = sql(`DROP INDEX tasks_by_status; DROP TRIGGER goals_moved; DROP INDEX labels_by_name;
    CREATE INDEX labels_by_name ON labels (name)`);
  expect(texts(await all(repair({ file: missing })), 'fixed')).toHaveLength(3);
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
  expect(texts(findings, 'fixed')).toEqual(['The index tasks_by_status was recreated.']);
  expect(texts(findings, 'wrong')).toEqual([]);
});

test('contradictory rows are reported, and the rest is repaired', async () => {
  const file = sql(`DROP INDEX labels_by_name; DELETE FROM task_tags WHERE tag = 'two';
    INSERT INTO labels SELECT id, 'a', 'bug', 'bug', 'red', 0 FROM workspaces;
    INSERT INTO labels SELECT id, 'b', 'Bug', 'bug', 'red', 0 FROM workspaces`);
  const findings = await all(repair({ file }));
  expect(texts(findings, 'wrong')).toContainEqual(
    expect.stringMatching(/^Schema could not be repaired: UNIQUE/),
  );
  expect(texts(findings, 'fixed')).toContainEqual(expect.stringMatching(/^Tags and labels/));
});

describe('refused without any change', () => {
  const refused = async (file: string, why: RegExp) => {
    // The first bytes hold the journal version and a counter that each writer increments.
    const bytes = () => readFileSync(file).subarray(100);
    const before = bytes();
    await expect(all(repair({ file }))).rejects.toThrow(why);
    await expect(all(repair({ file }))).rejects.toThrow(Refused);
    expect(bytes().equals(before)).toBe(true);
  };

  test('a repair of a database that another process, or this one, has open is refused', async () => {
    const file = sql("DELETE FROM task_tags WHERE tag = 'two'");
    const tandem = tandemOn(file);
    await refused(file, /has .* open\. Stop the server/);
    await tandem.close();
    expect(texts(await all(repair({ file })), 'fixed')).toHaveLength(1);
  });

  test('a repair of a backup is refused', async () => {
    await backUp({ database: at('whole.db'), to: at('backup'), contents: inMemoryContents(nodePorts()) });
    await refused(at('backup'), /is a backup/);
  });

  test('a repair of an older or newer database is refused', async () => {
    await refused(sql('PRAGMA user_version = 3'), /older version\. Start the server/);
    const newer = sql('PRAGMA user_version = 9999');
    await expect(all(repair({ file: newer }))).rejects.toThrow(DatabaseTooNew);
  });

  test('a repair of a database with damaged pages or different tables is refused', async () => {
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

test('an interrupted repair leaves the database unchanged or partly repaired', async () => {
  const file = sql("DELETE FROM task_tags WHERE tag = 'two'; UPDATE counts SET n = 9");
  const findings = repair({ file });
  for await (const { state } of findings) if (state === 'fixed') break;
  expect(texts(await all(examine({ file })), 'wrong').length).toBeGreaterThan(0);
  await all(repair({ file }));
  expect(texts(await all(examine({ file })), 'wrong')).toEqual([]);
});
