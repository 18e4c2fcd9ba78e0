import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { runHere } from '@tandem/core/testing/run-here';
import { logTo } from '../src/log/log.ts';
import { run } from '../src/program/run.ts';
import { startServer } from '../src/serve/start-server.ts';
import { readConfig } from '../src/settings/config.ts';
import { databaseIn, openDatabase } from '../src/storage/sqlite.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const CLI = join(ROOT, 'apps/server/dist/cli.js');

/** The output and exit code of a process. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running process. */
export interface Running {
  readonly pid: number | undefined;
  readonly ended: Promise<Ended>;
  /** Waits until the output matches; rejects if the process ends before. */
  says(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
}

export interface Serving extends Running {
  readonly url: string;
}

type Env = Readonly<Record<string, string>>;

// Starting processes is slow on a busy machine.
jest.setTimeout(30_000);

/** Ends a process or a server. */
type End = () => Promise<unknown>;

const ends = new Set<End>();
const folders: string[] = [];

/** A new folder, gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-test-'));
  folders.push(folder);
  return folder;
}

/** Call it after each test: stops all of the test's processes and servers, and removes its folders. */
export const cleanUp = (): Promise<void> => endAll(ends, folders);

async function endAll(running: ReadonlySet<End>, places: string[]): Promise<void> {
  await Promise.all([...running].map((end) => end()));
  for (const folder of places.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** What outlives a test, until the end of the test file. */
const sharedEnds = new Set<End>();
const sharedFolders: string[] = [];
afterAll(() => endAll(sharedEnds, sharedFolders));

/** Call it in `beforeAll`: the processes and servers started so far are shared by all following tests. */
export function keepWhatRuns(): void {
  for (const end of ends) sharedEnds.add(end);
  ends.clear();
  sharedFolders.push(...folders.splice(0));
}

/** Ends it after the test, unless it has ended by itself; `done` is to be called then. */
function endLater(end: End): { done(): void } {
  ends.add(end);
  return {
    done: () => {
      ends.delete(end);
      sharedEnds.delete(end);
    },
  };
}

/** The outputs of a program, which a test can wait for. */
function gatherOutput() {
  const output = { stdout: '', stderr: '' };
  const looks = new Set<() => void>();
  return {
    output,
    add: (stream: 'stdout' | 'stderr', text: string) => {
      output[stream] += text;
      for (const look of looks) look();
    },
    says:
      (ended: Promise<Ended>): Running['says'] =>
      (stream, pattern) =>
        new Promise((resolve, reject) => {
          const look = () => {
            const found = pattern.exec(output[stream]);
            if (found) resolve(found);
          };
          look();
          looks.add(look);
          void ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}, saying ${stderr}`)));
        }),
  };
}

const environment = (env: Env) => ({ PATH: process.env.PATH, HOME: process.env.HOME, ...env });

/**
 * Starts a program with the settings given, and none of those around the test; `input` is all that comes by its standard
 * input.
 */
export function start(program: string, args: readonly string[], env: Env = {}, input?: string): Running {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: environment(env),
    // With an empty pipe, bash would read the startup files of a network login.
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  const ending = endLater(() => {
    child.kill('SIGKILL');
    return once(child, 'close');
  });
  child.stdin?.on('error', () => undefined).end(input);

  const { output, add, says } = gatherOutput();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => add(stream, text));
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      ending.done();
      resolve({ code, ...output });
    });
  });

  return {
    pid: child.pid,
    ended,
    signal: (name) => {
      child.kill(name);
    },
    says: says(ended),
  };
}

/** Starts one command of `tandem`, with a state folder that is not this user's. */
export const startTandem = (args: readonly string[], env: Env = {}): Running =>
  start(process.execPath, [CLI, ...args], { XDG_STATE_HOME: join(tmpdir(), 'tandem-test-state'), ...env });

/** Runs one command of `tandem` to its end in this process; `startTandem` runs the real program. */
export const tandem = (args: readonly string[], env: Env = {}, input = ''): Promise<Ended> =>
  runHere(args, { run, cwd: ROOT, env: environment(env), input });

/** Starts a server on a free port, and resolves when it serves. */
export async function serve(dataDir: string, env: Env = {}): Promise<Serving> {
  const settings = { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0', ...env };
  const running = start(process.execPath, [CLI, 'serve'], settings);
  const [, url = ''] = await running.says('stdout', /^Tandem serves (http:\/\/\S+)\n/m);
  return { ...running, url };
}

/** The same in this process, in a tenth of the time, without standard output; every signal stops it. */
export async function serveHere(dataDir: string, env: Env = {}): Promise<Serving> {
  const config = readConfig({ TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0', ...env });
  const { output, add, says } = gatherOutput();
  const log = logTo({ write: (line) => add('stderr', line) }, config.logLevel);
  const server = await startServer(config, log);
  let tellEnd: (ended: Ended) => void;
  const ended = new Promise<Ended>((resolve) => {
    tellEnd = resolve;
  });
  const stop = async () => {
    ending.done();
    const code = await server.stop().then(
      () => 0,
      (error) => {
        add('stderr', String(error));
        return 1;
      },
    );
    tellEnd({ code, ...output });
  };
  const ending = endLater(stop);
  return { pid: undefined, url: server.url, ended, says: says(ended), signal: () => void stop() };
}

/** Stops a server, and resolves with its complete output. */
export function stopped(server: Running): Promise<Ended> {
  server.signal('SIGTERM');
  return server.ended;
}

interface Made {
  readonly id: string;
  readonly key: string;
}

/** The first workspace created, and the database that contains only it. */
let first: (Made & { readonly database: Buffer }) | undefined;

/**
 * Creates a workspace, and returns its admin's key. A new database is a copy of the first: migrating one takes longer.
 */
export async function newWorkspace(dataDir: string): Promise<Made> {
  const file = databaseIn(dataDir);
  if (existsSync(file)) return createWorkspace(dataDir);
  if (!first) {
    const folder = temporaryFolder();
    const made = await createWorkspace(folder);
    first = { ...made, database: readFileSync(databaseIn(folder)) };
  }
  const { database, ...made } = first;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, database, { mode: 0o600 });
  return made;
}

async function createWorkspace(dataDir: string): Promise<Made> {
  const tandem = createTandem({
    ...nodePorts(),
    storage: openDatabase({ dataDir, backupBeforeMigrating: false }),
  });
  try {
    const { workspace, secret } = await tandem.operator.createWorkspace({
      name: 'Acme',
      admin: { name: 'ada' },
      chat: true,
    });
    return { id: workspace.id, key: secret };
  } finally {
    await tandem.close();
  }
}

export const withKey = (key: string): { headers: Record<string, string> } => ({
  headers: { Authorization: `Bearer ${key}` },
});
