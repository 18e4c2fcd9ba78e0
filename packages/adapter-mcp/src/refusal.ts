import type { TandemError } from '@tandem/client';
import { atSecond } from './showing/people.ts';
import { onlyId, type Row, rowOf } from './showing/task.ts';
import { onOneLine, quoted } from './showing/texts.ts';

/** What a refusal carries beside its message, by the codes that carry it (docs/errors.md). */
interface Details {
  readonly validTransitions?: readonly string[];
  readonly blockers?: readonly Row[];
  readonly missing?: readonly { readonly id: string; readonly text: string }[];
  readonly claim?: { readonly agent: { readonly name: string }; readonly expiresAt: string };
  readonly claims?: readonly {
    readonly taskNumber: number;
    readonly claim: { readonly expiresAt: string };
  }[];
  readonly assignedTo?: string;
  readonly reason?: string;
  readonly limit?: { readonly name?: string; readonly perDay?: number; readonly endsAt?: string };
}

/** Most things of a kind that a refusal names. */
const MOST = 8;

/** Thrown where something was done before something else was refused. */
export class Partly extends Error {
  readonly done: readonly string[];
  readonly refusal: TandemError;

  constructor(done: readonly string[], refusal: TandemError) {
    super(refusal.message, { cause: refusal });
    this.done = done;
    this.refusal = refusal;
  }
}

/** What was refused and what to do next, for a model. */
export function refusalText(error: TandemError): string {
  const lines = [`Refused: ${error.code}.`, ...nextSteps(error)];
  return lines.join('\n');
}

function nextSteps(error: TandemError): string[] {
  const details = error.details as Details;
  const write = STEPS[error.code];
  if (write) return write(error, details);
  const said = sentence(error);
  return said.includes('You may move it to') ? [said] : [said, ...moves(details)];
}

/** The service's own words, where they hold no names of its paths and headers. */
const sentence = ({ message, fields }: TandemError): string => {
  if (!fields) return onOneLine(message).slice(0, 600);
  const wrong = Object.entries(fields)
    .slice(0, MOST)
    .map(([field, problems]) => `${argumentOf(field)} ${onOneLine(problems[0] ?? '').slice(0, 200)}`);
  return `Correct this and call again: ${wrong.join('; ')}.`;
};

/** A field of the interface, by its path, as the tools call it. */
const argumentOf = (field: string): string =>
  field
    .replace(/^progress\./, '')
    .split('.')
    .map((name) => ARGUMENTS[name] ?? name)
    .join('.');

const ARGUMENTS: Readonly<Record<string, string>> = {
  q: 'query',
  // Of a relation, which is made for `blocked_by` alone.
  taskNumber: 'blocked_by',
  criterionId: 'criterion',
  exitCode: 'exit_code',
  leaseSeconds: 'lease_seconds',
  agentId: 'agent',
  assignedTo: 'assigned_to',
  projectId: 'project',
  dueDate: 'due',
  dueAt: 'due',
  notBefore: 'not_before',
  metricCurrent: 'metric_current',
  identifier: 'task',
};

const moves = ({ validTransitions }: Details): string[] =>
  validTransitions === undefined
    ? []
    : [
        validTransitions.length > 0
          ? `You may move it to: ${validTransitions.join(', ')}.`
          : 'There is no move for you from here: leave it to a person.',
      ];

type Step = (error: TandemError, details: Details) => string[];

const again: Step = ({ retryAfter }) => [
  `Nothing was done. Wait ${retryAfter ?? 5} seconds, then call again.`,
];

