import type { Storage } from '@tandem/core';
import { postgresStorage } from '../src/index.ts';
import { SCHEMA_VERSION } from '../src/migrations/index.ts';
import { databasesOf, sharedServer } from './shared.ts';

/*
 * With `TANDEM_TEST_STORAGE=postgres` Jest loads this file before each test file: worlds of the HTTP interface are then
 * stored in PostgreSQL, one database each (packages/adapter-express/src/testing/storages.ts).
 */

/** Maximum open storages, because a server limits its connections. The least recently used is closed. */
const MAX_OPEN = 12;

interface Opened {
  readonly url: string;
  readonly storage: Storage;
}

let databases: ReturnType<typeof databasesOf> | undefined;
/** Open storages, most recently used last. */
const open = new Map<Storage, Opened>();
const urls = new WeakMap<Storage, string>();

const ready = async () => {
  databases ??= databasesOf(await sharedServer());
  return databases;
};

const openStorage = (url: string) => postgresStorage({ url, connections: 3, allowUnsafe: true });

/** Closes a storage and keeps its database. */
async function close(wrapped: Storage): Promise<void> {
  const opened = open.get(wrapped);
  open.delete(wrapped);
  await opened?.storage.close();
}

async function storageOn(url: string): Promise<Storage> {
  for (const [oldest] of open) if (open.size >= MAX_OPEN) await close(oldest);
  const storage = await openStorage(url);
  const used = () => {
    const opened = open.get(wrapped);
    if (!opened) return;
    open.delete(wrapped);
    open.set(wrapped, opened);
  };
  const wrapped: Storage = {
    ...storage,
    read: (workspaceId, work) => {
      used();
      return storage.read(workspaceId, work);
    },
    write: (workspaceId, work) => {
      used();
      return storage.write(workspaceId, work);
    },
    close: () => close(wrapped),
  };
  // Tests replace these clocks.
  for (const clock of ['clock', 'steadyClock']) delete (wrapped as never as Record<string, unknown>)[clock];
  open.set(wrapped, { url, storage });
  urls.set(wrapped, url);
  return wrapped;
}

(globalThis as { tandemTestStorages?: unknown }).tandemTestStorages = {
  empty: async () => {
    const make = async (url: string) => (await openStorage(url)).close();
    return storageOn(await (await ready()).create({ name: `tandem_migrated_${SCHEMA_VERSION}`, make }));
  },
  like: async (before: Storage) => {
    await close(before);
    const url = urls.get(before) as string;
    const name = new URL(url).pathname.slice(1);
    return storageOn(await (await ready()).create({ name, make: async () => undefined }));
  },
};

afterAll(async () => {
  await Promise.all([...open.keys()].map(close));
  await databases?.dropAll();
}, 600_000);
