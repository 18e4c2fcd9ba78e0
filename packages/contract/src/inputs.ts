import {
  dateProblem,
  FIRST_DATE,
  LAST_DATE,
  LEASE_SECONDS,
  LIMITS,
  MAX_USAGE,
  MAX_WAIT_SECONDS,
  PATTERNS,
  parseDate,
} from '@tandem/core';
import { z } from 'zod';

/*
 * What bodies hold. The core checks these limits (decision 5); here they are only told, from the same constants,
 * so that a client knows of them.
 */

type TextLimits = {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
};

export const text = (limits: TextLimits) => z.string().meta(limits);

/** A text in which something stands: white space alone is not enough. */
export const filled = (maxLength: number, description = 'Not blank') =>
  text({ minLength: 1, maxLength, pattern: '\\S', description });

/** A text of a form. */
const formed = (pattern: RegExp, limits: TextLimits) => text({ ...limits, pattern: pattern.source });

/** Names something that is there. */
const reference = (what: string) => text({ minLength: 1, description: `Id of ${what}` });

export const title = filled(LIMITS.title);
export const name = filled(LIMITS.name);
export const description = text({ maxLength: LIMITS.description });

/** Of a person or an agent. */
export const memberName = formed(PATTERNS.memberName, {
  minLength: 1,
  maxLength: LIMITS.memberName,
  description: 'Unique among people and agents, in any case; `unassigned` is nobody',
});

/** Names a member: by id, name or display name. */
export const memberReference = filled(LIMITS.name, 'Id, name or display name of a member');

export const email = formed(PATTERNS.email, { format: 'email', maxLength: LIMITS.email });
export const emoji = filled(LIMITS.emoji);
export const agentTitle = text({ maxLength: LIMITS.title });
export const avatar = formed(PATTERNS.httpUrl, { format: 'uri', maxLength: LIMITS.url });

export const labelName = filled(LIMITS.labelName);
export const labelNames = z
  .array(labelName)
  .meta({ maxItems: LIMITS.labels, description: 'Names of labels, in any case' });
export const createMissing = z.boolean().meta({
  description: 'Makes the labels that do not exist, instead of refusing them',
  default: false,
});
export const tags = z
  .array(filled(LIMITS.tag))
  .meta({ maxItems: LIMITS.tags, description: 'Repeats count once' });

export const hexColor = formed(PATTERNS.color, { maxLength: '#RRGGBB'.length, description: '`#RRGGBB`' });

export const comment = filled(LIMITS.comment);
export const reason = text({ maxLength: LIMITS.reason, description: 'Told to whoever is notified' });
export const evidence = filled(LIMITS.evidence);

export const projectId = reference('a project');
export const initiativeId = reference('an initiative');
export const goalId = reference('a goal');
export const agentId = reference('an agent');
export const fileId = reference('a file that was uploaded before');
export const keyMemberId = reference('the agent of an `agent` key, or of whom an `acting` key acts as');
export const taskNumber = z.int().meta({ override: { minimum: 1 }, description: 'Number of another task' });

/** The filter of the task list that names a member. */
export const memberFilter = z.string().meta({ description: 'Name, in any case, or id of a member' });

const OR_FILES = 'May be blank only when `fileIds` is given';

/** What a person writes to an agent. */
export const messageBody = text({ maxLength: LIMITS.chatMessage, description: OR_FILES });
export const replyBody = text({ maxLength: LIMITS.reply, description: OR_FILES });
export const fileIds = z.array(fileId).meta({ maxItems: LIMITS.filesPerMessage });
export const chatTitle = filled(LIMITS.chatTitle);
export const idempotencyKey = filled(
  LIMITS.idempotencyKey,
  'The same request under the same key is sent only once',
);
export const sourceMessageId = reference("the agent's message that suggested it");
export const sourceSuggestionId = reference('the suggestion, whose text `body` is');

export const suggestions = z
  .array(
    z.object({
      kind: formed(PATTERNS.suggestionKind, {
        minLength: 1,
        maxLength: 40,
        description: '`reply`, `action`, `link`, or one of your own',
      }),
      text: filled(LIMITS.suggestion),
    }),
  )
  .meta({ maxItems: LIMITS.suggestions });

