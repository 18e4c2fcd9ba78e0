import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CannotRun } from '../errors/cannot-run.ts';
import { codeOf } from '../errors/error-code.ts';

/**
 * Creates the data folder if it is missing, accessible to this user only, and checks that it is writable. Throws
 * `CannotRun` with the reason otherwise.
 */
export function makeFolder(dataDir: string): void {
  explaining(dataDir, () => {
    // Created one at a time: mkdir's recursive mode never returns on a folder that is reported missing but cannot be
    // created.
    for (const folder of missingOf(dataDir)) makeOne(folder);
    tryWriting(dataDir);
  });
}

/** Refuses paths that cannot hold a data folder, with the same messages, without creating anything. */
export function refuseUnfit(dataDir: string): void {
  explaining(dataDir, () => missingOf(dataDir));
}

function explaining(dataDir: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof CannotRun) throw error;
    const code = codeOf(error);
    throw refusal(dataDir, MEANINGS[code] ?? `cannot be used (${code}). ${ANOTHER_FOLDER}`);
  }
}

const ANOTHER_FOLDER = 'Set TANDEM_DATA_DIR to another folder.';
const NO_RIGHT = `is not writable for this user. Give this user write permission, or set TANDEM_DATA_DIR to another folder.`;
const NO_FOLDER = 'is, or is inside, something other than a folder. Set TANDEM_DATA_DIR to a folder.';

/** The meaning of a system error for the operator, in words that follow the folder's name. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  ELOOP: `goes through a cycle of symbolic links. ${ANOTHER_FOLDER}`,
  ENAMETOOLONG: `has a name that is too long. ${ANOTHER_FOLDER}`,
  EROFS: `is on a read-only disk. Make it writable, or set TANDEM_DATA_DIR to another folder.`,
  ENOSPC: 'is not writable: the disk is full. Free some space and try again.',
  EDQUOT: "is not writable: this user's disk quota is full. Free some space and try again.",
};

const refusal = (dataDir: string, meaning: string) => new CannotRun(`The data folder ${dataDir} ${meaning}`);

/** Names that SQLite treats as a database without a file. */
const NO_FOLDERS_NAME = ':memory:';

/** The missing folders on the way to this one, outermost first. Their nearest existing parent must be suitable. */
function missingOf(dataDir: string): readonly string[] {
  if (basename(dataDir).trim() === NO_FOLDERS_NAME) {
    throw new CannotRun(
      'TANDEM_DATA_DIR must be the path of a folder. To store everything in memory, use inMemoryStorage() of @tandem/core/in-memory.',
    );
  }
  const missing: string[] = [];
  let there = dataDir;
  for (; !isThere(there); there = dirname(there)) missing.unshift(there);
  checkFit(dataDir, there);
  return missing;
}

/** A dangling link counts as existing. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Kernel file systems such as /proc and /sys, by their type numbers. */
const KERNELS_OWN = [0x9fa0, 0x62656572, 0x63677270, 0x27e0eb, 0x64626720, 0x74726163, 0x73636673, 0x1cd1];

function checkFit(dataDir: string, there: string): void {
  const found = statSync(there, { throwIfNoEntry: false });
  if (!found) {
    throw refusal(
      dataDir,
      `goes through the link ${there} to ${readlinkSync(there)}, which does not exist. Create that folder, or remove the link.`,
    );
  }
  if (!found.isDirectory()) throw refusal(dataDir, NO_FOLDER);
  if (KERNELS_OWN.includes(statfsSync(there).type)) {
    throw refusal(dataDir, `is inside /proc, which can't store files. ${ANOTHER_FOLDER}`);
  }
}

function makeOne(folder: string): void {
  try {
    // It holds the workspaces' private data: no other user of the machine may read it.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another command may have just created it.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
  // A new entry is durable only after its parent folder is synced.
  flushFolder(dirname(folder));
}

function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Only a write can tell: permissions, read-only mounts and full disks can all prevent it. */
function tryWriting(dataDir: string): void {
  const file = join(dataDir, `.writable-${randomUUID()}`);
  closeSync(openSync(file, 'w', 0o600));
  rmSync(file, { force: true });
}
