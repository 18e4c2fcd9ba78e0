import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { express } from './express.ts';
import { startTandem } from './index.ts';
import { memory } from './memory.ts';
import { type SqliteDatabase, sqlite } from './sqlite.ts';

interface Keys {
  readonly customer?: string;
  readonly stage?: 'draft' | 'final';
}

test('metadata has the keys that the host names', async () => {
  const tandem = await startTandem<{ metadata: Keys }>({ storage: memory() });
  const { workspace } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  const { taskNumber, metadata } = await tandem.tasks.create(ada, {
    title: 'A',
    metadata: { customer: '7', stage: 'draft' },
  });
  const stage: 'draft' | 'final' | undefined = metadata.stage;
  // @ts-expect-error A task may have no customer.
  const customer: string = metadata.customer;
  // @ts-expect-error Metadata has no key `cost`.
  const cost = metadata.cost;
  await tandem.tasks.update(ada, taskNumber, { metadata: { stage: null } });
  // @ts-expect-error A stage is draft or final.
  await tandem.tasks.update(ada, taskNumber, { metadata: { stage: 'old' } });
  // @ts-expect-error Metadata has no key `cost`.
  await tandem.tasks.update(ada, taskNumber, { metadata: { cost: '7' } });
  const { items } = await tandem.tasks.list(ada, { metadata: { customer: '7' }, limit: 1 });
  const [listed] = items.map((task): 'draft' | 'final' | undefined => task.metadata.stage);
  expect([stage, customer, cost, listed]).toEqual(['draft', '7', undefined, 'old']);
  await tandem.transaction(async (tx) => {
    // @ts-expect-error A stage is draft or final.
    await tx.tasks.create(ada, { title: 'B', metadata: { stage: 'new' } });
  });
  express(tandem);
  await tandem.close();
});

test('a connection is inferred without a type argument, and named with one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-typed-'));
  const storage = () => sqlite({ file: join(folder, 'tandem.db') });
  const inferred = await startTandem({ storage: storage() });
  const one = (db: SqliteDatabase) => db.prepare('SELECT 1 AS one').get();
  expect(await inferred.transaction(async (tx) => tx.host((db) => one(db)))).toEqual({ one: 1 });
  await inferred.close();
  const named = await startTandem<{ metadata: Keys; host: SqliteDatabase }>({ storage: storage() });
  expect(await named.transaction(async (tx) => tx.host((db) => one(db)))).toEqual({ one: 1 });
  await named.close();
  rmSync(folder, { recursive: true });
});
