import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explain } from '@tandem/core/rules';
import { type Caller, Refusal, startTandem, type Tandem } from '@tandem/embed';
import { postgres } from '@tandem/embed/postgres';
import { sqlite } from '@tandem/embed/sqlite';
import pg from 'pg';

const team = { name: 'Acme', admin: { externalId: '1', name: 'ada', displayName: 'Ada Lovelace' } };
const TABLE = 'CREATE TABLE orders (item TEXT PRIMARY KEY, task INTEGER NOT NULL)';

/** Orders and their tasks on SQLite, in transactions that Tandem begins. */
async function onSqlite(): Promise<void> {
  await using tandem = await startTandem({ storage: sqlite({ file: 'tandem.db' }) });
  const { workspace } = await tandem.operator.createWorkspace(team);
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  const { taskNumber } = await tandem.tasks.create(ada, { title: 'Order the lamp' });
  await closeTask(tandem, ada, taskNumber);
  await tandem.transaction(async (tx) => tx.host((db) => db.exec(TABLE)));

  const order = async (item: string) => {
    await tandem.transaction(async (tx) => {
      const { taskNumber } = await tx.tasks.create(ada, { title: `Pack the ${item}` });
      tx.host((db) => db.prepare('INSERT INTO orders VALUES (?, ?)').run(item, taskNumber));
    });
  };
  await orderTwice(order);
  const orders = await tandem.transaction(async (tx) =>
    tx.host((db) => db.prepare('SELECT * FROM orders').all()),
  );
  console.log(`on SQLite: ${orders.length} order and ${await tasksOf(tandem, ada)} tasks`);
}

/** The same on PostgreSQL, in transactions that the program begins. */
async function onPostgres(): Promise<void> {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  const tandem = await startTandem({ storage: postgres({ pool, schema: 'tandem' }) });
  const { workspace } = await tandem.operator.createWorkspace(team);
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  await pool.query(TABLE);

  const order = async (item: string) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { taskNumber } = await tandem.in(client).tasks.create(ada, { title: `Pack the ${item}` });
      await client.query('INSERT INTO orders VALUES ($1, $2)', [item, taskNumber]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };
  await orderTwice(order);
  const { rows } = await pool.query('SELECT * FROM orders');
  console.log(`on PostgreSQL: ${rows.length} order and ${await tasksOf(tandem, ada)} task`);
  await tandem.close();
  await pool.end();
}

/** The second order violates the primary key, so that neither it nor its task remains. */
async function orderTwice(order: (item: string) => Promise<void>): Promise<void> {
  await order('lamp');
  await order('lamp').catch((error: Error) => console.log(`refused: ${error.message}`));
}

const tasksOf = async (tandem: Tandem, caller: Caller): Promise<number> =>
  (await tandem.tasks.list(caller, {})).items.length;

async function closeTask(tandem: Tandem, ada: Caller, taskNumber: number): Promise<void> {
  try {
    await tandem.tasks.transition(ada, taskNumber, { to: 'done' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(`${error.kind} ${error.code}: ${explain(error)}`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'tandem-worker-'));
process.chdir(folder);
await onSqlite();
process.chdir('..');
await rm(folder, { recursive: true });
if (process.env.DATABASE_URL) await onPostgres();
