import * as z from 'zod';

/** Problems by field, in words that follow the field's name. */
export type Problems = Record<string, string[]>;

const ARTICLES: Record<string, string> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
};

/** Maximum number of fields with problems, and of messages per field (docs/rules.md, Errors). */
export const MAX_PROBLEMS = 20;

/** Validates a value; returns the parsed data or the problems. Messages never repeat the value. */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema> } | { problems: Problems } {
  const problems: Problems = {};
  judgeLists(schema, value, '', problems);
  if (Object.keys(problems).length > 0) return { problems };
  const result = schema.safeParse(value, { error: describe });
  if (result.success) return { data: result.data };
  addIssues(problems, '', result.error);
  return { problems };
}

/** Above the longest list in the API, 1,000 sessions. */
export const MAX_ENTRIES = 2_000;

/**
 * Reports only the first wrong entries of a list. zod validates every entry before it returns, so a request with very
 * many wrong entries would cost far more than one with a few.
 */
function judgeLists(schema: z.ZodType, value: unknown, path: string, problems: Problems): void {
  if (value === null || typeof value !== 'object') return;
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    for (const [field, of] of Object.entries(inner.shape as Record<string, z.ZodType>)) {
      judgeLists(of, (value as Record<string, unknown>)[field], `${path}${field}.`, problems);
    }
  } else if (inner instanceof z.ZodArray && Array.isArray(value)) {
    judgeEntries(inner.element as z.ZodType, value, value.length, path, problems);
  } else if (inner instanceof z.ZodRecord && !Array.isArray(value)) {
    // zod drops this key from records, even if the schema refuses it.
    if (Object.hasOwn(value, '__proto__') && !(inner.keyType as z.ZodType).safeParse('__proto__').success)
      problems[path.slice(0, -1)] = ['must not have the key __proto__'];
    judgeEntries(inner.valueType as z.ZodType, value, Object.keys(value).length, path, problems);
  }
}

function judgeEntries(
  schema: z.ZodType,
  entries: object,
  count: number,
  path: string,
  problems: Problems,
): void {
  if (count > MAX_ENTRIES) {
    problems[path.slice(0, -1)] = [`must have at most ${MAX_ENTRIES} entries`];
    return;
  }
  for (const [name, entry] of Object.entries(entries)) {
    if (Object.keys(problems).length >= MAX_PROBLEMS) return;
    const inside = `${path}${name}.`;
    judgeLists(schema, entry, inside, problems);
    const result = count > MAX_PROBLEMS ? schema.safeParse(entry, { error: describe }) : undefined;
    if (result?.success === false) addIssues(problems, inside, result.error);
  }
}

/**
 * Adds the issues that zod found to the problems of their fields. `path` is the prefix of the issues' paths,
 * with a trailing dot.
 */
function addIssues(problems: Problems, path: string, { issues }: z.ZodError): void {
  for (const { path: within, message } of issues) {
    const field = within.length === 0 ? path.slice(0, -1) : `${path}${within.join('.')}`;
    if (!problems[field] && Object.keys(problems).length >= MAX_PROBLEMS) return;
    problems[field] ??= [];
    if (problems[field].length < MAX_PROBLEMS && !problems[field].includes(message)) {
      problems[field].push(message);
    }
  }
}

/** The message for an issue whose schema has none of its own. */
function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return ARTICLES[issue.expected] ?? `must be of type ${issue.expected}`;
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'is out of range';
  if (issue.code === 'unrecognized_keys') return 'has unrecognized fields';
  return 'is not valid';
}

/** The schema inside optional and nullable wrappers. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}
