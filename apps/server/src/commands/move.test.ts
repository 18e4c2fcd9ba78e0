import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { long, needingTerminal } from '@tandem/core/testing/programs';
import Database from 'better-sqlite3';
import { apiOf, type Office, office } from '../../testing/api.ts';
import { onDurablePostgres } from '../../testing/postgres.ts';
import {
  cleanUp,
  keepWhatRuns,
  serve,
  startTandem,
  stopped,
  tandem,
  temporaryFolder,
  withKey,
} from '../../testing/tandem.ts';
import { onTerminal } from '../../testing/terminal.ts';

jest.setTimeout(120_000);
afterEach(cleanUp);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function upload({ server, adminKey }: Office, content: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'notes.txt');
  const sent = await fetch(`${server.url}/api/v1/files`, { method: 'POST', body, ...withKey(adminKey) });
  return ((await sent.json()) as { id: string }).id;
}

const contentOf = async (url: string, key: string, id: string) =>
  (await fetch(`${url}/api/v1/files/${id}/content`, withKey(key))).text();

let first: ReturnType<typeof makeFolder> | undefined;

/** A copy of a data folder with two files and a task. */
async function madeFolder() {
  first ??= makeFolder();
  const { dataDir: from, ...made } = await first;
  const dataDir = temporaryFolder();
  cpSync(from, dataDir, { recursive: true });
  return { dataDir, ...made };
}

async function makeFolder() {
  const world = await office();
  await world.ada('POST', 'tasks', { title: 'Kept' });
  const ids = [await upload(world, 'precious'), await upload(world, '')];
  await stopped(world.server);
  keepWhatRuns();
  return { dataDir: world.dataDir, key: world.adminKey, ids };
}

