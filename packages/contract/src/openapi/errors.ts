import {
  GOAL_STATUSES,
  PROOF_GAPS,
  QUESTION_STATUSES,
  TASK_STATUSES,
  VERIFICATION_STATES,
} from '@tandem/core';
import * as z from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { errorInBulk } from '../bulk.ts';
import { ERROR_CODES, MEANINGS, statusOf } from '../errors.ts';
import type { ErrorCode } from '../operation.ts';
import { question } from '../questions.ts';
import { result } from '../results.ts';
import { taskStatus } from '../shapes.ts';
import { onEveryAnswer, retryAfter, wwwAuthenticate } from './headers.ts';

const fields = z
  .record(z.string(), z.array(z.string()))
  .meta({ description: 'Problems of each field, by its path' });

const validTransitions = z
  .array(z.enum([...new Set([...TASK_STATUSES, ...GOAL_STATUSES])]))
  .meta({ description: 'The transitions this caller may make from the current status' });

const blockers = z.array(
  z.object({
    taskNumber: z.int(),
    title: z.string(),
    status: taskStatus,
    assignedTo: z.string().nullable(),
  }),
);

/** Fields of an error besides its code, message and requestId. */
const DETAILS: Partial<Record<ErrorCode, z.ZodRawShape>> = {
  VALIDATION_ERROR: { fields: fields.optional() },
  INVALID_CURSOR: { fields },
  UNKNOWN_LABELS: { fields: z.object({ labels: z.array(z.string()) }) },
  STATUS_NOT_PATCHABLE: { fields },
  AGENT_COMPLETION_DISABLED: { validTransitions },
  HUMANS_ONLY: { validTransitions },
  INVALID_TRANSITION: { validTransitions },
  TASK_BLOCKED: { blockers },
  BULK_REFUSED: {
    failed: z
      .array(z.object({ index: z.int(), error: errorInBulk }))
      .meta({ description: 'Every refused operation with its error' }),
  },
  EXTERNAL_ID_TAKEN: {
    id: z.string().meta({ description: 'Id of the entity that has it' }),
    taskNumber: z.int().optional().meta({ description: 'Of a task' }),
  },
  OVER_BUDGET: { taskNumber: z.int() },
  ANCESTOR_BLOCKED: { blockers },
  CHILDREN_OPEN: {
    children: z.array(z.object({ taskNumber: z.int(), title: z.string(), status: taskStatus })),
  },
  RESULT_CHANGED: {
    result: result.optional().meta({ description: 'Of a review: the result that it would be of' }),
    question: question.optional().meta({ description: 'Of an answer: the question as it is' }),
  },
  PROOF_MISSING: {
    missing: z.array(z.object({ id: z.string(), text: z.string(), reason: z.enum(PROOF_GAPS) })),
  },
  VERIFICATION_STATE: { state: z.enum(VERIFICATION_STATES) },
  ALREADY_ANSWERED: { status: z.enum(QUESTION_STATUSES).meta({ description: 'How it ended' }) },
  EVENTS_PRUNED: {
    oldest: z.string().meta({ description: 'The position after which all events are kept' }),
  },
};

/** The component name of a code: `NAME_TAKEN` becomes `NameTaken`. */
const nameOf = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');

/** The error's body: canonical, except for the one code in the legacy flat shape (docs/rules.md, Errors). */
function bodyOf(code: ErrorCode): z.ZodObject {
  const common = {
    code: z.literal(code),
    message: z.string().meta({ description: 'Says what to do next' }),
    requestId: z.string().meta({ description: 'The same as X-Request-Id' }),
  };
  const body = code === 'SELF_RELATION' ? common : { error: z.object({ ...common, ...DETAILS[code] }) };
  return z.object(body).meta({ id: nameOf(code), description: MEANINGS[code] });
}

const BODIES = new Map(ERROR_CODES.map((code) => [code, bodyOf(code)]));

/** Creates the responses for error codes, one per status. Equal responses share one component. */
export function errorResponses(): (codes: readonly ErrorCode[]) => Record<string, ZodOpenApiResponseObject> {
  const responses = new Map<string, ZodOpenApiResponseObject>();

  const responseOf = (status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject => {
    const id = codes.map(nameOf).join('Or');
    const response = responses.get(id) ?? { id, ...responseObject(status, codes) };
    responses.set(id, response);
    return response;
  };

  return (codes) => {
    const statuses = [...new Set(codes.map(statusOf))];
    return Object.fromEntries(
      statuses.map((status) => [
        status,
        responseOf(
          status,
          codes.filter((code) => statusOf(code) === status),
        ),
      ]),
    );
  };
}

function responseObject(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const bodies = codes.map((code) => BODIES.get(code) as z.ZodObject);
  return {
    description: codes.map((code) => `\`${code}\`: ${MEANINGS[code]}`).join('\n\n'),
    headers: { ...onEveryAnswer, ...HEADERS[status] },
    content: {
      'application/json': { schema: bodies.length === 1 ? (bodies[0] as z.ZodObject) : z.union(bodies) },
    },
  };
}

const HEADERS: Record<number, typeof onEveryAnswer> = {
  401: wwwAuthenticate,
  429: retryAfter,
  503: retryAfter,
};
