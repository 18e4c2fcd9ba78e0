import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type FileContents } from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { openConnection } from '../engine/sqlite.ts';
import { backUp, DatabaseTooNew, examine, type Finding, Refused, sqliteStorage } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const contents = inMemoryContents(nodePorts());
let files: string[];

/** Data of everything that is counted, numbered or stored, in one database that each test copies. */
beforeAll(async () => {
  const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ file: at('whole.db') }), contents });
  const { admin: ada } = await newTeam(tandem);
  const bot = await tandem.agents.create(ada, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
  const initiative = await tandem.initiatives.create(ada, { name: 'I' });
  const goal = await tandem.goals.create(ada, { title: 'G', initiativeId: initiative.id });
  const project = await tandem.projects.create(ada, {
    title: 'P',
    initiativeId: initiative.id,
    goalId: goal.id,
  });
  for (const title of ['one', 'two', 'three']) {
    await tandem.tasks.create(ada, { title, projectId: project.id, assignedTo: 'bot' });
  }
  await tandem.tasks.transition(ada, '1', { to: 'in_progress' });
  await tandem.chats.start(ada, { agentId: bot.id, body: 'hi' });
  files = [];
  for (const text of ['one', 'two', 'three']) {
    const content = (async function* () {
      yield Buffer.from(text);
    })();
    files.push((await tandem.files.upload(ada, { fileName: 'a', mimeType: 'text/plain', content })).id);
  }
  await tandem.close();
});

type Ids = () => AsyncIterable<string>;
const known: Ids = async function* () {
  yield* files;
};

let copies = 0;

/** The findings for a copy of the database after a change. */
async function found(
  change: (database: Database.Database) => void,
  read: FileContents['read'] = contents.read,
  ids: Ids = known,
): Promise<Finding[]> {
  const file = at(`changed-${++copies}.db`);
  copyFileSync(at('whole.db'), file);
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  change(database);
  database.close();
  return all({ file, store: { read, ids } });
}

async function all(options: Parameters<typeof examine>[0]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of examine(options)) findings.push(finding);
  return findings;
}

const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'wrong').map(({ text }) => text);

test('a healthy database in use passes every check and is not changed', async () => {
  const live = new Database(at('whole.db'));
  live.prepare('SELECT count(*) FROM tasks').get();
  const before = readFileSync(at('whole.db'));
  const findings = await all({ file: at('whole.db'), store: { read: contents.read, ids: known } });
  expect(findings.map(({ state, text }) => `${state} ${text.split(':')[0]}`)).toEqual([
    'ok Schema',
    'ok Integrity',
    'ok Foreign keys',
    'ok Schema',
    'ok Sequences',
    'ok Counts',
    'ok Values',
    'ok Tags and labels',
    'ok Blockers',
    'ok Sub-tasks',
    'ok Inbox',
    'ok Names',
    'ok Chats and sessions',
    'ok Events',
    'ok References',
    'ok Removals',
    'ok Positions',
    'ok Turns',
    'ok Cycles',
    'ok Admins',
    'ok Log',
    'ok Search',
    'ok Contents of files',
  ]);
  expect(readFileSync(at('whole.db')).equals(before)).toBe(true);
  live.close();
});

