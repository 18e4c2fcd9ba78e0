import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type Storage, type Stores, UnitOfWorkMisuse } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { sqliteStorage } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-rests-'));
afterAll(() => rmSync(folder, { recursive: true }));

const opened = new Set<{ close(): unknown }>();
afterEach(async () => {
  for (const each of opened) await each.close();
  opened.clear();
});

let files = 0;
const newFile = () => join(folder, `${++files}.db`);

async function begin(storage: Storage = sqliteStorage({ file: newFile() })) {
  const tandem = createTandem({ ...nodePorts(), storage });
  opened.add(tandem);
  const { admin, workspaceId } = await newTeam(tandem);
  await tandem.tasks.create(admin, { title: 'Before' });
  return { tandem, storage, admin, workspaceId };
}

/** Occupies the process for longer than a unit may before it rests. */
function work() {
  const start = performance.now();
  while (performance.now() - start < 15);
}
const rest = async ({ pace }: Stores) => {
  work();
  await pace.rest();
};
const rename = async ({ tasks }: Stores, title: string) => {
  const before = await tasks.byNumber(1);
  if (before) await tasks.update({ ...before, title }, before);
};

test('reads are answered while a writing unit rests, from the state before it', async () => {
  const { tandem, storage, admin, workspaceId } = await begin();
  const title = async () => (await tandem.tasks.get(admin, 1)).title;
  const seen: string[] = [];
  await storage.write(workspaceId, async (stores) => {
    await rename(stores, 'After');
    setImmediate(() => void title().then((found) => seen.push(found)));
    for (let i = 0; i < 9; i++) await rest(stores);
    expect(seen).toEqual(['Before']);
  });
  expect(await title()).toBe('After');
});

test('a write that arrives while a unit rests waits for its commit', async () => {
  const { storage, workspaceId } = await begin();
  const order: string[] = [];
  let next: Promise<unknown> | undefined;
  await storage.write(workspaceId, async (stores) => {
    setImmediate(() => {
      next = storage.write(workspaceId, async ({ tasks }) => {
        order.push((await tasks.byNumber(1))?.title ?? 'none');
      });
    });
    await rest(stores);
    await rename(stores, 'After');
    await rest(stores);
    order.push('end');
  });
  await next;
  expect(order).toEqual(['end', 'After']);
});

test('a unit that fails after a rest leaves nothing behind', async () => {
  const { tandem, storage, admin, workspaceId } = await begin();
  const failed = storage.write(workspaceId, async (stores) => {
    await rename(stores, 'After');
    await rest(stores);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect((await tandem.tasks.get(admin, 1)).title).toBe('Before');
});

test.each(['read', 'write'] as const)('a nested %s after a rest throws', async (inner) => {
  const { storage, workspaceId } = await begin();
  const nested = storage.write(workspaceId, async (stores) => {
    await rest(stores);
    await storage[inner](workspaceId, async ({ tasks }) => tasks.byNumber(1));
  });
  await expect(nested).rejects.toBeInstanceOf(UnitOfWorkMisuse);
  await storage.write(workspaceId, (stores) => rename(stores, 'After'));
});

test('a unit that waits for something else after a rest is refused', async () => {
  const { storage, workspaceId } = await begin();
  const waiting = storage.write(workspaceId, async (stores) => {
    await rest(stores);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await expect(waiting).rejects.toBeInstanceOf(UnitOfWorkMisuse);
});

test('a unit on a connection of a host never rests: statements of the host would join it', async () => {
  const database = new Database(newFile());
  database.exec('CREATE TABLE orders (item TEXT)');
  const { storage, workspaceId } = await begin(sqliteStorage({ database }));
  opened.add(database);
  let isInside: boolean | undefined;
  await storage.write(workspaceId, async (stores) => {
    setImmediate(() => {
      isInside = database.inTransaction;
    });
    for (let i = 0; i < 3; i++) await rest(stores);
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isInside).toBe(false);
});
