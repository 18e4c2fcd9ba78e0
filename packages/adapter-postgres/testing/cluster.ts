import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tandem/core/testing/free-port';
import pg from 'pg';
import { findBinaries, runnable } from './binaries.ts';

/** A PostgreSQL server of the test's own, with its data in a temporary folder. */
export interface Cluster {
  /** The server's folder. */
  readonly home: string;
  readonly port: number;
  /** The postmaster's process id. */
  readonly pid: number;
  url(database?: string): string;
  /** `fast` aborts running work and shuts down cleanly; `kill` ends it like a power failure. */
  stop(how: 'fast' | 'kill'): Promise<void>;
  /** Restarts it on the same port, with additional settings if given; resolves when it accepts connections. */
  start(more?: Settings): Promise<void>;
  /**
   * A read-only standby of this server; resolves when it has caught up. Its name can be used for synchronous
   * replication.
   */
  replica(name?: string): Promise<Cluster>;
  /** Promotes a standby to a primary. */
  promote(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

type Settings = Readonly<Record<string, string | number>>;

export interface ClusterOptions {
  /** True to sync commits to disk, as in production; false is faster. */
  readonly durable?: boolean;
  /** Additional settings, by name. */
  readonly settings?: Settings;
  /** The process with which the server ends if that is killed; by default this one. */
  readonly endsWith?: number;
}

const USER = 'tandem';
/** Without autovacuum, which examines each of the many databases, and makes plans for tables that tests emptied. */
const QUICK = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'on', autovacuum: 'off' };
const ALWAYS = {
  listen_addresses: "'127.0.0.1'",
  unix_socket_directories: "''",
  max_connections: 300,
  shared_buffers: "'64MB'",
  wal_keep_size: "'256MB'",
  hot_standby: 'on',
  log_min_messages: 'fatal',
};

/** PostgreSQL refuses to run as root, so an unprivileged user runs it. */
const user = process.getuid?.() === 0 ? unprivileged() : null;

function unprivileged(): { uid: number; gid: number } {
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = known.find(([name]) => name === 'postgres') ?? known.find(([name]) => name === 'nobody');
  if (!found)
    throw new Error('PostgreSQL does not run as root, and /etc/passwd has neither postgres nor nobody.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

const give = (path: string) => user && chownSync(path, user.uid, user.gid);

/** Creates and starts a server. Fails if this machine has no PostgreSQL. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'tandem-postgres-'));
  // The server's user must be able to enter this folder.
  chmodSync(home, 0o755);
  try {
    const bin = programs(home);
    const data = join(home, 'data');
    mkdirSync(data, { mode: 0o700 });
    give(data);
    // biome-ignore format: what belongs together
    run(join(bin, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']);
    const settings = { ...ALWAYS, ...(options.durable ? {} : QUICK), ...options.settings };
    const cluster = clusterIn(home, bin, await freePort(), settings);
    await cluster.start();
    endWith(options.endsWith ?? process.pid, home);
    return cluster;
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

function programs(home: string): string {
  const found = findBinaries();
  if (!found) throw new Error('There is no PostgreSQL on this machine.');
  return runnable(found, home, user !== null);
}

function run(program: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(program, args, { ...user, cwd: '/', encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`${program} failed: ${stderr}`);
}

/** Child processes of a killed server may still be running. */
const STILL_IN_USE = /still in use/;
const MAX_LAUNCHES = 50;

function clusterIn(home: string, bin: string, port: number, settings: Settings): Cluster {
  const data = join(home, 'data');
  let server: ChildProcess | null = null;
  const url = (database = 'postgres') => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const sql = (text: string) => query(url(), text);

  const start = async (more: Settings = {}) => {
    const lines = Object.entries({ ...settings, ...more, port }).map(
      ([name, value]) => `${name} = ${value}\n`,
    );
    writeFileSync(join(data, 'postgresql.auto.conf'), lines.join(''));
    let started = launch();
    for (let tries = 0, launches = 1; ; tries++) {
      try {
        await sql('SELECT 1');
        break;
      } catch (error) {
        const hasEnded = started.exitCode !== null || started.signalCode !== null;
        const log = readFileSync(join(home, 'log'), 'utf8');
        if (
          hasEnded &&
          launches < MAX_LAUNCHES &&
          STILL_IN_USE.test(log.trimEnd().split('\n').slice(-2).join())
        ) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          started = launch();
          launches++;
        } else if (hasEnded || tries > 1_500) {
          throw new Error(`PostgreSQL did not start: ${log}`, { cause: error });
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    started.unref();
  };

  const launch = (): ChildProcess => {
    const log = openSync(join(home, 'log'), 'a');
    const launched = spawn(join(bin, 'postgres'), ['-D', data], {
      ...user,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    server = launched;
    return launched;
  };

  const stop = async (how: 'fast' | 'kill') => {
    const stopping = server;
    server = null;
    if (!stopping?.pid || stopping.exitCode !== null || stopping.signalCode !== null) return;
    const exited = once(stopping, 'exit');
    stopping.ref();
    // Child processes of a killed server end on their own a moment later.
    const others = how === 'kill' ? await childrenOf(stopping.pid) : [];
    stopping.kill(how === 'fast' ? 'SIGINT' : 'SIGKILL');
    for (const pid of others) quietly(() => process.kill(pid, 'SIGKILL'));
    await exited;
  };

  return {
    home,
    port,
    get pid() {
      return server?.pid ?? 0;
    },
    url,
    stop,
    start,
    replica: async (name = 'replica') => {
      const other = mkdtempSync(join(tmpdir(), 'tandem-postgres-'));
      chmodSync(other, 0o755);
      await copyTo(url(), data, join(other, 'data'));
      const following = {
        ...settings,
        primary_conninfo: `'host=127.0.0.1 port=${port} user=${USER} application_name=${name}'`,
      };
      const replica = clusterIn(other, bin, await freePort(), following);
      await replica.start();
      endWith(process.pid, other);
      return replica;
    },
    promote: async () => {
      await sql('SELECT pg_promote(true, 60)');
    },
    remove: async () => {
      await stop('kill');
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** A base backup of a running server for a standby; not every package includes pg_basebackup. */
async function copyTo(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('replica', true)`);
    // Files that disappear during the copy are not needed.
    await once(spawn('cp', ['-a', from, to], { stdio: 'ignore' }), 'exit');
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    for (const own of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) {
      rmSync(join(to, own), { recursive: true, force: true });
    }
    mkdirSync(join(to, 'pg_wal'), { mode: 0o700 });
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile);
    writeFileSync(join(to, 'standby.signal'), '');
    for (const made of ['pg_wal', 'backup_label', 'standby.signal']) give(join(to, made));
  } finally {
    await client.end();
  }
}

/** Stops a folder's server and deletes the folder once the given process has ended. */
function endWith(pid: number, home: string): void {
  const watch =
    'while [ -d "$2" ] && kill -0 "$1"; do sleep 1; done; kill -QUIT $(head -1 "$2/data/postmaster.pid"); sleep 1; rm -rf "$2"';
  spawn('sh', ['-c', watch, 'sh', String(pid), home], { detached: true, stdio: 'ignore' }).unref();
}

/** Runs a statement on a new connection. */
export async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child ? [child] : []));
}

function quietly(does: () => void): void {
  try {
    does();
  } catch {
    // It has already ended.
  }
}
