import fc from 'fast-check';
import { inMemoryStorage } from '../../src/in-memory/index.ts';
import type { Storage } from '../../src/index.ts';
import { LONG } from '../programs.ts';
import { chats } from './chats.ts';
import { claims } from './claims.ts';
import { events } from './events.ts';
import { members } from './members.ts';
import { everything, outcome } from './outcome.ts';
import { proof } from './proof.ts';
import { tasks } from './tasks.ts';
import { work } from './work.ts';
import { begin, type Command, evenIds } from './world.ts';

export { parentsTest } from './parents.ts';
export { treesTest } from './trees.ts';

/** Work commands run more often than removals. */
const OFTEN: readonly string[] = [
  'create a task',
  'move a task',
  'relate tasks',
  'set a parent',
  'split a task',
  'claim a turn',
  'reply a turn',
  'claim the next task',
  'heartbeat a claim',
  'post a result',
  'ask about a task',
];
const commands = [...tasks, ...claims, ...proof, ...work, ...members, ...chats, ...events].map(
  (arbitrary) => {
    const [{ name }] = fc.sample(arbitrary, { numRuns: 1, seed: 1 }) as [Command];
    return { arbitrary, weight: OFTEN.includes(name) ? 12 : name === 'remove a member' ? 1 : 4 };
  },
);

const RUNS = LONG ? 60 : 10;

/** A storage under test, compared with the one in memory. */
export interface Compared {
  readonly storage: Storage;
  /** Problems of the final data, by other means of inspection. */
  wrong?(): Promise<readonly string[]>;
}

/**
 * Model test: runs the same commands against a Tandem in memory and one on the storage, with the same clock and ids.
 * Every result and refusal, and all readable data at the end, must be equal. Call it in a Jest test file; `make`
 * returns a new, empty storage for each script, which the test closes. Requires fast-check.
 */
export function modelTest(name: string, make: () => Compared | Promise<Compared>): void {
  test(`random commands have the same results and leave the same data in memory and on ${name}, in the same order`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(...commands), { minLength: 30, maxLength: 120, size: 'max' }),
        async (script) => {
          const { storage, wrong } = await make();
          const [memory, compared] = [await begin(inMemoryStorage()), await begin(storage)];
          try {
            for (const { name: command, run } of script) {
              const [left, right] = [await outcome(() => run(memory)), await outcome(() => run(compared))];
              expect({ command, came: right }).toEqual({ command, came: left });
              evenIds(memory, compared);
            }
            expect(await everything(compared)).toEqual(await everything(memory));
            expect((await wrong?.()) ?? []).toEqual([]);
          } finally {
            await compared.tandem.close();
          }
        },
      ),
      { numRuns: Number(process.env.TANDEM_MODEL_RUNS ?? RUNS), endOnFailure: true },
    );
  }, 120_000);
}
