import type { TandemError } from '@tandem/client';
import { atSecond } from './showing/people.ts';
import { onlyId, type Row, rowOf } from './showing/task.ts';
import { onOneLine, quoted } from './showing/texts.ts';

/** Error fields besides the message, by the codes that have them (docs/errors.md). */
interface Details {
  readonly validTransitions?: readonly string[];
  readonly blockers?: readonly Row[];
  readonly missing?: readonly { readonly id: string; readonly text: string; readonly reason?: string }[];
  readonly claim?: { readonly agent: { readonly name: string }; readonly expiresAt: string };
  readonly claims?: readonly {
    readonly taskNumber: number;
    readonly claim: { readonly expiresAt: string };
  }[];
  readonly assignedTo?: string;
  readonly reason?: string;
  readonly limit?: { readonly name?: string; readonly perDay?: number; readonly endsAt?: string };
}

/** Maximum number of items listed in an error. */
const MAX_SHOWN = 8;

/** Thrown when a part was done before the rest was rejected. */
export class Partly extends Error {
  readonly done: readonly string[];
  readonly refusal: TandemError;

  constructor(done: readonly string[], refusal: TandemError) {
    super(refusal.message, { cause: refusal });
    this.done = done;
    this.refusal = refusal;
  }
}

/** The error and the next step, as a text for a model. */
export function refusalText(error: TandemError): string {
  const lines = [`Refused: ${error.code}.`, ...nextSteps(error)];
  return lines.join('\n');
}

function nextSteps(error: TandemError): string[] {
  const details = error.details as Details;
  const write = STEPS[error.code];
  if (write) return write(error, details);
  const message = sentence(error);
  return message.includes('You may move it to') ? [message] : [message, ...moves(details)];
}

/** The service's message, unless it contains API paths or headers. */
const sentence = ({ message, fields }: TandemError): string => {
  if (!fields) return onOneLine(message).slice(0, 600);
  const wrong = Object.entries(fields)
    .slice(0, MAX_SHOWN)
    .map(([field, problems]) => `${argumentOf(field)} ${onOneLine(problems[0] ?? '').slice(0, 200)}`);
  return `Correct this and call again: ${wrong.join('; ')}.`;
};

/** Translates the path of an API field into the tool's argument name. */
const argumentOf = (field: string): string =>
  field
    .replace(/^progress\./, '')
    .split('.')
    .map((name) => ARGUMENTS[name] ?? name)
    .join('.');

const ARGUMENTS: Readonly<Record<string, string>> = {
  q: 'query',
  // Relations are created only for `blocked_by`.
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
          : 'You cannot move it from here; ask a person.',
      ];

type Step = (error: TandemError, details: Details) => string[];

const again: Step = ({ retryAfter }) => [
  `Nothing was done. Wait ${retryAfter ?? 5} seconds, then call again.`,
];

