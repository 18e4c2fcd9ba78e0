import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { openConnection } from './sqlite.ts';
import { troubleOf } from './trouble.ts';

/** A check of a file of this size takes less than 200 ms. */
const SMALL_BYTES = 32 * 1024 * 1024;

const DAMAGE: readonly string[] = ['damaged', 'no database'];

/** As many problems as a log line should name. */
const CHECK = 'quick_check(1)';

/** In a thread of its own, because a check of a large file takes seconds. */
const IN_THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new (require(workerData.driver))(workerData.file, { readonly: true });
  parentPort.postMessage(database.pragma('${CHECK}', { simple: true }));
  database.close();`;

/**
 * The first problem in the pages of a database, which may be in use; `null` if there is none. A small file is checked at
 * once, a larger one in the background; the process may end meanwhile. Throws the driver's error for a file that cannot be
 * read for another reason.
 */
export async function quickCheck(file: string): Promise<string | null> {
  try {
    const found = statSync(file).size <= SMALL_BYTES ? checkAtOnce(file) : await checkInThread(file);
    return found === 'ok' ? null : found.replace(/\s+/g, ' ').trim();
  } catch (error) {
    // SQLite throws for pages that it can't read at all.
    if (DAMAGE.includes(troubleOf(error) ?? '')) return (error as Error).message;
    throw error;
  }
}

function checkAtOnce(file: string): string {
  const connection = openConnection(file, 'onlooker');
  try {
    return connection.get<{ quick_check: string }>(`PRAGMA ${CHECK}`, [])?.quick_check ?? 'ok';
  } finally {
    connection.close();
  }
}

function checkInThread(file: string): Promise<string> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const worker = new Worker(IN_THREAD, { eval: true, workerData: { driver, file } });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
}
