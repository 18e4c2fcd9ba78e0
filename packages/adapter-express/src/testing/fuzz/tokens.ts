import type { Seed } from '../seed.ts';
import type { Body } from '../world.ts';

/*
 * A generated request is a plan: values known only when it is sent (ids of the workspace, the last cursor, the mark of
 * this request) are tokens. So a plan depends only on the seed of fast-check.
 */

/** As a whole value: the value of the valid example in this position. */
export const EXAMPLE = '@example';
/** In a text: the mark of this request, so that responses can be searched for it. */
export const MARKED = '@mark';
/** In a text: a mark with which a label and an agent already exist. */
export const KEPT = '@kept';
/** In a text: the last cursor returned by a list of this workspace. */
export const CURSOR = '@cursor';
/**
 * As a whole value: a number beyond a double, and very deep nesting. JSON can represent both, JSON.stringify
 * can't.
 */
export const BEYOND = '@beyond';
export const DEEP = '@deep';
/** In a text: an id or name in the seeded workspace. */
export const ref = (name: keyof Seed): string => `@ref(${name})`;

/** The text values of the seed. */
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

/** The current values of tokens. */
export interface Moment {
  readonly seed: Seed;
  readonly mark: string;
  readonly existing: string;
  readonly cursor: string;
}

/** A text with its tokens replaced. */
export const filled = (text: string, { seed, mark, existing, cursor }: Moment): string =>
  text
    .replaceAll(MARKED, mark)
    .replaceAll(KEPT, existing)
    .replaceAll(CURSOR, cursor)
    .replace(/@ref\((\w+)\)/g, (_, name: keyof Seed) => String(seed[name]));

/** A planned value with its tokens replaced; undefined where the example has none. */
export function resolved(plan: unknown, example: Body, moment: Moment): unknown {
  if (plan === EXAMPLE) return example;
  if (typeof plan === 'string') return filled(plan, moment);
  if (Array.isArray(plan)) return plan.map((each, i) => resolved(each, example?.[i] ?? example?.[0], moment));
  if (plan === null || typeof plan !== 'object') return plan;
  return Object.fromEntries(
    Object.entries(plan).map(([name, inside]) => {
      const of = example !== null && typeof example === 'object' && Object.hasOwn(example, name);
      const value = resolved(inside, of ? example[name] : undefined, moment);
      // A held request would block the test; waiting.test.ts covers those.
      return [filled(name, moment), name === 'wait' && Number(value) >= 1 ? 0 : value];
    }),
  );
}

const NESTED = 5_000;

/** The JSON of a value with no tokens other than BEYOND and DEEP. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null')
    .replaceAll(`"${BEYOND}"`, '1e400')
    .replaceAll(`"${DEEP}"`, '['.repeat(NESTED) + ']'.repeat(NESTED));
