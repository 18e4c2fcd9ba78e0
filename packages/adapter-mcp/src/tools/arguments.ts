import { z } from 'zod';

/* What tools take in more than one place. Each is made once, for making a schema costs more than a call. */

/** The number of a task; a model may well write it as a text, or with the sign that answers show. */
export const task = z.preprocess(
  (given) =>
    typeof given === 'string' && /^#?\d{1,15}$/.test(given) ? Number(given.replace('#', '')) : given,
  z.int().positive(),
);

/** An id; dots alone would name something else in an address. */
export const id = z
  .string()
  .max(100)
  .refine((text) => !/^\.{0,2}$/.test(text), 'must be an id');

export const token = z.string().min(1).max(200);

export const cursor = z.string().max(4_000).optional();

/** A date, which the interface reads. */
export const date = z.string().max(40);

export const priority = z.enum(['p0', 'p1', 'p2', 'p3']);
export const status = z.enum(['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled']);
export const effort = z.enum(['xs', 's', 'm', 'l', 'xl']);
export const usage = z.record(z.string(), z.number());

/** What an argument is, for the schema that clients are told. */
const SHOWN = new Map<unknown, object>([[task, { type: 'integer' }]]);

/** The schema of a tool's arguments as clients are told it: short, for every model pays for it again and again. */
export function shownSchema(input: z.ZodObject): Record<string, unknown> {
  const schema = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      for (const name of UNTOLD) delete jsonSchema[name];
      Object.assign(jsonSchema, SHOWN.get(zodSchema));
    },
  });
  delete schema.$schema;
  return schema as Record<string, unknown>;
}

/** Bounds are told when they are passed. */
const UNTOLD = [
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

/** What is wrong with arguments, for a model. */
export function problemsOf({ issues }: z.ZodError): string {
  const told = issues.slice(0, 5).map(({ path, message }) => {
    const where = path.map(String).join('.').slice(0, 100);
    return where ? `${where}: ${message.slice(0, 200)}` : message.slice(0, 200);
  });
  return `Correct the arguments and call again. ${told.join('; ')}.`;
}

/** Names that the interface gives to what tools call otherwise. */
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
 * Arguments with the names of the tool where they have those of the HTTP interface: a model that knows the one need not learn
 * the other. What a tool knows by both names, or by neither, stays as it is and is refused.
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

/** The shape of an entry, where the argument is a list of objects. */
function entryOf(schema: unknown): z.ZodObject | undefined {
  const list = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const entry = list instanceof z.ZodArray ? list.element : undefined;
  return entry instanceof z.ZodObject ? entry : undefined;
}
