import {
  dateProblem,
  FIRST_DATE,
  LAST_DATE,
  LEASE_SECONDS,
  LIMITS,
  MAX_BUDGET,
  MAX_USAGE,
  MAX_WAIT_SECONDS,
  PATTERNS,
  parseDate,
} from '@tandem/core';
import * as z from 'zod';

/*
 * Schemas of request bodies. The core enforces these limits (docs/decisions/0005); the schemas only document them, from
 * the same constants, for clients.
 */

type TextLimits = {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
};

export const text = (limits: TextLimits) => z.string().meta(limits);

/** A text that must contain more than white space. */
export const filled = (maxLength: number, description = 'Not blank') =>
  text({ minLength: 1, maxLength, pattern: '\\S', description });

/** A text that matches a pattern. */
const formed = (pattern: RegExp, limits: TextLimits) => text({ ...limits, pattern: pattern.source });

/** The id of an existing resource. */
const reference = (what: string) => text({ minLength: 1, description: `Id of ${what}` });

export const title = filled(LIMITS.title);
export const name = filled(LIMITS.name);
export const description = text({ maxLength: LIMITS.description });

/** The name of a person or an agent. */
export const memberName = formed(PATTERNS.memberName, {
  minLength: 1,
  maxLength: LIMITS.memberName,
  description: 'Unique among people and agents (case-insensitive); `unassigned` and `me` are reserved',
});

/** A member's id, name or display name. */
export const memberReference = filled(LIMITS.name, 'Id, name or display name of a member');

export const email = formed(PATTERNS.email, { format: 'email', maxLength: LIMITS.email });
export const emoji = filled(LIMITS.emoji);
export const agentTitle = text({ maxLength: LIMITS.title });
export const avatar = formed(PATTERNS.httpUrl, { format: 'uri', maxLength: LIMITS.url });

export const labelName = filled(LIMITS.labelName);
export const labelNames = z
  .array(labelName)
  .meta({ maxItems: LIMITS.labels, description: 'Names of labels (case-insensitive)' });
export const createMissing = z.boolean().meta({
  description: 'Create missing labels instead of rejecting the request',
  default: false,
});
export const tags = z
  .array(filled(LIMITS.tag))
  .meta({ maxItems: LIMITS.tags, description: 'Duplicates are ignored' });

export const hexColor = formed(PATTERNS.color, { maxLength: '#RRGGBB'.length, description: '`#RRGGBB`' });

export const comment = filled(LIMITS.comment);
export const reason = text({ maxLength: LIMITS.reason, description: 'Included in the notification' });
export const evidence = filled(LIMITS.evidence);

export const projectId = reference('a project');
export const initiativeId = reference('an initiative');
export const goalId = reference('a goal');
export const agentId = reference('an agent');
export const questionReference = reference('a question');
export const fileId = reference('a file that was uploaded before');
export const keyMemberId = reference(
  'the agent of an `agent` key, or the person that an `acting` key acts as',
);
export const taskNumber = z.int().meta({ override: { minimum: 1 }, description: 'Number of another task' });

/** The identity of an entity in another system. */
export const externalIdInput = z.object({
  source: formed(PATTERNS.externalSource, {
    minLength: 1,
    maxLength: LIMITS.externalSource,
    description: 'The other system',
  }),
  id: filled(LIMITS.externalId, 'Case-sensitive'),
  url: formed(PATTERNS.httpUrl, { format: 'uri', maxLength: LIMITS.url }).optional(),
});
export const externalIdFilter = z.string().optional().meta({ description: 'External id as `<source>:<id>`' });

const metadataValue = text({ maxLength: LIMITS.metadataValue });
/** Refuses the one key that zod drops from records. The core checks the others. */
export const recordKey = z.string().refine((key) => key !== '__proto__');
/** Texts by key. */
export const metadata = z.record(recordKey, metadataValue.nullable()).meta({
  maxProperties: LIMITS.metadata,
  propertyNames: { minLength: 1, maxLength: LIMITS.metadataKey, pattern: PATTERNS.metadataKey.source },
  description: 'For programs. Merged; null removes a key',
});
export const parentTaskNumber = z
  .int()
  .meta({ override: { minimum: 1 }, description: 'Number of the task that it is a sub-task of' });

export const taskReference = z.union([z.int(), z.string()]).meta({ description: 'Number or id of the task' });

/** Filter of the task list by member. */
export const memberFilter = z.string().meta({ description: 'Name (case-insensitive) or id of a member' });

const OR_FILES = 'May be blank only when `fileIds` is given';