/** What an agent's process says of a turn that it could not answer. */
export const errorCode = filled(LIMITS.errorCode);
export const errorMessage = text({ maxLength: LIMITS.reason });
export const leaseToken = text({ description: 'From the claim' });
export const leaseSeconds = z.int().meta({
  override: { minimum: LEASE_SECONDS.min, maximum: LEASE_SECONDS.max, default: LEASE_SECONDS.default },
});
export const secondsToWait = z
  .int()
  .min(0)
  .meta({
    override: { maximum: MAX_WAIT_SECONDS, default: 0 },
    description: `Seconds to wait for a turn; more than ${MAX_WAIT_SECONDS} count as ${MAX_WAIT_SECONDS}`,
  });

/** Texts by which an agent's process tells of itself; those that are shown to people may be blank. */
export const sessionKey = filled(LIMITS.name);
export const shownText = text({ maxLength: LIMITS.name });

export const metric = z
  .object({ target: z.number(), current: z.number(), unit: text({ maxLength: LIMITS.name }) })
  .meta({ description: 'Any numbers, and what they count' });

/** Extra metrics of an agent's process, by their names. */
export const usage = z.record(z.string(), z.number()).meta({
  maxProperties: LIMITS.metrics,
  propertyNames: { type: 'string', minLength: 1, maxLength: LIMITS.metricName, pattern: '\\S' },
});

/** The name of a number of usage. */
const USAGE_NAME = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.metricName,
  pattern: '^\\S([\\s\\S]*\\S)?$',
} as const;

/** What work has cost, by the names of its numbers. */
export const workUsage = z
  .record(z.string(), z.number().meta({ override: { type: 'number', minimum: 0, maximum: MAX_USAGE } }))
  .meta({
    maxProperties: LIMITS.metrics,
    propertyNames: USAGE_NAME,
    description: 'Any numbers, such as tokens or dollars',
  });

/** How much an agent may use on a day. */
export const usageLimits = z
  .object({
    usage: z
      .record(
        z.string(),
        z.object({
          perDay: z.number().meta({ override: { type: 'number', exclusiveMinimum: 0, maximum: MAX_USAGE } }),
        }),
      )
      .meta({ maxProperties: LIMITS.metrics, propertyNames: USAGE_NAME }),
  })
  .meta({ description: 'How much it may use on a day in UTC, by the names of numbers; by people alone' });

/** A whole number of at least 0. */
export const count = z
  .number()
  .meta({ override: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } });

const DATE_FORM =
  'must be milliseconds since 1970, or an ISO 8601 date such as 2026-03-01 or 2026-03-01T09:00:00Z';

/** The milliseconds of a date that is given as a text, or what is wrong with it. */
function dateOf(text: string): { readonly ms: number } | { readonly problem: string } {
  const ms = parseDate(text);
  const problem = dateProblem(ms ?? text, DATE_FORM);
  return problem === undefined ? { ms: ms as number } : { problem };
}

/** Milliseconds or ISO 8601, read as milliseconds. The core checks what a number may be. */
const dateInput = z
  .union([z.number(), z.string()], {
    error: ({ input }) => (input === undefined ? undefined : DATE_FORM),
  })
  .transform((value, context): number => {
    if (typeof value === 'number') return value;
    const read = dateOf(value);
    if ('ms' in read) return read.ms;
    context.issues.push({ code: 'custom', input: undefined, message: read.problem });
    return z.NEVER;
  });

/** What OpenAPI says of a date in a request: milliseconds from `minimum` on, or a text. */
const dateSchemas = (minimum?: number) => [
  { type: 'integer', ...(minimum !== undefined && { minimum }), maximum: LAST_DATE },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'date' },
];

const documentedDate = (minimum?: number) => ({
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    delete jsonSchema.type;
    jsonSchema.anyOf = dateSchemas(minimum);
  },
});

const FORMS =
  'Milliseconds since 1970, or ISO 8601. A day means its midnight in UTC, and a time without an offset is in UTC';

export const date = dateInput.meta({ ...documentedDate(FIRST_DATE), id: 'DateInput', description: FORMS });
export const futureDate = dateInput.meta({
  ...documentedDate(),
  id: 'FutureDateInput',
  description: `In the future. ${FORMS}`,
});

/** A date in a query: the same, milliseconds as digits from 0 on. Larger numbers count as the last date. */
export const queryDate = (description: string) =>
  z
    .string()
    .transform((text, context): number => {
      if (/^\d+$/.test(text)) return Math.min(Number(text), LAST_DATE);
      const read = text.startsWith('-') ? { problem: 'must be at least 0' } : dateOf(text);
      if ('ms' in read) return read.ms;
      context.issues.push({ code: 'custom', input: undefined, message: read.problem });
      return z.NEVER;
    })
    .optional()
    .meta({ ...documentedDate(0), description });
