import { chmodSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = /^tandem-verifier-(\d+)-/;

/** Creates a folder for this process, after removing those of processes that are gone. */
export function newScratch(): string {
  const parent = realpathSync(tmpdir());
  for (const name of readdirSync(parent)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)) && isOwn(join(parent, name)))
      removeFolder(join(parent, name));
  }
  return mkdtempSync(join(parent, `tandem-verifier-${process.pid}-`));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isOwn(folder: string): boolean {
  const me = process.getuid?.();
  try {
    return me === undefined || lstatSync(folder).uid === me;
  } catch {
    return false;
  }
}

/** Removes a folder, also if a command has made folders in it read-only. */
export function removeFolder(folder: string): void {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch {
    makeWritable(folder);
    remove();
  }
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
  }
}
