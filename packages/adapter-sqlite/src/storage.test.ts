import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { storageContract } from '@tandem/core/testing';
import { LONG } from '@tandem/core/testing/programs';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { newDatabases } from '../testing/new-database.ts';
import { sqliteStorage } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-storage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = newDatabases(folder);
storageContract('SQLite', () => sqliteStorage({ file: file() }));
storageContract(
  'SQLite, its pages ending early',
  () => sqliteStorage({ file: file(), pageEffort: 10, blockSize: 3 }),
  { onlyLists: !LONG },
);

test('refuses every unit of work once a newer version has migrated the open file', async () => {
  const path = file();
  const problems: unknown[] = [];
  const storage = sqliteStorage({ file: path, onProblem: (problem) => problems.push(problem) });
  const tandem = createTandem({ ...nodePorts(), storage });
  const { admin: ada } = await newTeam(tandem);
  await tandem.tasks.create(ada, { title: 'Before' });

  const newer = new Database(path);
  newer.pragma(`user_version = ${Number(newer.pragma('user_version', { simple: true })) + 1}`);
  const unavailable = { name: 'Refusal', code: 'UNAVAILABLE' };
  await expect(tandem.tasks.create(ada, { title: 'After' })).rejects.toMatchObject(unavailable);
  await expect(tandem.tasks.get(ada, 1)).rejects.toMatchObject(unavailable);
  await expect(tandem.ping()).rejects.toMatchObject(unavailable);
  expect(problems).toEqual([
    { error: expect.objectContaining({ name: 'DatabaseTooNew' }), refusesUnits: true },
  ]);
  expect(newer.prepare('SELECT title FROM tasks').pluck().all()).toEqual(['Before']);
  newer.close();
  await tandem.close();
});
