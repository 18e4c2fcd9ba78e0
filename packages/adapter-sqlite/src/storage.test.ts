import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '@tandem/core/testing';
import { newDatabases } from '../testing/new-database.ts';
import { sqliteStorage } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-storage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = newDatabases(folder);
storageContract('SQLite', () => sqliteStorage({ file: file() }));
storageContract('SQLite, its pages ending early', () =>
  sqliteStorage({ file: file(), pageEffort: 10, blockSize: 3 }),
);
