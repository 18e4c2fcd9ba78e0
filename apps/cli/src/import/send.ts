import type { Progress } from '../output/progress.ts';
import type { ImportRecord } from './records.ts';

/** Maximum records of a request, and of the text of its records; a longer record goes by itself. */
const MAX_RECORDS = 500;
const MAX_LENGTH = 1_000_000;

/** Refusals and differences kept for the report; later ones are only counted. */
const MAX_KEPT = 1_000;

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

export interface Sent {
  readonly counts: Readonly<Record<Outcome, number>>;
  /** Records that were changed here, skipped or taken with a warning. */
  readonly notable: readonly SentRecord[];
  readonly notableCount: number;
}

/** Sends all records in batches, in their order. */
export async function sendAll(
  receiver: Receiver,
  records: AsyncIterable<ImportRecord>,
  { total, progress, now = () => performance.now() }: SendOptions,
): Promise<Sent> {
  const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, skipped: 0 };
  const notable: SentRecord[] = [];
  let notableCount = 0;
  let done = 0;
  const beganAt = now();
  for await (const batch of batchesOf(records)) {
    for (const result of await receiver.send(batch)) {
      counts[result.outcome]++;
      if (!isNotable(result)) continue;
      notableCount++;
      if (notable.length < MAX_KEPT) notable.push(result);
    }
    done += batch.length;
    progress.at(progressText(done, total, now() - beganAt));
  }
  return { counts, notable, notableCount };
}

interface SendOptions {
  /** Number of records. */
  readonly total: number;
  readonly progress: Pick<Progress, 'at'>;
  readonly now?: () => number;
}

const isNotable = ({ outcome, kept, warnings }: SentRecord): boolean =>
  outcome === 'skipped' || kept.length > 0 || warnings.length > 0;

/** Records in groups that fit into a request. */
export async function* batchesOf(records: AsyncIterable<ImportRecord>): AsyncGenerator<ImportRecord[]> {
  let batch: ImportRecord[] = [];
  let length = 0;
  for await (const record of records) {
    const own = Buffer.byteLength(JSON.stringify(record));
    if (batch.length === MAX_RECORDS || (batch.length > 0 && length + own > MAX_LENGTH)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(record);
    length += own;
  }
  if (batch.length > 0) yield batch;
}

/** Less is too little to tell how long the rest takes. */
const MIN_ELAPSED_MS = 2_000;

function progressText(done: number, total: number, elapsedMs: number): string {
  const counted = `Importing: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} records`;
  if (elapsedMs < MIN_ELAPSED_MS || done >= total) return `${counted} …`;
  const seconds = Math.ceil(((total - done) / done) * (elapsedMs / 1000));
  return `${counted}, about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left …`;
}

const SHOWN = 100;

const NAMES: readonly (readonly [Outcome, string])[] = [
  ['created', 'created'],
  ['updated', 'updated'],
  ['unchanged', 'unchanged'],
  ['kept', 'left as changed here'],
  ['skipped', 'skipped'],
];

/** What an import did, for people. */
export function sentReport({ counts, notable, notableCount }: Sent): string[] {
  const shown = notable.slice(0, SHOWN);
  const named = ({ type, externalId, taskNumber }: SentRecord) =>
    [type, externalId, taskNumber === null ? null : `(#${taskNumber})`]
      .filter((each) => each !== null)
      .join(' ');
  const keptHere = shown.filter(({ kept }) => kept.length > 0);
  const warned = shown.flatMap((each) => each.warnings.map((message) => `  ${named(each)}: ${message}`));
  const counted = NAMES.filter(([outcome]) => counts[outcome] > 0).map(
    ([outcome, name]) => `${counts[outcome].toLocaleString('en-US')} ${name}`,
  );
  return [
    `Records: ${counted.join(', ') || 'none'}`,
    ...(keptHere.length === 0 ? [] : ['Changed here since the last import, and left so:']),
    ...keptHere.map((each) => `  ${named(each)}: ${each.kept.join(', ')}`),
    ...(warned.length === 0 ? [] : ['Warnings of the server:', ...warned]),
    ...(notableCount > SHOWN ? [`and ${(notableCount - SHOWN).toLocaleString('en-US')} more records`] : []),
  ];
}
