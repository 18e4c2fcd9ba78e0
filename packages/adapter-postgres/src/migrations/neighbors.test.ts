import { nodePorts } from '@tandem/adapter-node';
import type { StorageProblem } from '@tandem/adapter-sql';
import { TRANSFER_TABLES } from '@tandem/adapter-sql';
import { createTandem, type Storage } from '@tandem/core';
import { storageContract } from '@tandem/core/testing';
import { LONG } from '@tandem/core/testing/programs';
import { onPostgres } from '../../testing/postgres.ts';
import { migratedDatabases, oneDatabase, openStorage } from '../../testing/storages.ts';
import { openWire } from '../engine/wire.ts';
import { postgresStorage } from '../index.ts';
import { MIGRATIONS, migrate, SCHEMA_VERSION, schemaVersion } from './index.ts';

jest.setTimeout(90_000);

/** What a migration may add while servers of the version before keep running: columns, tables and indexes. */
const NEXT = [
  ...TRANSFER_TABLES.map(
    ({ name }) =>
      `ALTER TABLE ${name} ADD COLUMN later TEXT, ADD COLUMN later_count BIGINT NOT NULL DEFAULT 0;`,
  ),
  'CREATE TABLE later (workspace_id TEXT NOT NULL REFERENCES workspaces (id), name TEXT NOT NULL);',
  'CREATE INDEX tasks_by_later ON tasks (workspace_id, later);',
].join('\n');

async function migrateTo(url: string, migrations: readonly string[]): Promise<void> {
  const wire = await openWire({ url, purpose: 'test' });
  try {
    await migrate(wire, { migrations });
    expect(await schemaVersion(wire)).toBe(SCHEMA_VERSION - MIGRATIONS.length + migrations.length);
  } finally {
    await wire.close();
  }
}

onPostgres('Neighboring versions on one database', (postgres) => {
  const storages: Storage[] = [];
  const open = async (url: string, onProblem?: (problem: StorageProblem | null) => void) => {
    const storage = await postgresStorage({ url, allowUnsafe: true, onProblem });
    storages.push(storage);
    return storage;
  };
  afterEach(async () => {
    for (const storage of storages.splice(0)) await storage.close();
  });
  const team = async (storage: Storage) => {
    const tandem = createTandem({ ...nodePorts(), storage });
    const made = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
    return { tandem, workspaceId: made.workspace.id };
  };
  const taskBy = async (storage: Storage, workspaceId: string, title: string) => {
    const tandem = createTandem({ ...nodePorts(), storage });
    const caller = await tandem.operator.callerFor(workspaceId, 'ada');
    await tandem.tasks.create(caller, { title });
    return (await tandem.tasks.list(caller, { limit: 10 })).items.map((task) => task.title);
  };

  test('a running server continues after a newer one has added to the schema, and another of its version can join', async () => {
    const url = await migratedDatabases(postgres)();
    const problems: unknown[] = [];
    const running = await open(url, (problem) => problems.push(problem));
    const { workspaceId } = await team(running);
    await taskBy(running, workspaceId, 'Before');
    await migrateTo(url, [...MIGRATIONS, NEXT]);
    await taskBy(running, workspaceId, 'Meanwhile');
    const joining = await open(url);
    expect(await taskBy(joining, workspaceId, 'After')).toEqual(
      expect.arrayContaining(['Before', 'Meanwhile', 'After']),
    );
    await running.ping();
    expect(problems).toEqual([]);
  });

  test('a database of the first released schema is updated with its data', async () => {
    const url = await postgres.newDatabase();
    await migrateTo(url, MIGRATIONS.slice(0, 1));
    const { workspaceId } = await team(await open(url));
    expect(await taskBy(await open(url), workspaceId, 'Served')).toEqual(['Served']);
  });

  const emptied = oneDatabase({
    newDatabase: () =>
      postgres.newDatabase({
        name: `tandem_next_${SCHEMA_VERSION}`,
        make: (url) => migrateTo(url, [...MIGRATIONS, NEXT]),
      }),
  });
  // As long as the contract suite on the current schema.
  if (LONG) {
    storageContract('this version on the next schema', async () => openStorage(await emptied()));
  }
});
