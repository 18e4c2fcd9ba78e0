import { EFFORTS, PRIORITIES, TASK_STATUSES } from '@tandem/client';
import * as z from 'zod';

/*
 * Argument schemas shared by several tools, each created once, because creating a schema costs more than a
 * call.
 */

/** The number of a task; models may pass it as a text, or with the leading `#` of responses. */
export const task = z.preprocess(
  (given) =>
    typeof given === 'string' && /^#?\d{1,15}$/.test(given) ? Number(given.replace('#', '')) : given,
  z.int().positive(),
);

/** An id. Only dots would change the path of the URL. */
export const id = z
  .string()
  .max(100)
  .refine((text) => !/^\.{0,2}$/.test(text), 'must be an id');

export const token = z.string().min(1).max(200);

export const cursor = z.string().max(4_000).optional();

/** A date, which the API parses. */
export const date = z.string().max(40);

export const priority = z.enum(PRIORITIES);
export const status = z.enum(TASK_STATUSES);
export const effort = z.enum(EFFORTS);
export const usage = z.record(z.string(), z.number());

/** Types of arguments in the schema shown to clients. */
const SHOWN = new Map<unknown, object>([[task, { type: 'integer' }]]);

/** The argument schema for clients, kept short because every model pays for it with each request. */
export function shownSchema(input: z.ZodObject): Record<string, unknown> {
  const schema = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      for (const name of OMITTED_KEYWORDS) delete jsonSchema[name];
      Object.assign(jsonSchema, SHOWN.get(zodSchema));
    },
  });
  delete schema.$schema;
  return schema as Record<string, unknown>;
}

/** Omitted keywords: limits are reported when they are exceeded. */
const OMITTED_KEYWORDS = [
  'additionalProperties',
  'propertyNames',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'format',
] as const;

/** Describes invalid arguments for a model. */
export function problemsOf({ issues }: z.ZodError): string {
  const problems = issues.slice(0, 5).map(({ path, message }) => {
    const where = path.map(String).join('.').slice(0, 100);
    return where ? `${where}: ${message.slice(0, 200)}` : message.slice(0, 200);
  });
  return `Correct the arguments and call again. ${problems.join('; ')}.`;
}

/** API names of arguments that the tools name differently. */
const API_NAMES: Readonly<Record<string, string>> = {
  taskNumber: 'task',
  projectId: 'project',
  agentId: 'agent',
  goalId: 'goal',
  criterionId: 'criterion',
  dueDate: 'due',
  dueAt: 'due',
};

const toolName = (name: string): string =>
  API_NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Accepts the HTTP API's names for arguments, so that a model that knows the API need not learn others. Names that the
 * tool has itself, and unknown names, are left as they are.
 */
export function withToolNames(input: z.ZodObject, args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const known = input.shape;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const ours = toolName(name);
      const isOurs = Object.hasOwn(known, name) || !Object.hasOwn(known, ours) || Object.hasOwn(args, ours);
      const named = isOurs ? name : ours;
      const entry = entryOf(known[named]);
      const inside = entry && Array.isArray(value) ? value.map((each) => withToolNames(entry, each)) : value;
      return [named, inside];
    }),
  );
}

/** The entry schema of an argument that is a list of objects. */
function entryOf(schema: unknown): z.ZodObject | undefined {
  const list = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const entry = list instanceof z.ZodArray ? list.element : undefined;
  return entry instanceof z.ZodObject ? entry : undefined;
}
