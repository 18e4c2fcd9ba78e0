import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needingTerminal } from '@tandem/core/testing/programs';
import { runHere } from '@tandem/core/testing/run-here';
import { run as runCommand } from '../src/run.ts';

/** The command line as a machine without a server has it. */
export const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/** A user of this machine, with folders and environment of their own. */
export interface User {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

const children = new Set<ChildProcess>();
const homes: string[] = [];

afterAll(async () => {
  await Promise.all(
    [...children].map((child) => {
      child.kill('SIGKILL');
      return once(child, 'close');
    }),
  );
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

export function newUser(env: Readonly<Record<string, string>> = {}): User {
  const home = mkdtempSync(join(tmpdir(), 'tandem-home-'));
  homes.push(home);
  return { home, env };
}

const surroundingsOf = ({ home, env }: User) => ({
  cwd: home,
  env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', ...env },
});

export interface Done {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Doing {
  readonly done: Promise<Done>;
  readonly pid: number | undefined;
  /** Resolves when one of the outputs matches. */
  says(pattern: RegExp): Promise<void>;
  type(text: string): void;
  signal(name: NodeJS.Signals): void;
}

/** Starts a program as this user. Standard input is empty unless something is typed. */
export function startAs(user: User, program: string, args: readonly string[], input?: string): Doing {
  const child = spawn(program, args, {
    ...surroundingsOf(user),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.add(child);
  // A command that does not read its input may have exited.
  child.stdin.on('error', () => undefined);
  if (input !== undefined) child.stdin.end(input);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const done = new Promise<Done>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve({ code, signal, ...output });
    });
  });
  return {
    done,
    pid: child.pid,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(output.stdout + output.stderr)) resolve();
        };
        look();
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        void done.then(({ code, stderr }) => reject(new Error(`ended with ${code}, saying ${stderr}`)));
      }),
    type: (text) => void child.stdin.write(text),
    signal: (name) => void child.kill(name),
  };
}

export const start = (user: User, args: readonly string[], input = ''): Doing =>
  startAs(user, process.execPath, [CLI, ...args], input);

/** Runs a command to its end in this process, as in a pipe; `start` runs the real program. */
export const run = (user: User, args: readonly string[], input = ''): Promise<Done> =>
  runHere(args, { run: runCommand, ...surroundingsOf(user), input });

/** A test on a terminal; where none can be had it is skipped. */
export const testOnTerminal = needingTerminal().test;

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Starts a command on a terminal with this many columns. `stdout` has both of its outputs. */
export function startOnTerminal(user: User, args: readonly string[], columns = 80): Doing {
  const command = [process.execPath, CLI, ...args].map(quoted).join(' ');
  const shell = `stty cols ${columns} rows 24; exec ${command}`;
  return startAs({ ...user, env: { TERM: 'xterm-256color', ...user.env } }, 'script', [
    '-qefc',
    shell,
    '/dev/null',
  ]);
}

export async function runOnTerminal(user: User, args: readonly string[], columns = 80): Promise<Done> {
  return startOnTerminal(user, args, columns).done;
}
