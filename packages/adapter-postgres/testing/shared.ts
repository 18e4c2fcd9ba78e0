import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { startCluster } from './cluster.ts';

/*
 * One server for all tests of a run: the first test that needs it starts it, and the end of the run stops it. Test
 * files that do not need it do not wait for it.
 */

/** Identifies the run to all its processes; set by the process that runs the tests (begin-run.ts). */
const RUN = 'TANDEM_TEST_RUN';

interface Shared {
  readonly url: string;
  readonly pid: number;
  readonly home: string;
  readonly version: string;
}

const folderOf = (run: string) => join(tmpdir(), `tandem-test-run-${run}`);

export function beginRun(): void {
  process.env[RUN] = String(process.pid);
}

export function endRun(): void {
  const folder = folderOf(process.env[RUN] as string);
  const known = join(folder, 'server.json');
  if (existsSync(known)) {
    const { pid, home } = JSON.parse(readFileSync(known, 'utf8')) as Shared;
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It has already ended.
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** True if tests can use PostgreSQL here. */
export const hasPostgres = (): boolean =>
  process.env.TANDEM_TEST_DATABASE_URL !== undefined || findBinaries() !== null;

let shared: Promise<string> | undefined;

/** The URL of the server shared by this run. */
export function sharedServer(): Promise<string> {
  shared ??= process.env.TANDEM_TEST_DATABASE_URL
    ? Promise.resolve(process.env.TANDEM_TEST_DATABASE_URL)
    : startedOnce().then(({ url }) => url);
  return shared;
}

/** The process that creates the folder starts the server; the others wait for it. */
async function startedOnce(): Promise<Shared> {
  const run = process.env[RUN] ?? String(process.pid);
  const folder = folderOf(run);
  const [known, failed] = [join(folder, 'server.json'), join(folder, 'failed')];
  if (makes(folder)) {
    try {
      const cluster = await startCluster({ endsWith: Number(run) });
      const url = cluster.url();
      const version = await versionOf(url);
      const made: Shared = { url, pid: cluster.pid, home: cluster.home, version };
      writeFileSync(`${known}.new`, JSON.stringify(made));
      renameSync(`${known}.new`, known);
      process.stderr.write(`Tests on PostgreSQL run on ${version}.\n`);
    } catch (error) {
      writeFileSync(failed, String(error));
      throw error;
    }
  }
  for (;;) {
    if (existsSync(known)) return JSON.parse(readFileSync(known, 'utf8')) as Shared;
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
    await sleep(20);
  }
}

function makes(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`SELECT 'PostgreSQL ' || current_setting('server_version') AS version`);
  await client.end();
  return rows[0].version as string;
}

/** A template for databases, created by the first process that needs it. */
export interface Template {
  readonly name: string;
  make(url: string): Promise<void>;
}

/** Creates and drops databases on the shared server. */
export function databasesOf(server: string) {
  const admin = async <T>(use: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(server);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  };
  const urlOf = (name: string) => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  };
  const create = (client: pg.Client, name: string, template = 'template0') =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' LOCALE 'C'`);
  const made: string[] = [];

  /** Creates a template once for all processes. */
  const templated = ({ name, make }: Template) =>
    admin(async (client) => {
      await client.query('SELECT pg_advisory_lock(1)');
      const there = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (there.rowCount) return;
      const begun = `${name}_begun`;
      await client.query(`DROP DATABASE IF EXISTS ${begun} WITH (FORCE)`);
      await create(client, begun);
      await make(urlOf(begun));
      await client.query(`ALTER DATABASE ${begun} RENAME TO ${name}`);
    });

  return {
    create: async (template?: Template): Promise<string> => {
      if (template) await templated(template);
      const name = `tandem_test_${randomBytes(8).toString('hex')}`;
      await admin((client) => create(client, name, template?.name));
      made.push(name);
      return urlOf(name);
    },
    dropAll: () =>
      admin(async (client) => {
        for (const name of made.splice(0)) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}