/** Replaces messages of the service that refer to paths and headers. */
const STEPS: Readonly<Record<string, Step>> = {
  UNAUTHENTICATED: () => [
    'The key is invalid, expired or revoked. Stop working, and ask the person who set you up for a new one.',
  ],
  INSUFFICIENT_SCOPE: ({ message }) => [
    `${/scope [a-z: or]+/.exec(message)?.[0] ? `The key lacks the ${/scope [a-z: or]+/.exec(message)?.[0].trim()}.` : 'The key lacks a scope.'} Work without this tool, or ask the person who set you up.`,
  ],
  RATE_LIMITED: again,
  UNAVAILABLE: again,
  UNREACHABLE: () => [
    'Tandem is unreachable. The call may have been carried out: check before you repeat it in a few seconds.',
  ],
  TIMEOUT: () => [
    'Tandem did not respond in time. The call may have been carried out: check before you repeat it.',
  ],
  INTERNAL_ERROR: ({ requestId }) => [
    `An error occurred in Tandem. Check whether the call was carried out, then try once more. If it fails again, report request ${requestId} to the operator.`,
  ],
  NOT_FOUND: () => [
    'Nothing with this number or id is visible to this key. Check it; find_tasks searches tasks.',
  ],
  TASK_CLAIMED: (_error, { claim }) => [
    claim
      ? `The agent ${quoted(claim.agent.name, 64)} holds the task until ${atSecond(claim.expiresAt)}.`
      : 'The task is claimed.',
    'If you hold it, pass the token of your claim; if you have lost the token, call next_work with this task and take_over. Otherwise only comment on it, or claim another task with next_work.',
  ],
  LEASE_LOST: (_error, { reason }) => [
    `Your claim of this task has ended (${ENDS[reason ?? ''] ?? 'it ended'}). Nothing was changed. Drop the work and call next_work.`,
  ],
  TASK_ASSIGNED: (_error, { assignedTo }) => [
    `The task is assigned to ${quoted(assignedTo ?? 'another member', 64)}. Claim another with next_work, or ask a person to assign it to you.`,
  ],
  CLAIM_LIMIT: (_error, { claims = [] }) => [
    'You hold the maximum number of tasks:',
    ...claims
      .slice(0, MAX_SHOWN)
      .map(({ taskNumber, claim }) => `- #${taskNumber} until ${atSecond(claim.expiresAt)}`),
    'Finish or release one first. If you have lost its token, call next_work with that task and take_over: true.',
  ],
  USAGE_LIMIT: (_error, { limit }) => [
    `Your daily usage limit${limit?.name ? ` of ${quoted(limit.name, 100)}` : ''} is reached. Stop until ${limit?.endsAt ?? 'the day ends'}, or until a person raises the limit.`,
  ],
  AGENT_PAUSED: () => ['A person has paused you. Stop working; call next_work again later.'],
  TASK_BLOCKED: (_error, { blockers = [] }) => [
    'These tasks must be done first:',
    ...blockers.slice(0, MAX_SHOWN).map((blocker) => `- ${rowOf(blocker)}`),
    ...(blockers.length > MAX_SHOWN ? [`(${blockers.length - MAX_SHOWN} more)`] : []),
    'Work on these, or claim another task with next_work.',
  ],
  PROOF_MISSING: (_error, { missing = [] }) => [
    missing.length === 0
      ? 'Done needs a succeeded result first.'
      : missing.some(isUnproven)
        ? 'Done needs a succeeded result with evidence for every criterion. These have none yet:'
        : 'Done needs checks that have passed on the commit of the result. These have not:',
    ...missing
      .slice(0, MAX_SHOWN)
      .map(({ id, text, reason }) => `- ${onlyId(id)}: ${quoted(text, 160)}${reason ? ` (${reason})` : ''}`),
    missing.length === 0 || missing.some(isUnproven)
      ? 'Call submit_work with outcome succeeded and evidence, each with its criterion.'
      : 'Call submit_work without to: others run the checks, and a person reviews.',
  ],
  UNKNOWN_LABELS: ({ fields }) => [
    `These labels do not exist: ${(fields?.labels ?? [])
      .slice(0, MAX_SHOWN)
      .map((name) => quoted(name, 40))
      .join(', ')}. Nothing was changed. Leave them out, or name labels that tasks have already.`,
  ],
  SELF_RELATION: () => ["A task can't wait for itself. Leave it out of blocked_by."],
  INVALID_CURSOR: () => [
    'The cursor is not from this list. Call again without it, or with the same filters.',
  ],
};

const isUnproven = ({ reason }: { readonly reason?: string }): boolean =>
  reason === undefined || reason === 'no_evidence';

const ENDS: Readonly<Record<string, string>> = {
  expired: 'the lease expired',
  released: 'it was released',
  moved: 'someone moved the task',
  reassigned: 'a person assigned it to someone else',
  archived: 'a person archived the task',
  taken_over: 'a newer run of this agent took it over',
  paused: 'a person paused or stopped the agent',
  asked: 'a question was asked',
  finished: 'its result was submitted',
};