/** Adds enough tasks to the first workspace of a folder that a move takes a moment. */
function addTasks(dataDir: string, count: number): void {
  const database = new Database(join(dataDir, 'tandem.db'));
  database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 1000 + ${count})
    INSERT INTO tasks (workspace_id, number, id, title, description, status, priority, creator_id, tags, archived,
      created_at, updated_at)
    SELECT w.id, i, 'task-' || i, 'Task ' || i, hex(randomblob(100)), 'todo', 'medium', 'nobody', '[]', 0, i, i
    FROM n, workspaces w;
    UPDATE sequences SET value = ${count + 1000} WHERE name = 'task'`);
  database.close();
}

const pathOf = (folder: string, id: string) => join(folder, id.slice(-2), id);
const titles = async (url: string, key: string) =>
  (await apiOf(url, key)('GET', 'tasks')).body.data.map(({ title }: { title: string }) => title);

onDurablePostgres('tandem move', ({ newDatabase, query }) => {
  test('moves a folder with its files to PostgreSQL, and back into another folder', async () => {
    const { dataDir, key, ids } = await madeFolder();
    const url = await newDatabase();
    const filesUrl = pathToFileURL(temporaryFolder()).href;
    const files = new URL(filesUrl).pathname;
    const database = join(dataDir, 'tandem.db');
    const before = readFileSync(database);

    const there = await tandem(['move', '--to', url], {
      TANDEM_DATA_DIR: dataDir,
      TANDEM_FILES_URL: filesUrl,
    });
    expect(there.code).toBe(0);
    const report =
      /^All (\d+) rows of (\S+) are in (\S+), verified by the checksum ([0-9a-f]{64})\.\n2 files were copied to (\S+)\.\n(.+)\nTANDEM_DATABASE_URL=(\S+)\n$/.exec(
        there.stderr,
      );
    expect(report?.slice(2)).toEqual([
      database,
      url,
      expect.anything(),
      files,
      `${database} is unchanged. Set this for every server, with the password, and start them:`,
      url,
    ]);
    expect(readFileSync(database)).toEqual(before);

    const settings = { TANDEM_DATABASE_URL: url, TANDEM_FILES_URL: filesUrl };
    const server = await serve(temporaryFolder(), settings);
    expect(await titles(server.url, key)).toEqual(['Kept']);
    expect(await contentOf(server.url, key, ids[0] as string)).toBe('precious');
    await apiOf(server.url, key)('POST', 'tasks', { title: 'Of PostgreSQL' });
    await stopped(server);

    const folder = join(temporaryFolder(), 'back');
    const back = await tandem(['move', '--to', folder], settings);
    expect(back).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^All \d+ rows of .*\n2 files were copied to .*\n.* is unchanged\. Unset TANDEM_DATABASE_URL, set this, and start the server:\nTANDEM_DATA_DIR=\S+\n$/,
      ),
    });
    expect(readdirSync(folder).toSorted()).toEqual(['files', 'server.lock', 'tandem.db']);
    expect(await tandem(['doctor'], { TANDEM_DATA_DIR: folder })).toMatchObject({ code: 0 });
    const again = await serve(folder);
    expect(await titles(again.url, key)).toEqual(['Of PostgreSQL', 'Kept']);
    expect(await contentOf(again.url, key, ids[0] as string)).toBe('precious');
    const { body } = await apiOf(again.url, key)('POST', 'tasks', { title: 'Of SQLite' });
    expect(body.taskNumber).toBe(3);
    await stopped(again);
  });

  test('a moved folder is not served until its marker file is deleted', async () => {
    const { dataDir, key } = await madeFolder();
    const url = await newDatabase();
    expect((await tandem(['move', '--to', url], { TANDEM_DATA_DIR: dataDir })).stderr).toContain(
      `File contents stay in ${join(dataDir, 'files')}.`,
    );
    const note = join(dataDir, 'moved.json');
    expect(await tandem(['serve'], { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        `^The database of the data folder ${dataDir} was moved to ${url} on \\S+Z\\. Set TANDEM_DATABASE_URL to use it there\\. To serve the old data here, remove ${note};`,
      ),
    });
    const moved = await serve(dataDir, { TANDEM_DATABASE_URL: url });
    expect(await titles(moved.url, key)).toEqual(['Kept']);
    await stopped(moved);
    rmSync(note);
    await stopped(await serve(dataDir));
  });

  needingTerminal().test('shows its progress on one line of a terminal', async () => {
    const { dataDir } = await madeFolder();
    // Moves that take less than a second show no progress.
    addTasks(dataDir, 40_000);
    const url = await newDatabase();
    const moving = await onTerminal(['move', '--to', url], { TANDEM_DATA_DIR: dataDir });
    const { code, stdout } = await moving.ended;
    expect(code).toBe(0);
    const lines = stdout.replaceAll('\r\u001b[K', '|');
    expect(lines).toMatch(/\|[\d,]+ of [\d,]+ rows copied \(\w+\)\|/);
    expect(lines).toMatch(/\|All [\d,]+ rows of /);
  });

  long.test('resumes after being killed, as often as that happens', async () => {
    const { dataDir, key, ids } = await madeFolder();
    addTasks(dataDir, 25_000);
    const url = await newDatabase();
    const killed = async (args: string[], env: Record<string, string>) => {
      let kills = 0;
      for (let ms = 600; ; ms *= 1.5) {
        const moving = startTandem(args, env);
        const ended = await Promise.race([moving.ended, pause(ms)]);
        if (ended) return { kills, ...(ended as Awaited<typeof moving.ended>) };
        moving.signal('SIGKILL');
        await moving.ended;
        kills++;
      }
    };
    const there = await killed(['move', '--to', url], { TANDEM_DATA_DIR: dataDir });
    expect(there).toMatchObject({ code: 0, stderr: expect.stringContaining(`TANDEM_DATABASE_URL=${url}\n`) });
    expect(there.kills).toBeGreaterThan(0);
    const folder = temporaryFolder();
    const back = await killed(['move', '--to', folder], {
      TANDEM_DATABASE_URL: url,
      TANDEM_DATA_DIR: dataDir,
    });
    expect(back).toMatchObject({ code: 0, stderr: expect.stringContaining(`TANDEM_DATA_DIR=${folder}\n`) });
    expect(back.kills).toBeGreaterThan(0);
    const sealOf = (text: string) => /seal ([0-9a-f]{64})/.exec(text)?.[1];
    expect(sealOf(back.stderr)).toBe(sealOf(there.stderr));
    // The search index is not moved, and rows inserted past the stores have no entries in it.
    const found = async (at: string) =>
      (await tandem(['doctor'], { TANDEM_DATA_DIR: at })).stdout.replace(/^.*Search: .*$/m, '');
    expect(await found(folder)).toBe(await found(dataDir));
    const server = await serve(folder);
    expect(await contentOf(server.url, key, ids[0] as string)).toBe('precious');
    await stopped(server);
  });

  test('a partially moved target is neither served nor overwritten', async () => {
    const { dataDir } = await madeFolder();
    const url = await newDatabase();
    await tandem(['move', '--to', url], { TANDEM_DATA_DIR: dataDir });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tandem.db.moving'), '');
    const message = `A move into the data folder ${folder} has started but is not finished. Continue it with the same tandem move command, or remove ${folder}/tandem.db.moving.\n`;
    const create = ['workspace', 'create', '--name', 'Acme', '--admin', 'ada'];
    for (const args of [['serve'], create]) {
      const env = { TANDEM_DATA_DIR: folder, TANDEM_PORT: '0' };
      expect(await tandem(args, env)).toMatchObject({ code: 1, stderr: message });
    }
    // The second run is that of someone whose first one was killed after its last step.
    for (let run = 1; run <= 2; run++) {
      const { code, stderr } = await tandem(['move', '--to', folder], {
        TANDEM_DATABASE_URL: url,
        TANDEM_DATA_DIR: dataDir,
      });
      expect([code, stderr]).toEqual([0, expect.stringContaining(`TANDEM_DATA_DIR=${folder}\n`)]);
      expect(existsSync(join(folder, 'tandem.db'))).toBe(true);
    }

    await query(url, 'CREATE TABLE moves (workspaces text, form text)');
    expect(await tandem(['serve'], { TANDEM_DATABASE_URL: url, TANDEM_PORT: '0' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A move into this database has started but is not finished.'),
    });
  });

  test('names corrupt file contents, and does not copy existing ones again', async () => {
    const { dataDir, ids } = await madeFolder();
    const [precious, empty] = ids as [string, string];
    const files = temporaryFolder();
    cpSync(pathOf(join(dataDir, 'files'), empty), pathOf(files, empty), { recursive: true });
    writeFileSync(pathOf(join(dataDir, 'files'), precious), 'precioux');
    const env = { TANDEM_DATA_DIR: dataDir, TANDEM_FILES_URL: pathToFileURL(files).href };
    const { code, stderr } = await tandem(['move', '--to', await newDatabase()], env);
    expect(code).toBe(1);
    expect(stderr).toContain(`0 files were copied to ${files}, and 1 was there.\n`);
    expect(stderr).toContain(
      `These files are damaged in ${dataDir}/files and were not moved: ${precious} differs from the uploaded file.\n`,
    );
    expect(existsSync(pathOf(files, precious))).toBe(false);
  });

  test('prints on one line what prevents the move', async () => {
    const world = await office();
    const folder = world.dataDir;
    const url = await newDatabase();
    const refusal = async (args: string[], env: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await tandem(['move', ...args], { TANDEM_DATA_DIR: folder, ...env });
      expect([code, stdout]).toEqual([1, '']);
      return stderr.replace(/^unknown.*\n/gm, '');
    };
    expect(await refusal(['--to', url])).toMatch(/^Another process \(\d+\) is using the data folder/);
    await stopped(world.server);
    expect(await refusal(['--to', 'http://example.com'])).toMatch(/^--to must be the URL of a database/);
    expect(await refusal(['--to', temporaryFolder()])).toMatch(/^Set TANDEM_DATABASE_URL to the database/);
    expect(await refusal(['--to', url], { TANDEM_DATA_DIR: temporaryFolder() })).toMatch(
      /^There is no database in/,
    );
    expect(await refusal(['--to', 'postgres://ada:geheim@127.0.0.1:1/tandem'])).toBe(
      'postgres://ada@127.0.0.1:1/tandem cannot be reached (ECONNREFUSED). Rerun the same command when it can.\n',
    );
    const server = await serve(temporaryFolder(), { TANDEM_DATABASE_URL: url });
    expect(await refusal(['--to', url])).toMatch(/other Tandem connections use .*Stop all servers/);
    expect(await refusal(['--to', temporaryFolder()], { TANDEM_DATABASE_URL: url })).toMatch(
      /other Tandem connections/,
    );
    await stopped(server);
    expect(await refusal(['--to', url])).toMatch(/already has rows in workspaces\./);
    expect(await refusal(['--to', folder], { TANDEM_DATABASE_URL: url })).toMatch(
      /^A database already exists: .*tandem\.db\. Move to another folder\.\n$/,
    );
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await refusal(['--to', join(file, 'folder')], { TANDEM_DATABASE_URL: url })).toMatch(
      /is, or is inside, something other than a folder/,
    );
  });
});
