import { z } from 'zod';

/** What is wrong with a value, field by field, in words that follow the field's name. */
export type Problems = Record<string, string[]>;

const ARTICLES: Record<string, string> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
};

/** At most this many fields, and this many messages a field (decisions, section 4). */
const MOST = 20;

/** Validates a value; answers what it means, or what is wrong with it. Nothing of the value is repeated. */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema> } | { problems: Problems } {
  const endless = tooLong(schema, value);
  if (endless) return { problems: endless };
  const result = schema.safeParse(value, { error: describe });
  if (result.success) return { data: result.data };
  const problems: Problems = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.');
    if (!problems[field] && Object.keys(problems).length >= MOST) break;
    problems[field] ??= [];
    const { message } = issue;
    if (problems[field].length < MOST && !problems[field].includes(message)) problems[field].push(message);
  }
  return { problems };
}

/** The longest array that the interface knows is one of 1,000 sessions. */
const MOST_ENTRIES = 2_000;

/** Arrays that are not worth looking through: zod would judge each entry before it counts them. */
function tooLong(schema: z.ZodObject, value: unknown): Problems | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  for (const [field, inside] of Object.entries(schema.shape)) {
    const given = (value as Record<string, unknown>)[field];
    if (!Array.isArray(given) || given.length <= MOST_ENTRIES) continue;
    if (unwrapped(inside as z.ZodType) instanceof z.ZodArray) {
      return { [field]: [`must have at most ${MOST_ENTRIES} entries`] };
    }
  }
  return undefined;
}

/** What an issue is in our words, unless its schema has words of its own. */
function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return ARTICLES[issue.expected] ?? `must be of type ${issue.expected}`;
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'is out of range';
  return 'is not valid';
}

/** Fields of a value that its schema does not know, each with what was probably meant. */
export const unknownFields = (schema: z.ZodType, value: unknown): Problems =>
  Object.fromEntries(
    // Looking for what was meant takes its time, and nobody reads more than a few.
    unknownPaths(schema, value, '')
      .slice(0, MOST)
      .map(({ path, field, known }) => {
        const meant = nearest(field, known);
        return [path, [`is not known here${meant ? `; perhaps ${meant} was meant` : ''}`]];
      }),
  );

interface UnknownField {
  readonly path: string;
  readonly field: string;
  /** The fields that its neighbours could be. */
  readonly known: readonly string[];
}

function unknownPaths(schema: z.ZodType, value: unknown, path: string): UnknownField[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value
      .slice(0, MOST_ENTRIES)
      .flatMap((item, i) => unknownPaths(inner.element as z.ZodType, item, `${path}${i}.`));
  }
  if (!(inner instanceof z.ZodObject) || value === null || typeof value !== 'object') return [];
  const known = inner.shape as Record<string, z.ZodType>;
  return Object.entries(value).flatMap(([field, inside]) => {
    const of = Object.hasOwn(known, field) ? known[field] : undefined;
    if (of) return unknownPaths(of, inside, `${path}${field}.`);
    return [{ path: `${path}${field}`, field, known: Object.keys(known) }];
  });
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}

/** The known name that a few slips of the finger away from this one, if any is that near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 50) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, slips: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.slips - b.slips);
  return best && best.slips <= Math.max(2, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
