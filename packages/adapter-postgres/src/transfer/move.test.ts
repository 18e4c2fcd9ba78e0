import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import {
  type MoveTarget,
  moveRows,
  sqliteSource,
  sqliteStorage,
  sqliteTarget,
  TRANSFER_TABLES,
  unfinishedMove,
} from '@tandem/adapter-sqlite';
import { createTandem, type Tandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import pg from 'pg';
import { everythingIn, fillEveryTable, isIndexOfWords } from '../../testing/full-database.ts';
import { onPostgres } from '../../testing/postgres.ts';
import { migratedDatabases, openStorage } from '../../testing/storages.ts';
import { postgresSource, postgresTarget } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-move-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TABLES = TRANSFER_TABLES.map(({ name }) => name).filter((name) => name !== 'heads');
const ROWS = 12;
const full = join(folder, 'full.db');
beforeAll(async () => {
  await sqliteStorage({ file: full }).close();
  fillEveryTable(full, TABLES, ROWS);
});

let files = 0;
const newFile = () => join(folder, `${++files}.db`);
const copyOfFull = () => {
  const file = newFile();
  copyFileSync(full, file);
  return file;
};

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

function change(file: string, sql: string): void {
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
}

const toPostgres = (url: string) => postgresTarget({ url, allowUnsafe: true });

/** Runs a move and closes both sides in any case. */
async function moveTo(
  target: MoveTarget,
  from: string,
  options: { batchRows?: number; finish?: boolean; signal?: AbortSignal } = {},
) {
  const { finish = true, ...others } = options;
  const source = from.startsWith('postgres') ? await postgresSource(from) : sqliteSource(from);
  try {
    const moved = await moveRows({ source, target, batchRows: 10, ...others });
    if (finish) await target.finish();
    return moved;
  } finally {
    await source.close();
    await target.close();
  }
}

/** The same target, which fails at the nth write. */
const failingAt = (n: number, target: MoveTarget): MoveTarget => {
  let puts = 0;
  return {
    ...target,
    put: async (...batch) => {
      if (++puts === n) throw new Error('killed');
      await target.put(...batch);
    },
  };
};

onPostgres('moving', (postgres) => {
  const migrated = migratedDatabases(postgres);
  const { newDatabase } = postgres;

  test('a move covers every table and column of both engines', async () => {
    const named = Object.fromEntries(
      TRANSFER_TABLES.map(({ name, key, columns }) => [name, { key, columns: columns.toSorted() }]),
    );
    const of = (tables: readonly string[], columns: readonly { table: string; name: string; pk: number }[]) =>
      Object.fromEntries(
        tables.map((table) => {
          const own = columns.filter((column) => column.table === table);
          const key = own.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
          return [
            table,
            { key: key.map(({ name }) => name), columns: own.map(({ name }) => name).toSorted() },
          ];
        }),
      );
    const database = new Database(full, { readonly: true });
    const inSqlite = database
      .prepare(
        `SELECT t.name AS "table", c.name, c.pk FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT GLOB 'sqlite_*' AND t.name <> 'sequences'`,
      )
      .all() as { table: string; name: string; pk: number }[];
    database.close();
    const { heads, ...others } = named;
    const tablesOf = (columns: readonly { table: string }[]) =>
      [...new Set(columns.map(({ table }) => table))].filter((table) => !isIndexOfWords(table));
    expect(of(tablesOf(inSqlite), inSqlite)).toEqual(others);

    const inPostgres = await query<{ table: string; name: string; pk: number }>(
      await migrated(),
      `SELECT c.relname AS table, a.attname AS name, COALESCE(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS pk
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
         AND c.relname NOT IN ('leases', 'locks', 'rates', 'schema_version')`,
    );
    const SERVER_TABLES = ['access_version', 'version', 'writer', 'told'];
    const moved = inPostgres
      .filter(({ table, name }) => table !== 'heads' || !SERVER_TABLES.includes(name))
      .filter(({ name }) => name !== 'words');
    expect(of(tablesOf(moved), moved)).toEqual({ heads, ...others });
  });

  test('a move to PostgreSQL and back preserves every row of every table, bit by bit', async () => {
    const url = await newDatabase();
    const there = await moveTo(await toPostgres(url), full);
    expect(there.rows).toBeGreaterThan(TABLES.length * ROWS);
    const back = newFile();
    expect(await moveTo(sqliteTarget(back), url)).toEqual(there);
    const rows = (file: string) => (everythingIn(file) as { rows: unknown[] }).rows;
    // No sequence stores the end of the log.
    expect(rows(back)).toEqual(rows(full));
    expect(everythingIn(back)).toEqual(everythingIn(full));
    expect(existsSync(unfinishedMove(back))).toBe(false);
    await sqliteStorage({ file: back }).close();
  });

  test('a move resumes from any interruption and copies nothing twice', async () => {
    const [begun, there] = [await migrated(), newFile()];
    for (const n of [1, 7, 40]) {
      await expect(moveTo(failingAt(n, await toPostgres(begun)), full)).rejects.toThrow('killed');
    }
    const moved = await moveTo(await toPostgres(begun), full);
    expect(moved.before).toBeGreaterThan(50);
    for (const n of [3, 50]) {
      await expect(moveTo(failingAt(n, sqliteTarget(there)), begun)).rejects.toThrow('killed');
    }
    await moveTo(sqliteTarget(there), begun, { finish: false });
    const again = await moveTo(sqliteTarget(there), begun);
    expect([again.seal, again.before]).toEqual([moved.seal, moved.rows]);
    expect(everythingIn(there)).toEqual(everythingIn(full));
    // A kill after the end: the next attempt finds the finished database.
    const after = await moveTo(sqliteTarget(there), begun);
    expect([after.seal, after.rows]).toEqual([moved.seal, moved.rows]);
    expect(everythingIn(there)).toEqual(everythingIn(full));
    change(there, `DELETE FROM removals WHERE workspace_id = 'w1' AND seq = 1`);
    await expect(moveTo(sqliteTarget(there), begun)).rejects.toThrow(
      /differ: removals \(workspace_id w1, seq 1\)/,
    );
  });

  test('moved texts can be found once they have been indexed on the other side', async () => {
    const file = newFile();
    const here = createTandem({ ...nodePorts(), storage: sqliteStorage({ file }) });
    const { admin: ada } = await newTeam(here);
    const task = await here.tasks.create(ada, { title: 'Boiler', description: 'valve' });
    await here.comments.create(ada, task.id, { body: 'a spare valve' });
    await here.goals.create(ada, { title: 'No valve leaks' });
    const found = async (tandem: Tandem) => {
      const { items, complete } = await tandem.search.find(ada, { q: 'valve' });
      return [items.map(({ title, snippet }) => [title, snippet]), complete];
    };
    const before = await found(here);
    await here.close();
    const url = await newDatabase();
    await moveTo(await toPostgres(url), file);
    const back = newFile();
    await moveTo(sqliteTarget(back), url);
    for (const storage of [await openStorage(url), sqliteStorage({ file: back })]) {
      const there = createTandem({ ...nodePorts(), storage });
      expect(await found(there)).toEqual([[], false]);
      await there.search.fill();
      expect(await found(there)).toEqual(before);
      await there.close();
    }
  });

  test('a move stops at a signal, and can be resumed', async () => {
    const url = await migrated();
    const stop = AbortSignal.abort(new Error('Stopped.'));
    await expect(moveTo(await toPostgres(url), full, { signal: stop })).rejects.toThrow('Stopped.');
    await moveTo(await toPostgres(url), full);
  });

  test('no storage opens on a partially moved database', async () => {
    const url = await migrated();
    await expect(moveTo(failingAt(5, await toPostgres(url)), full)).rejects.toThrow('killed');
    await expect(openStorage(url)).rejects.toThrow(
      'A move into this database has started but is not finished.',
    );
    await expect(postgresSource(url)).rejects.toThrow('is not finished');
    await moveTo(await toPostgres(url), full, { finish: false });
    await expect(openStorage(url)).rejects.toThrow('is not finished');
    await moveTo(await toPostgres(url), full);
    await (await openStorage(url)).close();
  });

  test('numbering continues after a move', async () => {
    const url = await migrated();
    await moveTo(await toPostgres(url), full);
    const heads = await query(url, 'SELECT workspace_id, task, row, event FROM heads ORDER BY 1');
    expect(heads).toEqual([
      { workspace_id: 'w1', task: `${ROWS + 7}`, row: `${ROWS + 7}`, event: `${ROWS}` },
      { workspace_id: 'w2', task: '0', row: '0', event: `${ROWS}` },
    ]);
  });

  test('a move is refused while a server uses the target or the source', async () => {
    const url = await migrated();
    const storage = await openStorage(url);
    await expect(moveTo(await toPostgres(url), full)).rejects.toThrow(
      /other Tandem connections use postgres:\/\/\S+ \("[^"]+" and others\)\. Stop all servers/,
    );
    await expect(postgresSource(url)).rejects.toThrow('other Tandem connections');
    await storage.close();
  });

  test('a move blocks writers of the source', async () => {
    const url = await migrated();
    await moveTo(await toPostgres(url), full);
    const source = await postgresSource(url);
    await expect(
      query(url, `SET lock_timeout = 100; SELECT 1 FROM heads WHERE workspace_id = 'w1' FOR NO KEY UPDATE`),
    ).rejects.toThrow('lock timeout');
    await source.close();

    const file = copyOfFull();
    const folderSource = sqliteSource(file);
    const other = new Database(file, { timeout: 0 });
    expect(() => other.exec('DELETE FROM removals')).toThrow('locked');
    other.close();
    await folderSource.close();
  });

  test('a move is refused if the target has other data, which is left alone', async () => {
    const foreign = await newDatabase();
    await query(foreign, 'CREATE TABLE invoices (id int)');
    await expect(moveTo(await toPostgres(foreign), full)).rejects.toThrow(
      /holds tables that are not Tandem's \("invoices"\)/,
    );
    expect(await query(foreign, `SELECT to_regclass('workspaces') AS made`)).toEqual([{ made: null }]);

    const url = await migrated();
    await moveTo(await toPostgres(url), full);
    // After a kill at the end, a retry reports that everything was copied, or later changes.
    const again = await moveTo(await toPostgres(url), full);
    expect(again.rows).toBeGreaterThan(ROWS);
    await query(url, `DELETE FROM removals WHERE workspace_id = 'w1'`);
    await expect(moveTo(await toPostgres(url), full)).rejects.toThrow(
      /differ: removals \(workspace_id w1, seq 1\)\. One of them was changed since the first attempt\./,
    );
    await (await openStorage(url)).close();
    await query(
      url,
      `DELETE FROM event_logs WHERE workspace_id = 'w2'; INSERT INTO workspaces
      SELECT 'w3', name, agent_completion, goal_verification, plan_chat, created_at, updated_at FROM workspaces LIMIT 1`,
    );
    await expect(moveTo(await toPostgres(url), full)).rejects.toThrow('already has rows in workspaces');
    const file = copyOfFull();
    await expect(moveTo(sqliteTarget(file), url)).rejects.toThrow(`A database already exists: ${file}.`);
  });

  test('a move is refused if another one has begun to fill the target', async () => {
    const other = copyOfFull();
    change(
      other,
      `INSERT INTO workspaces (id, name, agent_completion, goal_verification, plan_chat, created_at,
      updated_at) SELECT 'w3', name, agent_completion, goal_verification, plan_chat, created_at, updated_at
      FROM workspaces WHERE id = 'w1'`,
    );
    const [url, file] = [await migrated(), newFile()];
    await expect(moveTo(failingAt(5, await toPostgres(url)), full)).rejects.toThrow('killed');
    await expect(moveTo(await toPostgres(url), other)).rejects.toThrow(
      'is partly filled by the move of another database',
    );
    const intact = await migrated();
    await moveTo(await toPostgres(intact), other);
    await moveTo(await toPostgres(url), full);
    await expect(moveTo(failingAt(5, sqliteTarget(file)), url)).rejects.toThrow('killed');
    await expect(moveTo(sqliteTarget(file), intact)).rejects.toThrow(
      'belongs to the move of another database',
    );
  });

  test('a move detects changes since its start and names the table and key', async () => {
    const file = copyOfFull();
    const url = await migrated();
    await moveTo(await toPostgres(url), file, { finish: false });
    change(file, `UPDATE comments SET body = 'Else' WHERE id = 'id-w2-000005'`);
    await expect(moveTo(await toPostgres(url), file)).rejects.toThrow(
      /differ: comments \(workspace_id w2, id id-w2-00000\d\)\. One of them was changed since the first attempt\. To move the/,
    );
    change(
      file,
      `UPDATE comments SET body = (SELECT body FROM comments WHERE 0)
      WHERE 0; DELETE FROM deliveries WHERE workspace_id = 'w1' AND id = 'id-w1-000000'`,
    );
    await expect(openStorage(url)).rejects.toThrow('is not finished');
  });

  test.each([
    [
      'a reference that leads nowhere',
      `UPDATE tasks SET project_id = 'nowhere' WHERE workspace_id = 'w2' AND number = 7`,
      'tasks (workspace_id w2, number 7) refers to a missing row (tasks_workspace_id_project_id_fkey). Run tandem doctor',
    ],
    [
      'a text that PostgreSQL cannot hold',
      `UPDATE tasks SET title = 'a' || char(0) WHERE workspace_id = 'w1' AND number = 3`,
      'tasks (workspace_id w1, number 3) has a value that PostgreSQL rejects (22021). Run tandem doctor',
    ],
    [
      'a number that no JavaScript holds',
      `UPDATE tasks SET due_date = 9007199254740993 WHERE workspace_id = 'w1' AND number = 4`,
      'The column due_date of tasks (workspace_id w1, number 4) holds a number that Tandem never writes. Run tandem doctor.',
    ],
  ])('a move names the table and key of %s', async (_, damage, message) => {
    const file = copyOfFull();
    change(file, damage);
    const url = await migrated();
    await expect(moveTo(await toPostgres(url), file)).rejects.toThrow(message);
    await expect(openStorage(url)).rejects.toThrow('is not finished');
  });

  test('a move is refused for an empty source or one of another version', async () => {
    const empty = newFile();
    await sqliteStorage({ file: empty }).close();
    await expect(moveTo(await toPostgres(await migrated()), empty)).rejects.toThrow('contains no workspaces');
    change(empty, 'PRAGMA user_version = 3');
    expect(() => sqliteSource(empty)).toThrow('was written by an older version of Tandem. Start the server');
    await expect(postgresSource(await newDatabase())).rejects.toThrow('is not a Tandem database.');
    const older = await migrated();
    await query(older, 'UPDATE schema_version SET version = version - 1');
    await expect(postgresSource(older)).rejects.toThrow('was written by an older version');
    await query(older, 'UPDATE schema_version SET version = 999');
    await expect(postgresSource(older)).rejects.toThrow('was written by a newer version');
    await expect(moveTo(await toPostgres(older), full)).rejects.toThrow('was written by a newer version');
  });

  test('a move explains missing permissions without the password', async () => {
    const url = new URL(await newDatabase());
    const user = `mover_${Date.now()}`;
    await query(url.href, `CREATE ROLE ${user} LOGIN PASSWORD 'geheim'`);
    url.username = user;
    url.password = 'geheim';
    await expect(moveTo(await toPostgres(url.href), full)).rejects.toThrow(
      `postgres://${user}@${url.host}${url.pathname} cannot be used by this user.`,
    );
    url.pathname = '/nowhere';
    await expect(postgresTarget({ url: url.href })).rejects.toThrow(
      `postgres://${user}@${url.host}/nowhere does not exist on its server.`,
    );
  });
});
