import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lock, takeLock } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-lock-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

let made = 0;
const newFile = (): string => join(folder, `${++made}.lock`);

const released = (lock: Lock): void => {
  if (!('release' in lock)) throw new Error('It is held by another.');
  lock.release();
};

/** Holds the lock in another process until that is killed. */
async function inAnotherProcess(file: string): Promise<ChildProcess> {
  const driver = JSON.stringify(createRequire(__filename).resolve('better-sqlite3'));
  const program = `const held = new (require(${driver}))(${JSON.stringify(file)});
    held.exec('BEGIN IMMEDIATE'); console.log('held'); setInterval(() => held, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

test('a lock is held by one process at a time, and free after its release', () => {
  const file = newFile();
  const first = takeLock(file);
  expect(takeLock(file)).toEqual({ heldBy: existsSync('/proc/locks') ? process.pid : null });
  released(first);
  released(takeLock(file));
});

test('a lock held by another process names the process, where the system reports it', async () => {
  const file = newFile();
  const holder = await inAnotherProcess(file);
  expect(takeLock(file)).toEqual({ heldBy: existsSync('/proc/locks') ? holder.pid : null });
});

test('the lock of a killed process is free at once', async () => {
  const file = newFile();
  const holder = await inAnotherProcess(file);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  released(takeLock(file));
});

test('nothing is ever written into the lock file', () => {
  const file = newFile();
  const lock = takeLock(file);
  expect(statSync(file).size).toBe(0);
  released(lock);
  expect(statSync(file).size).toBe(0);
});

test('an unusable lock file gives an error of the driver', () => {
  const file = newFile();
  writeFileSync(file, 'Dear diary, '.repeat(100));
  expect(() => takeLock(file)).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
  expect(() => takeLock('/nowhere/at/all.lock')).toThrow();
});
