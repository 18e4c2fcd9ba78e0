import type { Document } from './document.ts';

/** The texts by which a document is found. */
export interface Texts {
  readonly title: string | null;
  readonly text: string | null;
}

/** A document whose words must be written in this transaction. */
export interface Unwritten {
  readonly ws: string;
  readonly document: Document;
  /** Null for a deleted document. */
  readonly texts: Texts | null;
  /** True if the index had none of its words before this transaction. */
  readonly fresh: boolean;
}

/** The final state of each document. */
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
