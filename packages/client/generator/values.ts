import {
  CALLER_TYPES,
  CHAT_SCOPES,
  CLOSED_ANYWHERE,
  EVERY_SCOPE,
  GOAL_MOVES,
  GOAL_STATUSES,
  KINDS_FOR_ONESELF,
  KINDS_OF_A_MEMBER,
  KINDS_THAT_CHAT,
  LIMITS,
  RELATION_TYPES,
  TASK_STATUSES,
  validTransitions,
} from '@tandem/core';

/** Enumerations whose list has a name that is not the plural of the type, or that have no list. */
const LISTS: Readonly<Record<string, string | null>> = { ProofOfDone: 'PROOF_OF_DONE', EventTypeOrAll: null };

/** `TaskStatus` becomes `TASK_STATUSES`. */
const listOf = (type: string): string | null => {
  const own = LISTS[type];
  if (own !== undefined) return own;
  const name = type.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return name.replace(/Y$/, 'IE').replace(/S$/, 'SE').concat('S');
};

/** Parts of enumerations that have a rule of their own, with its description. */
const PARTS: readonly (readonly [
  name: string,
  type: string,
  values: readonly string[],
  description: string,
])[] = [
  ['CHAT_SCOPES', 'Scope', CHAT_SCOPES, 'Scopes that `full` does not include.'],
  [
    'CLOSED_ANYWHERE',
    'string',
    CLOSED_ANYWHERE,
    'Closed statuses of tasks, projects, initiatives and goals.',
  ],
  [
    'EVERY_SCOPE',
    'Scope',
    EVERY_SCOPE,
    "The scopes of a new person's first key, which together grant everything.",
  ],
  [
    'KINDS_FOR_ONESELF',
    'KeyKind',
    KINDS_FOR_ONESELF,
    'Kinds of keys that a person can create for themselves.',
  ],
  ['KINDS_OF_A_MEMBER', 'KeyKind', KINDS_OF_A_MEMBER, 'Kinds of keys that act as the member in `memberId`.'],
  ['KINDS_THAT_CHAT', 'KeyKind', KINDS_THAT_CHAT, 'Kinds of keys that can have chat scopes.'],
];

/** The enumerations of the contract as lists, and the moves between statuses by kind of caller. */
export function valuesOf(enumerations: ReadonlyMap<string, readonly string[]>): string {
  const lists = [...enumerations, ['RelationType', RELATION_TYPES] as const]
    .map(([type, values]) => [listOf(type), values] as const)
    .filter(([name]) => name !== null)
    .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1))
    .map(([name, values]) => `export const ${name} = ${JSON.stringify(values)} as const;\n`);
  const parts = PARTS.map(
    ([name, type, values, description]) =>
      `/** ${description} */\nexport const ${name}: readonly ${type}[] = ${JSON.stringify(values)};\n`,
  );
  const taskMoves = moves(TASK_STATUSES, (from, type) =>
    validTransitions(from, { type, agentCompletion: true }),
  );
  const goalMoves = moves(GOAL_STATUSES, (from, type) => (type === 'human' ? GOAL_MOVES[from] : []));
  return `import type { CallerType, GoalStatus, KeyKind, Scope, TaskStatus } from './types.ts';

${lists.join('\n')}
${parts.join('\n')}
/** Limits on inputs: texts in Unicode code points, lists in entries (docs/rules.md, Limits). */
export const LIMITS = ${JSON.stringify(LIMITS)} as const;

/** The statuses that each kind of caller may move something to, by its current status. */
export type Moves<Status extends string> = Readonly<Record<CallerType, Readonly<Record<Status, readonly Status[]>>>>;

/** Moves of tasks (docs/rules.md, Transitions). Workspace settings and blockers can forbid some of an agent's moves. */
export const TASK_MOVES: Moves<TaskStatus> = ${JSON.stringify(taskMoves)};

/** Changes of a goal's status by hand (docs/rules.md, Goals). */
export const GOAL_MOVES: Moves<GoalStatus> = ${JSON.stringify(goalMoves)};
`;
}

const moves = <Status extends string>(
  statuses: readonly Status[],
  from: (status: Status, by: (typeof CALLER_TYPES)[number]) => readonly Status[],
) =>
  Object.fromEntries(
    CALLER_TYPES.map((by) => [by, Object.fromEntries(statuses.map((status) => [status, from(status, by)]))]),
  );
