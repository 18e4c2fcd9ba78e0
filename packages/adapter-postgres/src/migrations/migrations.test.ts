import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import Database from 'better-sqlite3';
import { onPostgres } from '../../testing/postgres.ts';
import { migratedDatabases, openStorage } from '../../testing/storages.ts';
import { openWire } from '../engine/wire.ts';
import { DatabaseTooNew, DatabaseTooOld, postgresStorage, UnfitServer } from '../index.ts';
import { MIGRATIONS, migrate, SCHEMA_VERSION, schemaVersion } from './index.ts';

onPostgres('The schema on PostgreSQL', (postgres) => {
  const migrated = migratedDatabases(postgres);
  const opened: { close(): Promise<void> }[] = [];
  const wireTo = async (url: string) => {
    const wire = await openWire({ url, purpose: 'test' });
    opened.push(wire);
    return wire;
  };
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  test('a database is created by migrations, and a newer version adds its own', async () => {
    const wire = await wireTo(await postgres.newDatabase());
    expect(await schemaVersion(wire)).toBe(0);
    await migrate(wire);
    expect(await schemaVersion(wire)).toBe(SCHEMA_VERSION);
    await migrate(wire, { migrations: [...MIGRATIONS, 'CREATE TABLE later (name TEXT)'] });
    expect(await schemaVersion(wire)).toBe(SCHEMA_VERSION + 1);
    expect(await wire.rows('SELECT name FROM later')).toEqual([]);
  });

  test('a database is unchanged after a failed migration', async () => {
    const wire = await wireTo(await postgres.newDatabase());
    const failing = [...MIGRATIONS, 'CREATE TABLE later (name TEXT); SELECT 1 / 0'];
    await expect(migrate(wire, { migrations: failing })).rejects.toThrow('division by zero');
    expect(await schemaVersion(wire)).toBe(0);
    await migrate(wire);
    expect(await schemaVersion(wire)).toBe(SCHEMA_VERSION);
  });

  test("a database of a newer version that this one can't use is left alone", async () => {
    const url = await postgres.newDatabase();
    const wire = await wireTo(url);
    const next = { migrations: [...MIGRATIONS, 'SELECT 1'], compatibleFrom: SCHEMA_VERSION + 1 };
    await migrate(wire, next);
    await expect(openStorage(url)).rejects.toBeInstanceOf(DatabaseTooNew);
  });

  test.each([1, SCHEMA_VERSION - MIGRATIONS.length])(
    'a database of a pre-release version, %i, is refused',
    async (version) => {
      const url = await migrated();
      const wire = await wireTo(url);
      await wire.script(`UPDATE schema_version SET version = ${version}`);
      await expect(openStorage(url)).rejects.toBeInstanceOf(DatabaseTooOld);
      await expect(openStorage(url)).rejects.toThrow(
        'Start the last pre-release version of Tandem on it once',
      );
      expect(await schemaVersion(wire)).toBe(version);
    },
  );

  test('a database is not created on a server that may lose acknowledged writes', async () => {
    const url = await postgres.newDatabase();
    const wire = await wireTo(url);
    const [[fsync] = []] = await wire.rows('SHOW fsync');
    // A server named in the environment may be durable.
    if (fsync === 'off') await expect(postgresStorage({ url })).rejects.toThrow('fsync = off');
    const asked = new URL(url);
    asked.searchParams.set('options', '-c synchronous_commit=off');
    const refused = postgresStorage({ url: asked.href });
    await expect(refused).rejects.toBeInstanceOf(UnfitServer);
    await expect(refused).rejects.toThrow('synchronous_commit = off');
    expect(await schemaVersion(wire)).toBe(0);
  });

  test('a migration whose connection is cut at any of 20 points leaves the database unchanged', async () => {
    const url = await postgres.newDatabase();
    await migrate(await wireTo(url));
    const steps = Array.from({ length: 20 }, (_, i) => `CREATE TABLE later_${i} (name TEXT)`);
    for (let cutAt = 0; cutAt < steps.length; cutAt++) {
      const cut = steps.with(cutAt, `${steps[cutAt]}; SELECT pg_terminate_backend(pg_backend_pid())`);
      const migrations = [...MIGRATIONS, ...cut];
      await expect(migrate(await openWire({ url, purpose: 'test' }), { migrations })).rejects.toThrow();
      const wire = await wireTo(url);
      expect(await schemaVersion(wire)).toBe(SCHEMA_VERSION);
      expect(await wire.rows(`SELECT relname FROM pg_class WHERE relname LIKE 'later%'`)).toEqual([]);
    }
    const wire = await wireTo(url);
    await migrate(wire, { migrations: [...MIGRATIONS, ...steps] });
    expect(await schemaVersion(wire)).toBe(SCHEMA_VERSION + steps.length);
  });

  test("the PostgreSQL schema has SQLite's tables, columns and indexes, except those that only one engine needs", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-schemas-'));
    const file = join(folder, 'tandem.db');
    await sqliteStorage({ file }).close();
    const sqlite = new Database(file, { readonly: true });
    try {
      const wire = await wireTo(await migrated());
      const columns = await wire.rows(`
        SELECT c.table_name || '.' || c.column_name || CASE c.is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END
        FROM information_schema.columns c WHERE c.table_schema = current_schema() ORDER BY 1`);
      const indexes = await wire.rows(`
        SELECT tablename || '.' || indexname FROM pg_indexes
        WHERE schemaname = current_schema() AND indexname NOT LIKE '%_pkey' ORDER BY 1`);
      const own =
        /^(schema_version|heads|leases|locks|rates)\.|^search_(placed|texts)\.(words|search_\w+_by_word)\b/;
      const here = [...columns, ...indexes].map(([name]) => String(name)).filter((name) => !own.test(name));
      // Each engine stores words in its own tables.
      const ofTheirs = /^sequences\.|^search(_blocks|_config|_data|_docsize|_idx)?\./;
      const there = sqlite
        .prepare<[], string>(`
          SELECT m.name || '.' || c.name || CASE c."notnull" WHEN 1 THEN ' NOT NULL' ELSE '' END
          FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'
          UNION ALL
          SELECT tbl_name || '.' || name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)
        .pluck()
        .all()
        .filter((name) => !ofTheirs.test(name));
      expect(here.sort()).toEqual(there.sort());
    } finally {
      sqlite.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('the PostgreSQL schema has indexes that lead with the workspace, except those for looking up a workspace', async () => {
    const wire = await wireTo(await migrated());
    const others = await wire.rows(`
      SELECT i.relname FROM pg_index x
      JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      WHERE t.relnamespace = current_schema()::regnamespace
      AND pg_get_indexdef(x.indexrelid, 1, true) <> 'workspace_id' ORDER BY 1`);
    expect(others.map(([name]) => name)).toEqual([
      'claims_by_check',
      'files_by_id',
      'invitations_by_id',
      'keys_by_id',
      'leases_pkey',
      'locks_pkey',
      'questions_due',
      'rates_by_end',
      'rates_pkey',
      'search_placed_by_word',
      'search_texts_by_word',
      'sessions_by_id',
      'sign_in_links_by_id',
      'task_verifications_by_end',
      'tasks_resting',
      'turns_by_lease',
      'workspaces_pkey',
    ]);
  });
});