describe('reported damage', () => {
  const sql = (text: string) => (database: Database.Database) => {
    database.exec(text);
  };

  test('a row with a dangling reference is reported', async () => {
    expect(
      wrong(await found(sql("UPDATE tasks SET project_id = 'nowhere' WHERE number = 2"))),
    ).toContainEqual(expect.stringContaining('Rows of tasks refer to missing rows of projects: 1.'));
  });

  test('a wrong stored count of every kind is reported', async () => {
    const database = new Database(at('whole.db'), { readonly: true });
    const triggers = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%INTO counts%'")
      .pluck()
      .all() as string[];
    database.close();
    const kinds = [...new Set(triggers.map((name) => name.replace(/_(added|moved|taken)$/, '')))];
    expect(kinds.length).toBeGreaterThan(6);
    for (const kind of kinds) {
      const changed = await found(
        sql(`INSERT INTO counts SELECT id, '${kind}', 'somebody', 'b', 1 FROM workspaces`),
      );
      expect(wrong(changed)).toEqual([expect.stringContaining(`Stored counts of ${kind} `)]);
    }
  });

  test.each([
    ['too high', 'UPDATE counts SET n = n + 1'],
    ['too low', 'UPDATE counts SET n = n - 1'],
    ['gone', 'DELETE FROM counts'],
  ])('a stored count that is %s is reported', async (_how, change) => {
    const kinds = wrong(
      await found(sql(`${change} WHERE kind = 'project_tasks' AND bucket = 'in_progress'`)),
    );
    expect(kinds).toEqual([
      expect.stringContaining('Stored counts of project_tasks that differ from their rows: 1.'),
    ]);
  });

  test.each([
    ['tasks', "UPDATE sequences SET value = 2 WHERE name = 'task'", '"task"', 'is at 2, but tasks has 3'],
    ['rows', "DELETE FROM sequences WHERE name = 'row'", '"row"', 'is missing, but turns has'],
  ])('a sequence that is behind its %s is reported', async (_what, change, name, how) => {
    const problems = wrong(await found(sql(change)));
    expect(problems).toContainEqual(expect.stringContaining(how));
    for (const problem of problems) expect(problem).toContain(name);
  });

  test('a missing index or trigger is reported', async () => {
    expect(wrong(await found(sql('DROP INDEX tasks_by_status; DROP TRIGGER goals_moved')))).toEqual([
      expect.stringContaining('The index tasks_by_status is missing'),
      expect.stringContaining('The trigger goals_moved is missing'),
    ]);
  });

  test('an index that lacks a row is reported', async () => {
    const changed = await found((database) => {
      database.unsafeMode();
      database.pragma('writable_schema = ON');
      const rule = (sql: string) =>
        database.exec(`UPDATE sqlite_schema SET sql = ${sql} WHERE name = 'tasks_by_status'`);
      rule("sql || ' WHERE number <> 2'");
      database.pragma('writable_schema = RESET');
      database.exec('REINDEX tasks_by_status');
      database.pragma('writable_schema = ON');
      rule("replace(sql, ' WHERE number <> 2', '')");
    });
    expect(changed).toContainEqual({
      state: 'wrong',
      text: 'The database is damaged: row 2 missing from index tasks_by_status.',
      repairable: true,
    });
  });

  test('an overwritten page is reported', async () => {
    const database = new Database(at('whole.db'), { readonly: true });
    const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'tasks'").pluck().get();
    database.close();
    const bytes = readFileSync(at('whole.db'));
    bytes.fill(0x5a, ((page as number) - 1) * 4096, (page as number) * 4096);
    writeFileSync(at('page.db'), bytes);
    const findings = await all({ file: at('page.db'), store: { read: contents.read, ids: known } });
    expect(wrong(findings)[0]).toMatch(/^The database is damaged: .* Restore a backup\.$/);
  });

  test('contents that are missing, unreadable, too short, or changed are reported', async () => {
    const [one = '', two = '', three = ''] = files;
    const failing = (code: string): FileContents['read'] =>
      async function* (id) {
        if (id === one) throw Object.assign(new Error(), { code });
        yield Buffer.from({ [two]: 'tw', [three]: 'Three' }[id] ?? '');
      };
    const nothing = () => undefined;
    expect(wrong(await found(nothing, failing('ENOENT')))).toEqual([
      expect.stringContaining(`The content of file ${one} is missing.`),
      expect.stringContaining(`The content of file ${two} has 2 bytes instead of 3.`),
      expect.stringContaining(`The content of file ${three} differs from the uploaded file.`),
    ]);
    expect(wrong(await found(nothing, failing('EACCES')))[0]).toContain(`${one} can't be read (EACCES)`);
  });

  test('a backup with changed rows or contents is reported', async () => {
    await backUp({ database: at('whole.db'), to: at('b'), contents });
    const changed = async (change: string) => {
      copyFileSync(at('b'), at('b2'));
      const database = new Database(at('b2'));
      database.exec(change);
      database.close();
      return wrong(await all({ file: at('b2') }));
    };
    expect(await changed('SELECT 1')).toEqual([]);
    expect(await changed("UPDATE tasks SET title = 'onf' WHERE number = 1")).toEqual([
      expect.stringContaining('has changed since it was created'),
      expect.stringContaining('wrong words in the index'),
    ]);
    expect(await changed(`UPDATE backup_parts SET bytes = x'00' WHERE file_id = '${files[0]}'`)).toEqual([
      expect.stringContaining(`The content of file ${files[0]} has 1 bytes instead of 3.`),
    ]);
  });
});

test('contents without a record are reported as a note', async () => {
  const findings = await found(
    () => undefined,
    contents.read,
    async function* () {
      yield* files;
      yield '01J00000000000000000000ABC';
    },
  );
  expect(wrong(findings)).toEqual([]);
  expect(findings.at(-1)).toMatchObject({
    state: 'note',
    text: expect.stringContaining('1 content in the file store without a record'),
  });
});

