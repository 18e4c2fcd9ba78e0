import fc from 'fast-check';
import { inMemoryStorage } from '../../src/in-memory/index.ts';
import type { Storage } from '../../src/index.ts';
import { chats } from './chats.ts';
import { claims } from './claims.ts';
import { events } from './events.ts';
import { members } from './members.ts';
import { everything, outcome } from './outcome.ts';
import { proof } from './proof.ts';
import { tasks } from './tasks.ts';
import { work } from './work.ts';
import { begin, type Command, evenIds } from './world.ts';

/** The work is done more often than people leave. */
const OFTEN: readonly string[] = [
  'create a task',
  'move a task',
  'relate tasks',
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

const RUNS = 60;

/** A storage that the commands go to beside the one in memory. */
export interface Compared {
  readonly storage: Storage;
  /** What is wrong with what it holds in the end, by whatever else there is to tell. */
  wrong?(): Promise<readonly string[]>;
}

/**
 * The same commands go to a Tandem in memory and to one on the storage, with the same clock and the same ids. Every
 * answer and every refusal must be alike, and so must everything that can be read in the end. Call it in a jest test
 * file; `make` gives a new, empty storage for each of `runs` scripts, which the test closes. Needs fast-check.
 */
export function modelTest(name: string, make: () => Compared | Promise<Compared>, runs = RUNS): void {
  test(`any commands have the same answers in memory and on ${name}, and leave the same behind, in order`, async () => {
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
      { numRuns: Number(process.env.TANDEM_MODEL_RUNS ?? runs), endOnFailure: true },
    );
  }, 120_000);
}
