import { type Place, placeText } from './items.ts';
import type { ImportRecord, PlacedRecord } from './records.ts';
import { counted } from './report.ts';

/** Maximum records of a request, and of the text of its records; a longer record goes by itself. */
const MAX_RECORDS = 500;
const MAX_LENGTH = 1_000_000;

export type Outcome = 'created' | 'updated' | 'unchanged' | 'kept' | 'skipped';

export interface SentRecord {
  readonly type: string;
  readonly externalId: string | null;
  readonly outcome: Outcome;
  readonly taskNumber: number | null;
  /** Fields that were changed here since the last import. */
  readonly kept: readonly string[];
  readonly warnings: readonly string[];
}

/** The import on the server that records are sent to. Sending a record again changes nothing. */
export interface Receiver {
  send(records: readonly ImportRecord[]): Promise<readonly SentRecord[]>;
}

/** The first records with one message, and how many have it. */
interface Message {
  readonly first: SentEntry[];
  count: number;
}

type SentEntry = SentRecord & { readonly place: Place | undefined };

export interface Sent {
  readonly counts: Readonly<Record<Outcome, number>>;
  /** Fields that were changed here and so left alone, by their names. */
  readonly kept: ReadonlyMap<string, Message>;
  readonly warnings: ReadonlyMap<string, Message>;
}

/** Different messages, and records of each, that are kept for the report. */
const MAX_MESSAGES = 100;
const MAX_FIRST = 5;

/** Sends all records in batches, in their order. */
export async function sendAll(
  receiver: Receiver,
  records: AsyncIterable<PlacedRecord>,
  { total, progress, maxRecords, verb = 'Importing', now = () => performance.now() }: SendOptions,
): Promise<Sent> {
  const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, skipped: 0 };
  const kept = new Map<string, Message>();
  const warnings = new Map<string, Message>();
  let done = 0;
  const beganAt = now();
  for await (const batch of oneAhead(batchesOf(records, maxRecords))) {
    const results = await receiver.send(batch.map(({ record }) => record));
    for (const [at, result] of results.entries()) {
      counts[result.outcome]++;
      const entry = { ...result, place: batch[at]?.place };
      if (result.kept.length > 0) collect(kept, result.kept.join(', '), entry);
      for (const message of result.warnings) collect(warnings, message, entry);
    }
    done += batch.length;
    progress.at(progressText(verb, done, { total, elapsedMs: now() - beganAt }), done / Math.max(total, 1));
  }
  return { counts, kept, warnings };
}

function collect(messages: Map<string, Message>, message: string, entry: SentEntry): void {
  const known = messages.get(messages.has(message) || messages.size < MAX_MESSAGES ? message : OTHERS);
  if (known) {
    known.count++;
    if (known.first.length < MAX_FIRST) known.first.push(entry);
  } else messages.set(messages.size < MAX_MESSAGES ? message : OTHERS, { first: [entry], count: 1 });
}

const OTHERS = 'other messages';

interface SendOptions {
  /** Number of records. */
  readonly total: number;
  /** Takes what is done, as a text and as a share between 0 and 1. */
  readonly progress: { at(text: string, share: number): void };
  readonly maxRecords?: number | undefined;
  /** The verb of the progress message. */
  readonly verb?: string;
  readonly now?: () => number;
}

/** Prepares each value while the caller uses the previous one. */
async function* oneAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  try {
    for (let next = values.next(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      // An error is thrown later, when the value is awaited.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await values.return(undefined);
  }
}

const ENCODER = new TextEncoder();

/** Records in groups that fit into a request. */
export async function* batchesOf(
  records: AsyncIterable<PlacedRecord>,
  maxRecords = MAX_RECORDS,
): AsyncGenerator<PlacedRecord[]> {
  let batch: PlacedRecord[] = [];
  let length = 0;
  for await (const each of records) {
    const own = ENCODER.encode(JSON.stringify(each.record)).length;
    if (batch.length >= maxRecords || (batch.length > 0 && length + own > MAX_LENGTH)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(each);
    length += own;
  }
  if (batch.length > 0) yield batch;
}

/** Minimum elapsed time after which the remaining time is estimated. */
const MIN_ELAPSED_MS = 2_000;

function progressText(
  verb: string,
  done: number,
  { total, elapsedMs }: { total: number; elapsedMs: number },
): string {
  const text = `${verb}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} records`;
  if (elapsedMs < MIN_ELAPSED_MS || done >= total) return `${text} …`;
  const seconds = Math.ceil(((total - done) / done) * (elapsedMs / 1000));
  return `${text}, about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left …`;
}

const NAMES: readonly (readonly [Outcome, string])[] = [
  ['created', 'created'],
  ['updated', 'changed'],
  ['unchanged', 'unchanged'],
  ['kept', 'kept as changed here'],
  ['skipped', 'skipped'],
];

/** Describes the changes of an import. */
export function sentReport({ counts, kept, warnings }: Sent): string[] {
  const outcomes = NAMES.filter(([outcome]) => counts[outcome] > 0).map(
    ([outcome, name]) => `${counts[outcome].toLocaleString('en-US')} ${name}`,
  );
  return [
    `Records: ${outcomes.join(', ') || 'none'}`,
    ...listed('Changed here since the last import, and kept:', kept),
    ...listed('Warnings of the server:', warnings),
  ];
}

/** Describes what an import would change at the server. */
export function previewReport({ counts: { created, updated, unchanged, kept: left }, kept }: Sent): string[] {
  const numbers = [
    `${created.toLocaleString('en-US')} new`,
    `${updated.toLocaleString('en-US')} changed`,
    `${unchanged.toLocaleString('en-US')} unchanged`,
    `${left.toLocaleString('en-US')} changed here since and left alone`,
  ];
  return [
    `Records: ${numbers.join(', ')}`,
    ...listed('Changed here since the last import, and left alone:', kept),
  ];
}

const listed = (head: string, messages: ReadonlyMap<string, Message>): string[] =>
  messages.size === 0 ? [] : [head, ...[...messages].flatMap(([text, message]) => linesOf(text, message))];

function linesOf(text: string, { first, count }: Message): string[] {
  const [only] = first;
  if (count === 1 && only) return [`  ${named(only)}: ${text}`];
  return [
    `  ${text} (${counted(count, 'record')})`,
    ...first.map((each) => `    ${named(each)}`),
    ...(count > first.length ? [`    and ${counted(count - first.length, 'more', 'more')}`] : []),
  ];
}

/** Such as "issues.csv:7: task ENG-4 (#12)". */
function named({ type, externalId, taskNumber, place }: SentEntry): string {
  const parts = [type, externalId, taskNumber === null ? null : `(#${taskNumber})`];
  const name = parts.filter((each) => each !== null).join(' ');
  return place ? `${placeText(place)}: ${name}` : name;
}
