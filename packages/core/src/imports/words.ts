import { cut } from '../shared/text.ts';
import { TASK_STATUSES, type TaskStatus } from '../tasks/status.ts';
import { DEFAULT_PRIORITY, PRIORITIES, type Priority } from '../tasks/task.ts';
import type { ImportOptions, ImportRecord } from './record.ts';

/** Takes a warning about the record that is being imported. */
export type Warn = (message: string) => void;

type Map = Readonly<Record<string, string>>;

const mapped = (map: Map | undefined, word: string): string =>
  map && Object.hasOwn(map, word) ? (map[word] as string) : word;

/** The identity of a record in its source; null without one. */
export function identityOf(record: ImportRecord): string | null {
  const { externalId, id } = record;
  if (typeof externalId === 'string') return externalId;
  // Ids of criteria are unique only within their task.
  if (record.type === 'criterion') return `${record.taskNumber} ${id ?? record.text}`;
  if (id) return id;
  if (record.type === 'relation') return `${record.from} ${record.kind} ${record.to}`;
  if (record.type === 'label') return record.name;
  return externalId?.id ?? null;
}

/** Whether the record is one of an export, with all that the export has of its entity. */
export const isExported = ({ externalId, id }: ImportRecord): boolean =>
  typeof externalId !== 'string' && typeof id === 'string' && id !== '';

const UNSOUND = /[\p{Surrogate}\0]/u;

const isUnsound = (value: unknown): boolean =>
  typeof value === 'string'
    ? UNSOUND.test(value)
    : value !== null &&
      typeof value === 'object' &&
      Object.entries(value).some(([name, of]) => isUnsound(name) || isUnsound(of));

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(new RegExp(UNSOUND, 'gu'), '');
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(cleaned);
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [cleaned(name), cleaned(of)]));
}

/** The record with texts that can be stored, with a warning about others. */
export function sound(record: ImportRecord, warn: Warn): ImportRecord {
  if (!isUnsound(record)) return record;
  warn('Its NUL characters and unpaired surrogates are left out.');
  return cleaned(record) as ImportRecord;
}

/** A text that can be stored: without NUL and unpaired surrogates, at most so many characters long. */
export function fitted(text: string, max: number, what: string, warn: Warn): string {
  const valid = text.replaceAll(/[\p{Surrogate}\0]/gu, '');
  const fits = cut(valid, max);
  if (fits !== valid) warn(`The ${what} is longer than ${max} characters; the rest is left out.`);
  return fits;
}

/** A word of the source, or a label in its place. */
interface Word<T> {
  readonly value: T;
  readonly label: string | null;
}

/** Words that are neither ours nor mapped become labels. A task without a status goes to the backlog. */
function wordOf<T extends string>(
  { values, other, map, what }: { values: readonly T[]; other: T; map: Map | undefined; what: string },
  given: string | null | undefined,
  warn: Warn,
): Word<T> {
  const word = given?.trim();
  if (!word) return { value: other, label: null };
  const wanted = mapped(map, word);
  const value = values.find((each) => each === wanted || each === wanted.toLowerCase());
  if (value) return { value, label: null };
  warn(`The ${what} "${cut(word, 40)}" is not mapped; it becomes a label.`);
  return { value: other, label: word };
}

export const statusOf = (given: string | null | undefined, { map }: ImportOptions, warn: Warn) =>
  wordOf<TaskStatus>(
    { values: TASK_STATUSES, other: 'backlog', map: map?.status, what: 'status' },
    given,
    warn,
  );

export const priorityOf = (given: string | null | undefined, { map }: ImportOptions, warn: Warn) =>
  wordOf<Priority>(
    { values: PRIORITIES, other: DEFAULT_PRIORITY, map: map?.priority, what: 'priority' },
    given,
    warn,
  );

export const labelOf = (name: string, { map }: ImportOptions): string => mapped(map?.labels, name);
