import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { type Operation, operations } from '@tandem/contract';
import fc from 'fast-check';
import { checkAnswerOf } from '../testing/check-answer.ts';
import { type Answer, type Sent, sendTo } from '../testing/client.ts';
import { checkPublished } from '../testing/document.ts';
import { type Plan, planFor } from '../testing/fuzz/requests.ts';
import { written } from '../testing/fuzz/send.ts';
import { type Seed, seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { endWorld, type World, world } from '../testing/world.ts';

/*
 * Sends generated requests, valid and invalid, and checks that every response is documented. TANDEM_FUZZ_CASES sets
 * their number, TANDEM_FUZZ_SEED repeats a run, TANDEM_FUZZ_STORAGE=sqlite uses storage on disk.
 */
const CASES = Number(process.env.TANDEM_FUZZ_CASES ?? 30);
const SEED = Number(
  process.env.TANDEM_FUZZ_SEED ?? (process.env.TANDEM_FUZZ_CASES ? Date.now() % 2 ** 31 : 1),
);
const ON_DISK = process.env.TANDEM_FUZZ_STORAGE === 'sqlite';

/** After this many changes the workspace is reset, so that enough data is left. */
const CHANGES = 12;
/** Also after this many rejected requests in a row that follow a change: the data they need may be gone. */
const REFUSED = 6;
/** Also after this many requests, before the rate limit of the address rejects everything. */
const REQUESTS = 40;

/** Maximum length of an error in characters, however long the field names in the request are. */
const LONGEST_ERROR = 10_000;

jest.setTimeout(30_000 + CASES * 500);

const folder = mkdtempSync(join(tmpdir(), 'tandem-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A seeded workspace, and the changes made to it. */
interface Ground {
  readonly w: World;
  readonly seed: Seed;
  readonly file: string;
  changes: number;
  requests: number;
  refused: number;
  cursor: string;
}

let count = 0;
/** A unique marker in all texts of this test. */
const MARK = /zq9m\d+k/;
const KEPT = 'zq9m0k';

async function more({ admin }: World): Promise<void> {
  await admin.creates('/labels', { name: KEPT });
  await admin.creates('/agents', { name: KEPT, displayName: KEPT, emoji: '🦉', model: 'm' });
}

const inMemory = seededWorlds({ more });

async function onDisk(file: string) {
  const w = await world({ storage: sqliteStorage({ file }) });
  const seeded = await seed(w);
  await more(w);
  return { w, seeded };
}

async function begin(): Promise<Ground> {
  const file = join(folder, `${++count}.db`);
  const { w, seeded } = await (ON_DISK ? onDisk(file) : inMemory());
  return {
    w,
    seed: seeded,
    file,
    changes: 0,
    requests: 0,
    refused: 0,
    cursor: 'none yet',
  };
}

async function end({ w, file }: Ground): Promise<void> {
  await endWorld(w);
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Throws unless the response is documented, and an error repeats nothing of the request. */
function checkDocumented(operation: Operation, answer: Answer, { w }: Ground): void {
  if (w.faults.length > 0) expect(w.faults).toEqual([]);
  if (answer.status >= 400 && operation.responses[answer.status] === null) {
    // An unsatisfiable range is a documented response of its row, not one of the errors.
    expect([answer.text, answer.headers['x-request-id']]).toEqual(['', expect.any(String)]);
    return;
  }
  // Uses the row's path, since a parameter may contain characters that change the meaning of a whole URL.
  checkAnswerOf(operation.method, operation.path, answer);
  checkPublished(operation, answer);
  if (answer.status < 400) return;
  expect(answer.text.length).toBeLessThan(LONGEST_ERROR);
  const { error = answer.body } = answer.body;
  // Label names are the API's one exception; blockers are shown as tasks.
  const checked = { ...error, blockers: undefined };
  if (error.code === 'UNKNOWN_LABELS') checked.fields = undefined;
  expect(JSON.stringify(checked)).not.toMatch(MARK);
}

/** A request in short. */
function summary({ method, path, headers, body }: Sent): string {
  const { Authorization, ...others } = headers;
  return [`${method} ${path}`, JSON.stringify(others), body ?? '']
    .map((part) => part.slice(0, 1_000))
    .join('\n');
}

const isWorn = ({ changes, requests, refused }: Ground): boolean =>
  changes >= CHANGES || requests >= REQUESTS || (changes > 0 && refused >= REFUSED);

async function attempt(operation: Operation, plan: Plan, ground: Ground): Promise<void> {
  const { w, seed, cursor } = ground;
  const mark = `zq9m${++count}k`;
  const sent = written(operation, plan, w, { seed, mark, existing: KEPT, cursor });
  try {
    const answer = await sendTo(w.server, sent);
    checkDocumented(operation, answer, ground);
    const isStrict = /strict/.test(sent.headers.Prefer ?? '');
    // A handler passed a field to the core that the core does not know.
    if (!isStrict && answer.text.includes('is not recognized')) throw new Error(answer.text);
    ground.requests++;
    ground.refused = answer.status < 400 ? 0 : ground.refused + 1;
    if (answer.status < 300 && operation.method !== 'get') ground.changes++;
    if (typeof answer.body?.cursor === 'string') ground.cursor = answer.body.cursor;
    reached.add(answer.status);
  } catch (error) {
    const again = `TANDEM_FUZZ_SEED=${SEED} TANDEM_FUZZ_CASES=${CASES}`;
    throw new Error(`${operation.id}, again with ${again}\n${summary(sent)}`, { cause: error });
  }
}

/** The statuses returned by the operation under test. */
let reached: Set<number>;

test.each(operations.map((operation, i): [string, Operation, number] => [operation.id, operation, i]))(
  '%s returns only documented responses',
  async (_id, operation, i) => {
    reached = new Set();
    let ground = await begin();
    await fc.assert(
      fc.asyncProperty(planFor(operation), async (plan) => {
        if (isWorn(ground)) {
          await end(ground);
          ground = await begin();
        }
        await attempt(operation, plan, ground);
      }),
      { numRuns: CASES, seed: SEED + i, endOnFailure: true },
    );
    await end(ground);
    // The test would be worthless if all requests were rejected early.
    expect([...reached].some((status) => status < 400)).toBe(true);
  },
);
