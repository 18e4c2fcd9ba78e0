/*
 * A host with orders of its own and a task for each of their items, which commit together. It ends transactions in
 * random ways, kills itself at random points, and reports what it knows to its parent.
 */
import { nodePorts } from '@tandem/adapter-node';
import { postgresStorage } from '@tandem/adapter-postgres';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import {
  type Caller,
  createTandem,
  Refusal,
  type Subjects,
  type Tandem,
  type WebhookSender,
} from '@tandem/core';
import Database from 'better-sqlite3';
import pg from 'pg';

export interface Life {
  readonly engine: 'sqlite' | 'postgres';
  /** The file or the URL. */
  readonly database: string;
  /** The numbers of its first order and of the first order of the next life. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
}

export type Report =
  /** The transaction of this order has committed, or was undone. */
  | { readonly committed: number }
  | { readonly undone: number }
  /** An event or a webhook told of a task for this order. */
  | { readonly seen: number };

const ORDERS = 'CREATE TABLE IF NOT EXISTS main.orders (n INTEGER PRIMARY KEY, items INTEGER NOT NULL)';
/** Transactions that end with the process. */
const KILLED = 0.1;
const MAX_ITEMS = 3;
/** Further than most operations take. */
const MAX_DELAY = 60;

type Plan = 'commit' | 'throw' | 'rollback' | 'kill';
type Order = (n: number, items: number) => Promise<unknown> | unknown;

/** Runs `work` in a transaction, in one of the ways that the engine offers. */
type Way = (work: (tx: Pick<Subjects, 'tasks'>, order: Order) => Promise<void>, plan: Plan) => Promise<void>;

const report = (what: Report) => process.send?.(what);

/** Park-Miller. */
function randomFrom(seed: number) {
  let state = seed;
  return (max: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % max;
  };
}

const titleOf = (n: number) => `Order ${n}`;
const reportSeen = (text: string) => {
  for (const [, n] of text.matchAll(/Order (\d+)/g)) report({ seen: Number(n) });
};

const webhooks: WebhookSender = {
  send: async ({ body }) => {
    reportSeen(body);
    return { ok: true, code: 200, durationMs: 1, answer: '', retryAfterMs: null };
  },
  checkUrl: () => undefined,
  newSecret: () => 'whsec_dGFuZGVtIHRhbmRlbSB0YW5kZW0gdGFuZGVtIQ==',
  close: async () => undefined,
};

function onSqlite(file: string) {
  const database = new Database(file);
  database.exec(ORDERS);
  const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ database }), webhooks });
  const insert = (db: Pick<typeof database, 'prepare'>): Order => {
    const statement = db.prepare('INSERT INTO orders VALUES (?, ?)');
    return (n, items) => statement.run(n, items);
  };
  const ways: Way[] = [
    (work) =>
      tandem.transaction((tx) => work(tx, (n, items) => tx.host((db) => insert(db as never)(n, items)))),
    async (work, plan) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        await work(tandem.in(database), insert(database));
        database.exec(plan === 'rollback' ? 'ROLLBACK' : 'COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
  ];
  return { tandem, ways };
}

async function onPostgres(url: string) {
  const pool = new pg.Pool({ connectionString: url });
  await pool.query(ORDERS.replace('main.', 'public.'));
  const storage = await postgresStorage({ pool, connections: 4, allowUnsafe: true });
  const tandem = createTandem({ ...nodePorts(), storage, webhooks });
  const insert =
    (client: pg.ClientBase): Order =>
    (n, items) =>
      client.query('INSERT INTO public.orders VALUES ($1, $2)', [n, items]);
  const ways: Way[] = [
    (work) =>
      tandem.transaction((tx) => work(tx, (n, items) => tx.host((client) => insert(client)(n, items)))),
    async (work, plan) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await work(tandem.in(client), insert(client));
        await client.query(plan === 'rollback' ? 'ROLLBACK' : 'COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
  ];
  return { tandem, ways };
}

/** The first life creates the workspace. */
async function callerOf(tandem: Tandem): Promise<Caller> {
  const created = await tandem.operator.firstWorkspace({ name: 'Shop', admin: { name: 'ada' } });
  const { id } = created?.workspace ?? (await tandem.operator.workspaces())[0] ?? { id: '' };
  const caller = await tandem.operator.callerFor(id, 'ada');
  if ((await tandem.webhooks.list(caller, {})).items.length === 0)
    await tandem.webhooks.create(caller, { url: 'https://shop.example/', types: ['task.created'] });
  return caller;
}

const die = () => process.kill(process.pid, 'SIGKILL');
const undo = new Error('The host undoes it.');

async function live({ engine, database, from, to, seed }: Life): Promise<void> {
  const random = randomFrom(seed);
  const { tandem, ways } = engine === 'sqlite' ? onSqlite(database) : await onPostgres(database);
  const me = await callerOf(tandem as Tandem);
  tandem.events.subscribe(me.workspaceId, ({ event }) => reportSeen(event.entity.title ?? ''));

  /** Dies in the middle of what is going on: SQLite works within microtasks, PostgreSQL between them. */
  const dieSoon = async () => {
    for (let delay = random(MAX_DELAY); delay > 0; delay--)
      await (engine === 'sqlite' ? null : new Promise(setImmediate));
    die();
  };

  for (let n = from; n < to; n++) {
    const way = random(ways.length);
    const plans: Plan[] =
      way === 0 ? ['commit', 'commit', 'throw'] : ['commit', 'commit', 'throw', 'rollback'];
    const plan = random(1_000) < KILLED * 1_000 ? 'kill' : (plans[random(plans.length)] as Plan);
    const items = 1 + random(MAX_ITEMS);
    const orderAt = random(items + 1);
    const killAt = random(items + 2);
    const run = async (tx: Pick<Subjects, 'tasks'>, order: Order) => {
      for (let step = 0; step <= items; step++) {
        if (plan === 'kill' && step === killAt) void dieSoon();
        if (step === orderAt) await order(n, items);
        else await tx.tasks.create(me, { title: titleOf(n) });
        if (random(4) === 0) {
          const refused = await tx.tasks
            .create(me, { title: titleOf(n), assignedTo: 'nobody' })
            .catch((error: unknown) => error);
          if (!(refused instanceof Refusal)) throw new Error(`The operation was not refused: ${refused}`);
        }
      }
      if (plan === 'throw') throw undo;
      // During the commit.
      if (plan === 'kill' && killAt > items) void dieSoon();
    };
    try {
      await (ways[way] as Way)(run, plan);
      if (plan !== 'kill') report(plan === 'rollback' ? { undone: n } : { committed: n });
    } catch (error) {
      if (error !== undo) throw error;
      report({ undone: n });
    }
    // Another operation takes the next number.
    if (random(3) === 0) await tandem.tasks.create(me, { title: 'Beside orders' });
    if (plan === 'kill') die();
  }
  await tandem.webhooks.deliver();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await tandem.close();
  process.exit();
}

process.on('message', (life: Life) => {
  live(life).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  });
});
