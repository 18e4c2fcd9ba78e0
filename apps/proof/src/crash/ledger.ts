import { open } from 'node:fs/promises';

/** The request of each kind of write, and the part of its response that is worth recording. */
export interface Writes {
  task: { asked: { title: string }; answer: { id: string; number: number } };
  transition: { asked: { task: string; to: string }; answer: { status: string } };
  patch: { asked: { task: string; field: 'title' | 'description'; value: string }; answer: { id: string } };
  comment: { asked: { task: string; body: string }; answer: { id: string } };
  upload: { asked: { fileName: string; size: number; sha256: string }; answer: { id: string } };
  attach: { asked: { task: string; file: string; fileName: string }; answer: { id: string } };
  message: {
    asked: { key: string; chat: string | null; body: string };
    answer: { chat: string; message: string; turn: string; replayed: boolean };
  };
  claim: { asked: { agent: string }; answer: { turn: string; token: string } };
  reply: { asked: { turn: string; body: string }; answer: { message: string } };
  fail: { asked: { turn: string; errorCode: string }; answer: { turn: string } };
}

export type Kind = keyof Writes;

export const KINDS: readonly Kind[] = [
  'task',
  'transition',
  'patch',
  'comment',
  'upload',
  'attach',
  'message',
  'claim',
  'reply',
  'fail',
];

/** One line of the ledger. An unanswered write has no response: it may or may not have taken effect. */
export type Entry<K extends Kind = Kind> = {
  [P in K]: {
    readonly kind: P;
    readonly asked: Writes[P]['asked'];
    readonly answer: Writes[P]['answer'] | null;
  };
}[K];

export interface Ledger {
  /** Resolves when the entry is on disk; entries added together share an fsync. */
  add(entry: Entry): Promise<void>;
}

export async function openLedger(path: string): Promise<Ledger> {
  const file = await open(path, 'a');
  let batch: string[] = [];
  let flushed: Promise<void> | null = null;
  const flush = async () => {
    // Waits for the current batch, so that all entries added in this event loop turn join the next one.
    await new Promise(setImmediate);
    const lines = batch;
    batch = [];
    flushed = null;
    await file.appendFile(lines.join(''));
    await file.datasync();
  };
  let last: Promise<void> = Promise.resolve();
  return {
    add: (entry) => {
      batch.push(`${JSON.stringify(entry)}\n`);
      if (!flushed) {
        flushed = last.then(flush);
        last = flushed;
      }
      return flushed;
    },
  };
}

/** All lines of a ledger in order of arrival, which for one writer is the order of its writes. */
export const readLedger = (text: string): Entry[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry);

/** The entries of one kind. */
export const ofKind = <K extends Kind>(entries: readonly Entry[], kind: K): Entry<K>[] =>
  entries.filter((entry) => entry.kind === kind) as unknown as Entry<K>[];

/** The number of entries of each kind, and how many were unanswered or replayed. */
export function figuresOf(entries: readonly Entry[]) {
  const acknowledged: Partial<Record<Kind, number>> = {};
  let unanswered = 0;
  let replayed = 0;
  for (const { kind, answer } of entries) {
    if (answer) acknowledged[kind] = (acknowledged[kind] ?? 0) + 1;
    else unanswered++;
    if (answer && 'replayed' in answer && answer.replayed) replayed++;
  }
  return { acknowledged, unanswered, replayed };
}
