import { invalid, refuseProblems } from '../shared/refusal.ts';
import { compareText, LIMITS, PATTERNS, type Problem, textProblem } from '../shared/text.ts';

/** Texts that programs keep with a task, by key (docs/rules.md, Tasks). */
export type Metadata = Readonly<Record<string, string>>;

/** null removes a key. */
export type MetadataChange = Readonly<Record<string, string | null>>;

export const NO_METADATA: Metadata = {};

/** Names that every JavaScript object has; an object with such a key is easily mistaken for another. */
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** The value of a key; undefined without one. */
export const valueIn = (metadata: Metadata, key: string): string | undefined =>
  Object.hasOwn(metadata, key) ? metadata[key] : undefined;

/** The metadata with a change merged in, in the order of the keys. 400 for too many keys. */
export function changedMetadata(before: Metadata, change: MetadataChange | undefined): Metadata {
  if (change === undefined) return before;
  const entries = Object.entries({ ...before, ...change })
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .sort(([a], [b]) => compareText(a, b));
  if (entries.length > LIMITS.metadata) throw tooManyKeys();
  return entries.length === 0 ? NO_METADATA : Object.fromEntries(entries);
}

const tooManyKeys = () => invalid({ metadata: `must be at most ${LIMITS.metadata} keys` });

/** The text in the log. */
export const metadataText = (metadata: Metadata): string | null => {
  const text = JSON.stringify(metadata);
  return text === '{}' ? null : text;
};

const isKey = (key: string): boolean => PATTERNS.metadataKey.test(key) && !RESERVED.includes(key);

const badKey = `must have keys of 1 to ${LIMITS.metadataKey} lowercase letters, digits, dots, underscores or hyphens, other than ${RESERVED.join(', ')}`;

export function metadataProblems(change: MetadataChange | undefined): Record<string, Problem> {
  if (change === undefined) return {};
  if (!Object.keys(change).every(isKey)) return { metadata: badKey };
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      `metadata.${key}`,
      textProblem(value, LIMITS.metadataValue),
    ]),
  );
}

/** The metadata in a filter; 400 for entries that no task can have. */
export function wantedMetadata(filter: Metadata | undefined): Metadata | undefined {
  if (filter === undefined) return undefined;
  if (Object.keys(filter).length > LIMITS.metadata) throw tooManyKeys();
  refuseProblems(metadataProblems(filter));
  return filter;
}