test('an older database is in order and keeps its version', async () => {
  copyFileSync(at('whole.db'), at('old.db'));
  const old = openConnection(at('old.db'), 'writer');
  old.exec('PRAGMA user_version = 3');
  const findings = await all({
    file: at('old.db'),
    store: { read: contents.read, ids: async function* () {} },
  });
  expect(wrong(findings)).toEqual([]);
  expect(findings[0]?.text).toMatch(/^Schema: version 3; start the server once to bring it to \d+\.$/);
  expect(old.get('PRAGMA user_version', [])).toEqual({ user_version: 3 });
  old.close();
});

test('a table whose SQL was rewritten by SQLite is in order', async () => {
  const findings = await found((database) =>
    database.exec('ALTER TABLE inbox RENAME TO other; ALTER TABLE other RENAME TO inbox'),
  );
  expect(wrong(findings)).toEqual([]);
});

test('a database left in the middle of a transaction is refused until a start has recovered it', async () => {
  copyFileSync(at('whole.db'), at('live.db'));
  const live = new Database(at('live.db'));
  live.pragma('journal_mode = DELETE');
  live.pragma('cache_size = 1');
  live.exec("BEGIN; UPDATE tasks SET title = title || 'x'; UPDATE events SET entity_title = 'x'");
  for (const end of ['', '-journal']) copyFileSync(at(`live.db${end}`), at(`left.db${end}`));
  live.close();
  await expect(all({ file: at('left.db') })).rejects.toThrow('unfinished transaction');
  await sqliteStorage({ file: at('left.db') }).close();
  expect(wrong(await all({ file: at('left.db') }))).toEqual([]);
});

test('a file that is not a Tandem database, or a newer one, is refused', async () => {
  writeFileSync(at('text'), 'not a database, by far: '.repeat(100));
  await expect(all({ file: at('text') })).rejects.toThrow(Refused);
  const other = new Database(at('other.db'));
  other.exec('CREATE TABLE t (a)');
  other.close();
  await expect(all({ file: at('other.db') })).rejects.toThrow(Refused);
  await expect(found((database) => database.pragma('user_version = 9999'))).rejects.toThrow(DatabaseTooNew);
});

test('a removed entity whose rows are still being deleted is in order', async () => {
  const storage = sqliteStorage({ file: at('removing.db') });
  const tandem = createTandem({ ...nodePorts(), storage });
  const { workspaceId, admin: ada } = await newTeam(tandem);
  const bot = await tandem.agents.create(ada, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
  const host = await tandem.operator.callerFor(workspaceId, 'bot');
  const initiative = await tandem.initiatives.create(ada, { name: 'I' });
  const goal = await tandem.goals.create(ada, { title: 'G', initiativeId: initiative.id });
  const project = await tandem.projects.create(ada, { title: 'P', goalId: goal.id });
  const { chat } = await tandem.chats.start(ada, { agentId: bot.id, body: 'hi' });
  const label = await tandem.labels.create(ada, { name: 'bug' });
  const many = Array.from({ length: 300 }, (_, i) => `${i}`);
  const of = { initiativeId: initiative.id, goalId: goal.id };
  await Promise.all(many.map((title) => tandem.projects.create(ada, { title, ...of })));
  const links = { projectId: project.id, labels: ['bug'], assignedTo: 'bot', tags: ['a'] };
  await Promise.all(many.map((title) => tandem.tasks.create(ada, { title, ...links })));
  await Promise.all(many.map((body) => tandem.comments.create(ada, '1', { body })));
  for (const body of many.slice(0, 80)) {
    const claim = await tandem.turns.claim(host, bot.id, {});
    const { token } = claim?.lease ?? { token: '' };
    await tandem.turns.reply(host, bot.id, claim?.turn.id ?? '', { token, body });
    await tandem.chats.send(ada, chat.id, { body, clientMessageId: body });
  }
  await tandem.relations.relate(ada, '1', { type: 'blocks', taskNumber: 2 });
  await tandem.tasks.archive(ada, '1');
  await tandem.tasks.delete(ada, '1');
  await tandem.labels.delete(ada, label.id);
  await tandem.projects.delete(ada, project.id);
  await tandem.initiatives.delete(ada, initiative.id);
  await tandem.goals.delete(ada, goal.id);
  await tandem.chats.delete(ada, chat.id);
  await tandem.agents.delete(ada, bot.id);
  const { removals } = new Database(at('removing.db'), { readonly: true })
    .prepare('SELECT count(*) AS removals FROM removals')
    .get() as { removals: number };
  expect(removals).toBe(7);
  let steps = 0;
  const look = async () => expect(wrong(await all({ file: at('removing.db') }))).toEqual([]);
  await look();
  while (await storage.write(workspaceId, (stores) => stores.removals.clear(50))) {
    if (++steps % 5 === 0) await look();
  }
  await look();
  expect(steps).toBeGreaterThan(10);
  await tandem.close();
}, 30_000);
