import { LIMITS, MAX_WAIT_SECONDS, TASK_STATUSES } from '@tandem/core';
import * as z from 'zod';
import { recordKey } from './inputs.ts';

/** An opaque identifier. */
export const id = z.string();
export const idParams = z.object({ id });

/** ISO 8601 in UTC with milliseconds. Years with more than four digits have a sign and six digits. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .or(z.string().regex(/^[+-]\d{6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
  .meta({
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });

/** The response to a heartbeat; docs/rules.md, Claims. */
export const pulse = z.object({
  expiresAt: timestamp,
  directive: z.enum(['continue', 'stop']),
  reason: z.enum(['paused', 'limit']).nullable(),
});

/** docs/rules.md, External ids. */
export const externalId = z
  .object({ source: z.string(), id: z.string(), url: z.string().optional() })
  .meta({ id: 'ExternalId' });

/** `metadata.<key>=<value>` in a query, once per key. OpenAPI has no style for such names. */
export const metadataFilter = z
  .record(recordKey, z.string())
  .optional()
  .meta({
    param: { style: 'deepObject', explode: true },
    description: 'Send `metadata.<key>=<value>`, once per key; a task must match all',
  });

/** Used by tasks, notifications and errors. */
export const taskStatus = z.enum(TASK_STATUSES).meta({ id: 'TaskStatus' });

/** A task as other resources reference it. */
export const taskMention = z.object({
  taskNumber: z.int(),
  title: z.string(),
  status: taskStatus,
  assignedTo: z.string().nullable(),
});

/** Path parameter: a task's number or id. */
export const taskParams = z.object({
  identifier: z.string().meta({ description: 'Number or id of the task' }),
});

const positiveInteger = (text: string) => /^\d+$/.test(text) && Number(text) >= 1;

/**
 * Maximum number of entries on a page, an integer in a query. Any larger number means the maximum, so it need not be a
 * safe integer. The core has the same default.
 */
export const limit = (usual: number) =>
  z
    .string()
    .refine(positiveInteger, 'must be an integer of at least 1')
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
    .optional()
    .meta({
      override: { type: 'integer', minimum: 1, maximum: LIMITS.page, default: usual },
      description: `Maximum number of entries on a page; values above ${LIMITS.page} are reduced to ${LIMITS.page}. A page ends early at 1 MiB.`,
    });

const cursor = z
  .string()
  .optional()
  .meta({ description: 'Cursor of the previous page, requested with the same filters and order' });

/** Parameters of every paginated list (docs/rules.md, Lists). */
export const paging = z.object({ limit: limit(25), cursor });

export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
  .meta({
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema.enum;
      Object.assign(jsonSchema, { type: 'boolean', default: false });
    },
  });

/** A boolean without a default. */
export const either = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description,
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema.enum;
        jsonSchema.type = 'boolean';
      },
    });

/** Texts that may contain commas: the parameter is repeated. */
export const repeated = (maxItems: number, description: string) =>
  z
    .union([z.string(), z.array(z.string()).meta({ maxItems })])
    .optional()
    .meta({ param: { style: 'form', explode: true }, description });

/** OpenAPI's name for `a,b`. */
const COMMA_SEPARATED = { style: 'form', explode: false } as const;

/** Comma-separated enumeration values. Error messages do not repeat long lists of allowed values. */
export const commaSeparated = <Value extends string>(
  values: readonly Value[],
  problem: string = oneOf(values),
) =>
  z
    .string()
    .transform((text, context): Value[] => {
      const parts = text.split(',').map((part) => part.trim());
      if (parts.every((part): part is Value => values.includes(part as Value))) return [...new Set(parts)];
      context.issues.push({ code: 'custom', input: undefined, message: problem });
      return z.NEVER;
    })
    .optional()
    .meta({
      override: { type: 'array', items: { type: 'string', enum: [...values] } },
      param: COMMA_SEPARATED,
    });

/** Comma-separated tags. */
export const commaSeparatedTags = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .optional()
  .meta({
    override: { type: 'array', items: { type: 'string' }, maxItems: LIMITS.tagsInFilter },
    param: COMMA_SEPARATED,
    description: 'Matches any of these',
  });

export const oneOf = (values: readonly string[]) => `must be one of ${values.join(', ')}`;

/** Seconds to hold a request; larger values mean the maximum (docs/rules.md, Long polling). */
export const wait = z
  .string()
  .refine((text) => /^\d+$/.test(text), 'must be an integer of at least 0')
  .transform((text) => Math.min(Number(text), MAX_WAIT_SECONDS))
  .optional()
  .meta({
    override: { type: 'integer', minimum: 0, maximum: MAX_WAIT_SECONDS, default: 0 },
    description: `Seconds to hold the request; values above ${MAX_WAIT_SECONDS} are reduced to ${MAX_WAIT_SECONDS}`,
  });

/** The content of a file. */
export const bytes = z.string().meta({ format: 'binary' });

/** An endless stream of Server-Sent Events. */
export const eventStream = z.string().meta({
  description: 'Server-Sent Events: `id` is a position, `event` the type, `data` the event as JSON',
});

/** A stream of JSON objects, one a line. */
export const jsonLines = z.string().meta({ format: 'binary', description: 'JSON Lines (docs/export.md)' });

/** A page of a list (docs/rules.md, Lists). */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), cursor: z.string().nullable(), hasMore: z.boolean() });

/** A page with the total number of entries. */
export const countedPage = <Item extends z.ZodType>(item: Item) => page(item).extend({ total: z.int() });

export const success = z.object({ success: z.literal(true) });

export const callerType = z.enum(['human', 'agent', 'service']).meta({ id: 'CallerType' });

/** The caller that performed an action or wrote a text. */
export const author = z
  .object({ id, name: z.string(), displayName: z.string(), type: callerType })
  .meta({ id: 'Author' });
