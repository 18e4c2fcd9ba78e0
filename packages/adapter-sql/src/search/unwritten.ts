import type { Document } from './document.ts';

/** What a document is found by. */
export interface Texts {
  readonly title: string | null;
  readonly text: string | null;
}

/** A document whose words are still to be written in this transaction. */
export interface Unwritten {
  readonly ws: string;
  readonly document: Document;
  /** Null for one that is gone. */
  readonly texts: Texts | null;
  /** Whether none of its words were kept before this transaction. */
  readonly fresh: boolean;
}

/** What has become of each document in the end. */
export function lastOfEach(unwritten: readonly Unwritten[]): Iterable<Unwritten> {
  if (unwritten.length === 1) return unwritten;
  const last = new Map<string, Unwritten>();
  for (const each of unwritten) {
    const { ws, document } = each;
    const key = `${ws} ${document.lane} ${document.number} ${document.slot}`;
    const before = last.get(key);
    last.set(key, before ? { ...each, fresh: before.fresh } : each);
  }
  return last.values();
}
