import type { Caller } from '../access/caller.ts';
import { checkLasting } from '../access/lent-keys.ts';
import { humansOnly } from '../members/member.ts';
import { list, maybe, number, object, text } from '../shared/check.ts';
import { entryProblems } from '../shared/entries.ts';
import { bodyProblem, LIMITS, PATTERNS, type Problem } from '../shared/text.ts';

/** How long the command of a check may run, in seconds. */
export const CHECK_TIMEOUT = { min: 1, default: 600, max: 3_600 } as const;

/** A command that decides whether a criterion is met (docs/rules.md, Results). */
export interface CheckCommand {
  readonly command: string;
  readonly timeoutSeconds: number;
  /** Globs of paths that must be the same as in the base of the commit. */
  readonly protect: readonly string[];
}

export interface CriterionCheck extends CheckCommand {
  /** By an agent or a service: it doesn't count until a person confirms it. */
  readonly proposed: boolean;
}

export interface CheckInput {
  readonly command: string;
  readonly timeoutSeconds?: number | null | undefined;
  readonly protect?: readonly string[] | null | undefined;
}

export const checkInput = maybe(
  object<CheckInput>({ command: text, timeoutSeconds: maybe(number), protect: maybe(list(text)) }),
);

/** Problems of a check by field; the fields begin with `check`. */
export function checkProblems(check: CheckInput | null | undefined): Record<string, Problem> {
  if (!check) return {};
  const { command, timeoutSeconds, protect } = check;
  return {
    'check.command': bodyProblem(command, LIMITS.command),
    'check.timeoutSeconds': timeoutProblem(timeoutSeconds ?? CHECK_TIMEOUT.default),
    ...protectProblems(protect ?? []),
  };
}

function timeoutProblem(seconds: number): Problem {
  const { min, max } = CHECK_TIMEOUT;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return undefined;
  return `must be an integer from ${min} to ${max}`;
}

const protectProblems = (globs: readonly string[]): Record<string, Problem> =>
  globs.length > LIMITS.protectedPaths
    ? { 'check.protect': `must be at most ${LIMITS.protectedPaths} globs` }
    : entryProblems('check.protect', globs, globProblem);

const globProblem = (glob: string): Problem =>
  PATTERNS.pathGlob.test(glob) && !glob.split('/').includes('..')
    ? bodyProblem(glob, LIMITS.pathGlob)
    : 'must be a glob of paths relative to the root of the repository';

/** The check of a criterion after a change: as before if the input omits it, none if it is null. */
export function changedCheck(
  before: CriterionCheck | null,
  input: CheckInput | null | undefined,
  by: { readonly proposes: boolean },
): CriterionCheck | null {
  if (input === undefined) return before;
  if (input === null) return null;
  const { command, timeoutSeconds, protect } = input;
  const check = {
    command,
    timeoutSeconds: timeoutSeconds ?? CHECK_TIMEOUT.default,
    protect: [...new Set(protect ?? [])],
  };
  // A client that sends back what it has read neither proposes nor changes anything.
  if (before && by.proposes && sameCommand(before, check)) return before;
  return { ...check, proposed: by.proposes };
}

/** Whether both run the same command under the same conditions. */
export const sameCommand = (a: CheckCommand, b: CheckCommand): boolean =>
  a.command === b.command &&
  a.timeoutSeconds === b.timeoutSeconds &&
  JSON.stringify(a.protect) === JSON.stringify(b.protect);

export const sameCheck = (a: CriterionCheck | null, b: CriterionCheck | null): boolean =>
  a === b || (a !== null && b !== null && a.proposed === b.proposed && sameCommand(a, b));

/** Whether the check counts: a person has set or confirmed it. */
export const isConfirmed = (check: CriterionCheck | null): check is CriterionCheck =>
  check !== null && !check.proposed;

/**
 * 403 HUMANS_ONLY unless the caller is a person: an agent must not change the checks that its work is judged by. 403
 * for a lent key.
 */
export function checkSetsChecks(caller: Caller): void {
  if (caller.type !== 'human') throw humansOnly('set, change or remove the checks of a task');
  checkLasting(caller, 'checks');
}
