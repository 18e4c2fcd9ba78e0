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
import { CannotRun } from './cannot-run.ts';
import { codeOf } from './error-code.ts';

/**
 * Makes a data folder that is not there, for this user alone, and makes sure that it can be written to. What
 * keeps it from being either is a `CannotRun` that says so.
 */
export function makeFolder(dataDir: string): void {
  explaining(dataDir, () => {
    // One by one: mkdir's own recursion never ends where a folder cannot be made that is said to be missing.
    for (const folder of missingOf(dataDir)) makeOne(folder);
    tryWriting(dataDir);
  });
}

/** Refuses a path at which no data folder can be, in the same words, and makes none. */
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
const NO_RIGHT = `cannot be written to by this user. Give this user the right to write there, or set TANDEM_DATA_DIR to another folder.`;
const NO_FOLDER = 'is, or lies in, something that is no folder. Set TANDEM_DATA_DIR to a folder.';

/** What the system's refusal means to the operator, in words that follow the folder's name. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  ELOOP: `leads through links in a circle. ${ANOTHER_FOLDER}`,
  ENAMETOOLONG: `has a name that is too long. ${ANOTHER_FOLDER}`,
  EROFS: `lies on a disk that can only be read. Make it writable, or set TANDEM_DATA_DIR to another folder.`,
  ENOSPC: 'cannot be written to: the disk is full. Make room and try again.',
  EDQUOT: "cannot be written to: this user's share of the disk is full. Make room and try again.",
};

const refusal = (dataDir: string, meaning: string) => new CannotRun(`The data folder ${dataDir} ${meaning}`);

/** What SQLite takes for a database that it keeps nowhere. */
const NO_FOLDERS_NAME = ':memory:';

/** The folders down to this one that are not there, in order; the nearest one above them must be fit. */
function missingOf(dataDir: string): readonly string[] {
  if (basename(dataDir).trim() === NO_FOLDERS_NAME) {
    throw new CannotRun(
      'TANDEM_DATA_DIR needs the path of a folder. To keep everything in memory, use inMemoryStorage() of @tandem/core/in-memory.',
    );
  }
  const missing: string[] = [];
  let there = dataDir;
  for (; !isThere(there); there = dirname(there)) missing.unshift(there);
  checkFit(dataDir, there);
  return missing;
}

/** Also a link that leads nowhere is there. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Where the kernel shows itself: /proc, /sys and their like, by the numbers of their file systems. */
const KERNELS_OWN = [0x9fa0, 0x62656572, 0x63677270, 0x27e0eb, 0x64626720, 0x74726163, 0x73636673, 0x1cd1];

function checkFit(dataDir: string, there: string): void {
  const found = statSync(there, { throwIfNoEntry: false });
  if (!found) {
    throw refusal(
      dataDir,
      `leads by the link ${there} to ${readlinkSync(there)}, which is not there. Make that folder, or remove the link.`,
    );
  }
  if (!found.isDirectory()) throw refusal(dataDir, NO_FOLDER);
  if (KERNELS_OWN.includes(statfsSync(there).type)) {
    throw refusal(dataDir, `lies where the kernel shows itself, and nothing can be kept. ${ANOTHER_FOLDER}`);
  }
}

function makeOne(folder: string): void {
  try {
    // Whatever the workspaces keep to themselves lies in here: nobody else on the machine needs to look.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Two commands may make it at once.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
  // A name is durable only once the folder that holds it is.
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

/** The only way to know: rights, disks that can only be read, and full ones all have their say. */
function tryWriting(dataDir: string): void {
  const file = join(dataDir, `.writable-${process.pid}`);
  closeSync(openSync(file, 'w', 0o600));
  rmSync(file);
}
