import type { Seed } from '../seed.ts';
import type { Body } from '../world.ts';

/*
 * A generated request is a plan: what only the moment of sending knows (ids of the workspace, the last cursor,
 * the mark of this request) stands in it as a token. So a plan depends on the seed of fast-check alone.
 */

/** Alone: the value that the valid example of the operation has in this place. */
export const EXAMPLE = '@example';
/** In a text: what marks this request, so that an answer can be searched for it. */
export const MARKED = '@mark';
/** In a text: a mark under which a label and an agent are kept already. */
export const KEPT = '@kept';
/** In a text: the cursor that a list of this workspace gave last. */
export const CURSOR = '@cursor';
/** Alone: a number that no double holds, and very deep nesting. JSON can write both, JSON.stringify cannot. */
export const BEYOND = '@beyond';
export const DEEP = '@deep';
/** In a text: something that exists in the seeded workspace. */
export const ref = (name: keyof Seed): string => `@ref(${name})`;

/** Names of the seed that are texts. */
export const REFERENCES = [
  'taskId',
  'relationId',
  'commentId',
  'fileId',
  'attachmentId',
  'archivedTaskId',
  'labelId',
  'projectId',
  'initiativeId',
  'goalId',
  'agentId',
  'spareAgentId',
  'memberId',
  'code',
  'keyId',
  'notificationId',
  'chatId',
  'answeredTurnId',
  'messageId',
  'suggestionId',
  'turnId',
  'token',
] as const satisfies readonly (keyof Seed)[];

/** What tokens stand for at one moment. */
export interface Moment {
  readonly seed: Seed;
  readonly mark: string;
  readonly kept: string;
  readonly cursor: string;
}

/** A text with its tokens replaced. */
export const filled = (text: string, { seed, mark, kept, cursor }: Moment): string =>
  text
    .replaceAll(MARKED, mark)
    .replaceAll(KEPT, kept)
    .replaceAll(CURSOR, cursor)
    .replace(/@ref\((\w+)\)/g, (_, name: keyof Seed) => String(seed[name]));

/** A planned value with its tokens replaced; undefined where the example has nothing. */
export function resolved(plan: unknown, example: Body, moment: Moment): unknown {
  if (plan === EXAMPLE) return example;
  if (typeof plan === 'string') return filled(plan, moment);
  if (Array.isArray(plan)) return plan.map((each, i) => resolved(each, example?.[i] ?? example?.[0], moment));
  if (plan === null || typeof plan !== 'object') return plan;
  return Object.fromEntries(
    Object.entries(plan).map(([name, inside]) => {
      const of = example !== null && typeof example === 'object' && Object.hasOwn(example, name);
      const value = resolved(inside, of ? example[name] : undefined, moment);
      // A request that is held would hold the test as well; waiting.test.ts has those.
      return [filled(name, moment), name === 'wait' && Number(value) >= 1 ? 0 : value];
    }),
  );
}

const NESTED = 5_000;

/** The JSON of a value that holds no other tokens than BEYOND and DEEP. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null')
    .replaceAll(`"${BEYOND}"`, '1e400')
    .replaceAll(`"${DEEP}"`, '['.repeat(NESTED) + ']'.repeat(NESTED));
