import {
  dateProblem,
  FARTHEST_DATE,
  LEASE_SECONDS,
  LIMITS,
  MOST_USAGE,
  MOST_WAIT_SECONDS,
  PATTERNS,
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
  override: { minimum: LEASE_SECONDS.least, maximum: LEASE_SECONDS.most, default: LEASE_SECONDS.default },
});
export const secondsToWait = z
  .int()
  .min(0)
  .meta({
    override: { maximum: MOST_WAIT_SECONDS, default: 0 },
    description: `Seconds to wait for a turn; more than ${MOST_WAIT_SECONDS} count as ${MOST_WAIT_SECONDS}`,
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
  .record(z.string(), z.number().meta({ override: { type: 'number', minimum: 0, maximum: MOST_USAGE } }))
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
          perDay: z.number().meta({ override: { type: 'number', exclusiveMinimum: 0, maximum: MOST_USAGE } }),
        }),
      )
      .meta({ maxProperties: LIMITS.metrics, propertyNames: USAGE_NAME }),
  })
  .meta({ description: 'How much it may use on a day in UTC, by the names of numbers; by people alone' });

/** A whole number of at least 0. */
export const count = z
  .number()
  .meta({ override: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } });

/** Unix milliseconds; that a date can hold them is the core's rule, and so is what it says of anything else. */
const milliseconds = z.number({
  error: ({ input }) => (input === undefined ? undefined : dateProblem(input)),
});

export const unixMs = milliseconds.meta({
  override: { type: 'integer', minimum: -FARTHEST_DATE, maximum: FARTHEST_DATE },
  description: 'Milliseconds since 1970',
});
export const futureMs = milliseconds.meta({
  override: { type: 'integer', maximum: FARTHEST_DATE },
  description: 'Milliseconds since 1970, in the future',
});

/** What is wrong with a moment in a query, which is a text of digits. */
export function queryDateProblem(text: string): string | undefined {
  if (/^\d+$/.test(text)) return undefined;
  return text.startsWith('-') ? 'must be at least 0' : dateProblem(text);
}