/** A person's message to an agent. */
export const messageBody = text({ maxLength: LIMITS.chatMessage, description: OR_FILES });
export const replyBody = text({ maxLength: LIMITS.reply, description: OR_FILES });
export const fileIds = z.array(fileId).meta({ maxItems: LIMITS.filesPerMessage });
export const chatTitle = filled(LIMITS.chatTitle);
export const idempotencyKey = filled(
  LIMITS.idempotencyKey,
  'A request repeated under the same key is sent only once',
);
export const sourceMessageId = reference("the agent's message that contains the suggestion");
export const sourceSuggestionId = reference('the suggestion that `body` repeats');

export const suggestions = z
  .array(
    z.object({
      kind: formed(PATTERNS.suggestionKind, {
        minLength: 1,
        maxLength: 40,
        description: '`reply`, `action`, `link`, or a custom kind',
      }),
      text: filled(LIMITS.suggestion),
    }),
  )
  .meta({ maxItems: LIMITS.suggestions });

/** Reported by an agent's process for a turn that it could not answer. */
export const errorCode = filled(LIMITS.errorCode);
export const errorMessage = text({ maxLength: LIMITS.reason });
export const claimToken = text({
  description: 'From the claim; can be sent in the header `Tandem-Claim` instead',
})
  .nullable()
  .optional();
export const leaseToken = text({ description: 'From the claim' });
export const leaseSeconds = z.int().meta({
  override: { minimum: LEASE_SECONDS.min, maximum: LEASE_SECONDS.max, default: LEASE_SECONDS.default },
});
export const secondsToWait = z
  .int()
  .min(0)
  .meta({
    override: { maximum: MAX_WAIT_SECONDS, default: 0 },
    description: `Seconds to wait for a turn; values above ${MAX_WAIT_SECONDS} are reduced to ${MAX_WAIT_SECONDS}`,
  });

/** Status texts of an agent's process. Texts that are shown to people may be blank. */
export const sessionKey = filled(LIMITS.name);
export const shownText = text({ maxLength: LIMITS.name });

export const metric = z
  .object({ target: z.number(), current: z.number(), unit: text({ maxLength: LIMITS.name }) })
  .meta({ description: 'Any numbers, with their unit' });

/** Extra metrics of an agent's process by name. */
export const usage = z.record(z.string(), z.number()).meta({
  maxProperties: LIMITS.metrics,
  propertyNames: { type: 'string', minLength: 1, maxLength: LIMITS.metricName, pattern: '\\S' },
});

/** The name of a usage metric. */
const USAGE_NAME = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.metricName,
  pattern: '^\\S([\\s\\S]*\\S)?$',
} as const;

/** The cost of work by metric name. */
export const workUsage = z
  .record(z.string(), z.number().meta({ override: { type: 'number', minimum: 0, maximum: MAX_USAGE } }))
  .meta({
    maxProperties: LIMITS.metrics,
    propertyNames: USAGE_NAME,
    description: 'Any numbers, such as tokens or dollars',
  });

/** Daily usage limits of an agent. */
export const usageLimits = z
  .object({
    usage: z
      .record(
        recordKey,
        z.object({
          perDay: z.number().meta({ override: { type: 'number', exclusiveMinimum: 0, maximum: MAX_USAGE } }),
        }),
      )
      .meta({ maxProperties: LIMITS.metrics, propertyNames: USAGE_NAME }),
  })
  .meta({ description: 'Maximum usage per UTC day by metric name; people only' });

/** Limits on the usage of a task and everything below it. */
export const budget = z
  .record(
    recordKey,
    z.number().meta({ override: { type: 'number', exclusiveMinimum: 0, maximum: MAX_USAGE } }),
  )
  .meta({
    maxProperties: MAX_BUDGET,
    propertyNames: USAGE_NAME,
    description: 'Maximum usage of the task and everything below it, by metric name',
  });

/** An integer of at least 0. */
export const count = z
  .number()
  .meta({ override: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } });

const DATE_FORM =
  'must be milliseconds since 1970, or an ISO 8601 date such as 2026-03-01 or 2026-03-01T09:00:00Z';

/** Parses a text as a date: milliseconds since 1970, or the problem to report. */
function dateOf(text: string): { readonly ms: number } | { readonly problem: string } {
  const ms = parseDate(text);
  const problem = dateProblem(ms ?? text, DATE_FORM);
  return problem === undefined ? { ms: ms as number } : { problem };
}

/** Milliseconds or ISO 8601, parsed into milliseconds. The core checks the allowed range. */
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

/** The OpenAPI schemas of a date in a request: integer milliseconds from `minimum`, or a text. */
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
  'Milliseconds since 1970, or ISO 8601. A date without a time means midnight UTC; a time without an offset is UTC';

export const date = dateInput.meta({ ...documentedDate(FIRST_DATE), id: 'DateInput', description: FORMS });
export const futureDate = dateInput.meta({
  ...documentedDate(),
  id: 'FutureDateInput',
  description: `Must be in the future. ${FORMS}`,
});

/**
 * A date in a query, as milliseconds in digits from 0 on or as a text. Larger numbers mean the last supported
 * date.
 */
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
