import { watch } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { apiOf, office } from '../../testing/api.ts';
import { cleanUp, serve, startTandem, stopped, tandem, temporaryFolder } from '../../testing/tandem.ts';

afterEach(cleanUp);

const inFolder = (dataDir: string, ...args: string[]) => tandem(args, { TANDEM_DATA_DIR: dataDir });

/** In a process of its own, while this one goes on. */
const besideServer = (dataDir: string, ...args: string[]) =>
  startTandem(args, { TANDEM_DATA_DIR: dataDir }).ended;

/** Like another program that knows nothing of Tandem's rules. */
function change(dataDir: string, sql: string): void {
  const database = new Database(join(dataDir, 'tandem.db'));
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
}

const linesOf = (stdout: string, label: string) =>
  stdout.split('\n').filter((line) => line.startsWith(label));

test('doctor reports each problem on one line and repairs derived data while no server runs', async () => {
  const { ada, dataDir, server } = await office();
  for (const title of ['one', 'two']) await ada('POST', 'tasks', { title, tags: [title] });
  change(
    dataDir,
    `DELETE FROM task_tags WHERE tag = 'one'; UPDATE tasks SET priority = 'p9' WHERE number = 2`,
  );

  const found = await inFolder(dataDir, 'doctor');
  expect(found.code).toBe(1);
  expect(linesOf(found.stdout, 'WRONG ')).toEqual([
    expect.stringMatching(
      /^WRONG Values: priority of tasks must be one of p0, p1, p2, p3 but is not, .*: 2\)\. Stop the server and fix it/,
    ),
    expect.stringMatching(
      /^WRONG Tags and labels: .*: 1\)\. Stop the server and run tandem doctor --repair to fix it/,
    ),
  ]);
  expect(found.stderr).toMatch(
    /^[^\n]+ has problems: [^\n]+ Stop the server and run tandem doctor --repair[^\n]+\n$/,
  );

  const refused = await inFolder(dataDir, 'doctor', '--repair');
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Stop the server') });
  expect((await ada('GET', 'tasks?tags=one')).body.data).toEqual([]);
  await stopped(server);

  const repaired = await inFolder(dataDir, 'doctor', '--repair');
  expect(repaired.code).toBe(1);
  expect(linesOf(repaired.stdout, 'fixed ')).toEqual([expect.stringContaining('Tags and labels')]);
  expect(linesOf(repaired.stdout, 'WRONG ')).toEqual([expect.stringContaining('priority of tasks')]);
  expect(repaired.stderr).not.toContain('--repair');

  change(dataDir, `UPDATE tasks SET priority = 'p1' WHERE number = 2`);
  expect(await inFolder(dataDir, 'doctor', '--repair')).toMatchObject({ code: 0, stderr: '' });
  expect(await inFolder(dataDir, 'doctor')).toMatchObject({ code: 0, stderr: '' });
});

test("doctor accepts a database with Litestream's tables", async () => {
  const { dataDir } = await office();
  change(
    dataDir,
    `CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
     CREATE TABLE _litestream_lock (id INTEGER); INSERT INTO _litestream_seq VALUES (1, 7)`,
  );
  expect(await inFolder(dataDir, 'doctor')).toMatchObject({ code: 0, stderr: '' });
});

test('a server starts after a killed repair, and the next repair completes it', async () => {
  const { ada, dataDir, server, adminKey } = await office();
  await ada('POST', 'tasks', { title: 'one', tags: ['kept'] });
  await stopped(server);
  change(
    dataDir,
    `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
     INSERT INTO tasks (workspace_id, number, id, title, description, status, priority, assignee_id, project_id, creator_id,
       tags, effort, due_date, completed_at, archived, created_at, updated_at)
     SELECT workspace_id, i, 't' || i, title, NULL, status, priority, NULL, NULL, creator_id, tags,
       effort, NULL, NULL, 0, created_at, updated_at FROM tasks, n WHERE number = 1`,
  );
  const killed = startTandem(['doctor', '--repair'], { TANDEM_DATA_DIR: dataDir });
  const watcher = watch(dataDir, (_event, name) => {
    if (name === 'tandem.db-journal') killed.signal('SIGKILL');
  });
  expect(await killed.ended).toMatchObject({ code: null });
  watcher.close();

  const again = await serve(dataDir);
  expect((await apiOf(again.url, adminKey)('GET', 'tasks?limit=1')).status).toBe(200);
  await stopped(again);
  expect(await inFolder(dataDir, 'doctor', '--repair')).toMatchObject({ code: 0, stderr: '' });
});

test('doctor does not repair a backup, and a server keeps running while doctor checks', async () => {
  const { ada, dataDir } = await office();
  await ada('POST', 'tasks', { title: 'one' });
  const file = join(temporaryFolder(), 'backup');
  expect(await inFolder(dataDir, 'backup', file)).toMatchObject({ code: 0 });
  expect(await inFolder(dataDir, 'doctor', file, '--repair')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Restore'),
  });
  // Repeated during writes: a commit may fall between any two of its steps.
  let looked = 0;
  const looking = (async () => {
    for (; looked < 4; looked++) {
      const { code, stdout, stderr } = await besideServer(dataDir, 'doctor');
      expect({ code, stderr, wrong: stdout.match(/^WRONG.*$/gm) }).toEqual({
        code: 0,
        stderr: '',
        wrong: null,
      });
    }
  })().finally(() => {
    looked = 4;
  });
  const write = async () => {
    while (looked < 4) expect((await ada('POST', 'tasks', { title: 'Words' })).status).toBe(201);
  };
  await Promise.all([looking, write(), write(), write()]);
});

test('the command that doctor recommends gives a workspace without an admin a new one', async () => {
  const { dataDir, server } = await office();
  change(dataDir, "UPDATE members SET role = 'member' WHERE name = 'ada'");
  const { stdout } = await inFolder(dataDir, 'doctor');
  const [line = ''] = linesOf(stdout, 'WRONG Admins');
  const id = /workspace (\w+)\)/.exec(line)?.[1] ?? '';
  expect(line).toContain('tandem workspace set ID --admin NAME');
  // A count kept by a trigger is always right.
  const given = await inFolder(dataDir, 'workspace', 'set', id, '--admin', 'grace');
  expect(given).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('grace is an admin.') });
  expect(await inFolder(dataDir, 'doctor')).toMatchObject({ code: 0 });

  const command = /tandem (key create .*)\n$/.exec(given.stderr)?.[1] ?? '';
  const made = await inFolder(dataDir, ...command.split(' '), '--json');
  const grace = apiOf(server.url, JSON.parse(made.stdout).key.secret);
  const { body } = await grace('GET', 'members?type=human');
  const ada = body.data.find(({ name }: { name: string }) => name === 'ada');
  expect((await grace('PATCH', `members/${ada.id}`, { role: 'admin' })).status).toBe(200);
  expect(await inFolder(dataDir, 'workspace', 'set', id)).toMatchObject({ code: 2 });
  expect(await inFolder(dataDir, 'workspace', 'set', id, '--admin', 'scribe')).toMatchObject({ code: 1 });
});
