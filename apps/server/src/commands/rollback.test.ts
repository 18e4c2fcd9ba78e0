import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '@tandem/adapter-sqlite';
import Database from 'better-sqlite3';
import { apiOf } from '../../testing/api.ts';
import { cleanUp, newWorkspace, serve, stopped, tandem, temporaryFolder } from '../../testing/tandem.ts';

afterEach(cleanUp);

/** A schema version of a newer Tandem. */
const NEXT = SCHEMA_VERSION + 1;

/** A data folder after an upgrade: the copy from before, and the database with tasks since, migrated. */
async function upgradedFolder({ tasksSince = 0 } = {}) {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  const database = join(dataDir, 'tandem.db');
  const copy = `${database}.before-${NEXT}`;
  copyFileSync(database, copy);
  if (tasksSince > 0) {
    const server = await serve(dataDir);
    const api = apiOf(server.url, key);
    for (let i = 0; i < tasksSince; i++) await api('POST', 'tasks', { title: `Task ${i}` });
    await stopped(server);
  }
  const migrated = new Database(database);
  migrated.exec(`CREATE TABLE later (name TEXT); PRAGMA user_version = ${NEXT}`);
  migrated.close();
  return { dataDir, database, copy, key };
}

const inFolder = (dataDir: string, ...args: string[]) => tandem(args, { TANDEM_DATA_DIR: dataDir });

test('an older version names tandem rollback when it refuses a database with a copy that it can read', async () => {
  const { dataDir } = await upgradedFolder();
  const { code, stderr } = await inFolder(dataDir, 'serve');
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('Or run tandem rollback to restore the copy made before the upgrade.'),
  ]);
});

test('tandem rollback counts what would be lost, and puts the copy back with --force', async () => {
  const { dataDir, copy, key } = await upgradedFolder({ tasksSince: 3 });
  const refused = await inFolder(dataDir, 'rollback');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /before-\d+ is from .+ You would lose 3 changes made since then \(last at \S+\), including 3 tasks\.\nAdd --force .+ Nothing was changed\.\n$/,
    ),
  ]);

  const { code, stderr } = await inFolder(dataDir, 'rollback', '--force');
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/Restored the database from before the upgrade\. Start the server\.\n$/),
  ]);
  expect(existsSync(copy)).toBe(true);
  expect((await inFolder(dataDir, 'doctor')).code).toBe(0);
  const server = await serve(dataDir);
  const { status, body } = await apiOf(server.url, key)('GET', 'tasks');
  expect([status, body.data]).toEqual([200, []]);
});

test('tandem rollback needs no --force where nothing has changed', async () => {
  const { dataDir } = await upgradedFolder();
  const { code, stderr } = await inFolder(dataDir, 'rollback');
  expect([code, stderr]).toEqual([0, expect.stringContaining('Nothing has changed since then.')]);
});

test('tandem rollback refuses a database that this version can use', async () => {
  const { dataDir } = await upgradedFolder();
  await inFolder(dataDir, 'rollback');
  const { code, stderr } = await inFolder(dataDir, 'rollback');
  expect([code, stderr]).toEqual([1, expect.stringContaining('which this version of Tandem can use')]);
});

test('tandem rollback refuses while a server runs', async () => {
  const { dataDir, database } = await upgradedFolder();
  const withVersion = (version: number) => {
    const on = new Database(database);
    on.pragma(`user_version = ${version}`);
    on.close();
  };
  withVersion(NEXT - 1);
  await serve(dataDir);
  withVersion(NEXT);
  const { code, stderr } = await inFolder(dataDir, 'rollback');
  expect([code, stderr]).toEqual([1, expect.stringContaining('is using the data folder')]);
});

test('tandem rollback refuses without a copy, and names tandem restore', async () => {
  const { dataDir, copy, database } = await upgradedFolder();
  const newer = new Database(copy);
  newer.pragma(`user_version = ${NEXT}`);
  newer.close();
  const { code, stderr } = await inFolder(dataDir, 'rollback');
  expect([code, stderr]).toEqual([
    1,
    `There is no copy of ${database} from before schema version ${NEXT}. Restore a backup instead, with tandem restore.\n`,
  ]);
});