/** Where the service's words would not help, for they are about paths and headers. */
const STEPS: Readonly<Record<string, Step>> = {
  UNAUTHENTICATED: () => [
    'The key is not in force (any more). Stop working, and tell the person who set you up to give you a new one.',
  ],
  INSUFFICIENT_SCOPE: ({ message }) => [
    `${/scope [a-z: or]+/.exec(message)?.[0] ? `The key lacks the ${/scope [a-z: or]+/.exec(message)?.[0].trim()}.` : 'The key lacks a scope.'} Do without this tool, or ask the person who set you up.`,
  ],
  RATE_LIMITED: again,
  UNAVAILABLE: again,
  UNREACHABLE: () => [
    'Tandem cannot be reached now. It is not known whether this was done: look before you do it again, in some seconds.',
  ],
  TIMEOUT: () => [
    'Tandem did not answer in time. It is not known whether this was done: look before you do it again.',
  ],
  INTERNAL_ERROR: ({ requestId }) => [
    `Something went wrong inside Tandem. Look whether it was done, try once more, and if it stays tell the operator: request ${requestId}.`,
  ],
  NOT_FOUND: () => [
    'There is no such thing that this key can see. Check the number or id; find_tasks looks for tasks.',
  ],
  TASK_CLAIMED: (_error, { claim }) => [
    claim
      ? `The agent ${quoted(claim.agent.name, 64)} holds the task until ${atSecond(claim.expiresAt)}.`
      : 'Somebody holds the task.',
    'If that is you, pass the token of your claim; if you have lost it, next_work with this task and take_over. Else leave the task alone: comment on it, or take up another by next_work.',
  ],
  LEASE_LOST: (_error, { reason }) => [
    `Your claim of this task is over (${ENDS[reason ?? ''] ?? 'it ended'}). Nothing was changed. Drop the work on it and call next_work.`,
  ],
  TASK_ASSIGNED: (_error, { assignedTo }) => [
    `The task is for ${quoted(assignedTo ?? 'somebody else', 64)}. Take up another by next_work, or ask a person to assign it to you.`,
  ],
  CLAIM_LIMIT: (_error, { claims = [] }) => [
    'You hold as many tasks as you may:',
    ...claims
      .slice(0, MOST)
      .map(({ taskNumber, claim }) => `- #${taskNumber} until ${atSecond(claim.expiresAt)}`),
    'Finish or release one first. If you have lost its token, go on with it by next_work with that task and take_over: true.',
  ],
  USAGE_LIMIT: (_error, { limit }) => [
    `You have used as much as you may today${limit?.name ? ` of ${quoted(limit.name, 100)}` : ''}. Stop until ${limit?.endsAt ?? 'the day ends'}, or until a person raises the limit.`,
  ],
  AGENT_PAUSED: () => ['A person has paused you. Stop working; call next_work again later.'],
  TASK_BLOCKED: (_error, { blockers = [] }) => [
    'Other tasks have to be done first:',
    ...blockers.slice(0, MOST).map((blocker) => `- ${rowOf(blocker)}`),
    ...(blockers.length > MOST ? [`(${blockers.length - MOST} more)`] : []),
    'Work on these, or take up another task by next_work.',
  ],
  PROOF_MISSING: (_error, { missing = [] }) => [
    missing.length > 0
      ? 'Done needs a succeeded result with evidence for every criterion. These have none yet:'
      : 'Done needs a succeeded result first.',
    ...missing.slice(0, MOST).map(({ id, text }) => `- ${onlyId(id)}: ${quoted(text, 160)}`),
    'Call submit_work with outcome succeeded and evidence, each with its criterion.',
  ],
  UNKNOWN_LABELS: ({ fields }) => [
    `There are no labels of these names: ${(fields?.labels ?? [])
      .slice(0, MOST)
      .map((name) => quoted(name, 40))
      .join(', ')}. Nothing was changed. Leave them out, or name labels that tasks have already.`,
  ],
  SELF_RELATION: () => ['A task cannot wait for itself. Leave it out of blocked_by.'],
  INVALID_CURSOR: () => ['The cursor is not of this list. Call again without it, or with the same filters.'],
};

const ENDS: Readonly<Record<string, string>> = {
  expired: 'the lease ran out',
  released: 'it was released',
  moved: 'somebody has moved the task',
  reassigned: 'a person has given it to somebody else',
  archived: 'a person has archived the task',
  taken_over: 'a newer run of this agent has taken it over',
  paused: 'a person has paused or stopped the agent',
  asked: 'a question was asked',
  finished: 'its result was handed in',
};
