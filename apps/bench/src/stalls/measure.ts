import { closeSync, constants, copyFileSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { databaseIn } from '../seed.ts';
import { median } from '../statistics.ts';
import type { HouseworkCase, Scene, StallCase } from './cases/case.ts';
import { CASES, expectedStatuses, HOUSEWORK, operationsWithoutCase } from './cases/index.ts';
import type { Dataset } from './dataset.ts';
import { type Request, send } from './request.ts';
import { type Bulk, inBulk } from './seed/bulk.ts';
import type { SeededDataset } from './seed/cache.ts';
import { type Served, serve } from './served.ts';

/** The result of a case: the median of its tries, in milliseconds. */
export interface Stall {
  readonly operation: string;
  readonly what: string;
  /** The longest response time of the probe while the case ran or right after. */
  readonly held: number;
  /** The CPU time of the longest uninterrupted piece of work of the server; `null` if it did not finish. */
  readonly cpu: number | null;
  /** The response time; `null` for background work. */
  readonly request: number | null;
  /** Null when there was no answer, or none that could be waited for: both times are then at least so long. */
  readonly status: number | null;
  /** Any of these is expected; empty if no request is sent. */
  readonly expected: readonly number[];
  readonly bytes: number;
  readonly tries: number;
}

export interface Stalls {
  readonly measured: readonly Stall[];
  /** The cases that could not be measured, and the reasons. */
  readonly failed: readonly string[];
  /** The longest response time of the probe without other requests: the noise of the machine. */
  readonly idle: number;
}

/** Slower results are measured again. */
export const PROMISED_MS = 100;
const TRIES = 3;
/** The time limit of a case's response, and of any request that prepares it. */
const PATIENCE_MS = 30_000;
const IDLE_MS = 3_000;

export interface StallsOptions {
  /** Only cases whose operation or description contains this text. */
  readonly only: string;
  /** Minimum time to watch the server after a response: a deletion may go on in batches. */
  readonly watchMs: { readonly read: number; readonly write: number };
  /** Idle time after which it counts as finished. */
  readonly quietMs: number;
}

type Named = Pick<StallCase, 'operation' | 'what'>;

/** Measures every case on a copy of the dataset in an existing folder. */
export async function measureStalls(
  seeded: SeededDataset,
  folder: string,
  options: StallsOptions,
  note: (text: string) => void,
): Promise<Stalls> {
  const missing = operationsWithoutCase();
  if (missing.length > 0) throw new Error(`No case measures ${missing.join(', ')}.`);
  copyDatabase(databaseIn(seeded.folder), databaseIn(folder));
  const bench = await openBench(folder, seeded.dataset, options);
  const chosen = ({ operation, what }: Named) => `${operation}: ${what}`.includes(options.only);
  const measured: Stall[] = [];
  const failed: string[] = [];
  const repeat = async ({ operation, what }: Named, measure: () => Promise<Stall>) => {
    try {
      const stall = await worstOf(measure, options.quietMs > 0);
      measured.push(stall);
      note(`${operation}, ${what}: ${Math.round(stall.held)} ms`);
    } catch (error) {
      failed.push(`${operation}, ${what}: ${(error as Error).message}`);
    }
  };
  try {
    const idle = await bench.idle();
    for (const each of CASES.filter(chosen)) {
      await repeat(each, () => bench.measure(each));
    }
    for (const each of HOUSEWORK.filter(chosen)) {
      await repeat(each, () => bench.measureHousework(each));
    }
    return { measured: measured.sort((a, b) => b.held - a.held), failed, idle };
  } finally {
    await bench.close();
  }
}

/** One try when all is well, or for a quick look; else the median of several, for a busy machine has its own moments. */
async function worstOf(measure: () => Promise<Stall>, again: boolean): Promise<Stall> {
  const first = await measure();
  if (!again || first.held <= PROMISED_MS || isUnanswered(first)) return first;
  const tries = [first];
  while (tries.length < TRIES) tries.push(await measure());
  const middle = (of: (stall: Stall) => number | null) => median(tries.map((each) => of(each) ?? Infinity));
  return {
    ...(tries.find(isUnanswered) ?? first),
    held: middle(({ held }) => held),
    cpu: middle(({ cpu }) => cpu),
    request: first.request === null ? null : middle(({ request }) => request),
    tries: TRIES,
  };
}

/** Whether the response didn't arrive in time. */
export const isUnanswered = ({ status, request }: Stall): boolean => status === null && request !== null;

/** Syncs the copy before it is used; otherwise the first commit would do so. */
function copyDatabase(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}

interface Bench {
  idle(): Promise<number>;
  measure(stallCase: StallCase): Promise<Stall>;
  measureHousework(houseworkCase: HouseworkCase): Promise<Stall>;
  close(): Promise<void>;
}

async function openBench(
  folder: string,
  dataset: Dataset,
  { watchMs, quietMs }: StallsOptions,
): Promise<Bench> {
  const database = new Database(databaseIn(folder), { timeout: PATIENCE_MS });
  for (const setting of [
    'synchronous = NORMAL',
    'foreign_keys = OFF',
    'cache_size = -131072',
    'wal_autocheckpoint = 0',
  ]) {
    database.pragma(setting);
  }
  let served: Served = await serve(folder, quietMs);

  /** Checkpoints the log afterwards; otherwise the next commit would. */
  const make = <T>(work: (bulk: Bulk) => T): T => {
    const made = inBulk(database, dataset.workspaceId, work);
    database.pragma('wal_checkpoint(TRUNCATE)');
    return made;
  };
  const withSecret = (request: Request): Request => ({
    ...request,
    secret: request.secret === undefined ? dataset.admin.secret : request.secret,
  });
  const scene: Scene = {
    dataset,
    make,
    ask: async (request) => {
      const answer = await send(served.port, withSecret(request), PATIENCE_MS, true);
      if (answer && answer.status < 300) return answer.body === '' ? null : JSON.parse(answer.body);
      throw new Error(
        `${request.method} ${request.path} was answered with ${answer?.status}: ${answer?.body}`,
      );
    },
  };
  const restart = async () => {
    await served.kill();
    served = await serve(folder, quietMs);
  };

  return {
    idle: async () => {
      await served.quiet(1_000);
      await served.forget();
      await served.quiet(IDLE_MS);
      return (await served.seen()).longest;
    },

    measure: async (stallCase) => {
      const { operation, what } = stallCase;
      const request = withSecret(await stallCase.request(scene));
      // Writes by others have emptied the server's caches, and some request is always the first.
      await send(served.port, withSecret({ method: 'GET', path: '/api/v1/me' }), PATIENCE_MS);
      await served.quiet(0);
      await served.forget();
      const start = performance.now();
      const answer = await send(served.port, request, PATIENCE_MS);
      const calm = answer && (await served.quiet(request.method === 'GET' ? watchMs.read : watchMs.write));
      const expected = expectedStatuses(stallCase);
      if (!answer || !calm) {
        const ms = performance.now() - start;
        await restart();
        return {
          operation,
          what,
          held: ms,
          cpu: null,
          request: ms,
          status: null,
          expected,
          bytes: 0,
          tries: 1,
        };
      }
      const { longest, cpu } = await served.seen();
      const { ms, status, bytes } = answer;
      return { operation, what, held: longest, cpu, request: ms, status, expected, bytes, tries: 1 };
    },

    measureHousework: async ({ operation, what, prepare }) => {
      await served.stop();
      prepare({ dataset, make, folder });
      served = await serve(folder, quietMs);
      const calm = await served.quiet(2 * watchMs.write);
      const seen = calm ? await served.seen() : null;
      if (!calm) await restart();
      const held = seen?.longest ?? Number.POSITIVE_INFINITY;
      const cpu = seen?.cpu ?? null;
      return { operation, what, held, cpu, request: null, status: null, expected: [], bytes: 0, tries: 1 };
    },

    close: async () => {
      database.close();
      await served.kill();
    },
  };
}
