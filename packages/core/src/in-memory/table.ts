import { frozen } from '../shared/frozen.ts';
import { type Page, type PageSlice, pageOf } from '../shared/page.ts';

/** Undo functions for the changes of a unit of work, oldest first. */
export type Journal = (() => void)[];

/** Rows by key, in insertion order; records an undo function for each change. */
export interface Table<Row> {
  get(key: string | number): Row | undefined;
  put(key: string | number, row: Row): void;
  delete(key: string | number): void;
  find(test: (row: Row) => boolean): Row | undefined;
  filter(test: (row: Row) => boolean): Row[];
  /** Like `filter`, with the position of each row. */
  entries(test: (row: Row) => boolean): Entry<Row>[];
  /** A keyset page by insertion order. */
  page(test: (row: Row) => boolean, slice: PageSlice, order: 'newest' | 'oldest'): Page<Row>;
  /** Replaces all rows by those of another table. Rows are immutable, so both can share them. */
  takeOver(other: Table<Row>): void;
  /** The contents that `takeOver` copies. */
  readonly state: State<Row>;
}

export interface Entry<Row> {
  readonly seq: number;
  readonly row: Row;
}

interface State<Row> {
  readonly entries: Map<string | number, Entry<Row>>;
  lastSeq: number;
}

export function table<Row>(journal: Journal): Table<Row> {
  const entries = new Map<string | number, Entry<Row>>();
  const state: State<Row> = { entries, lastSeq: 0 };

  const restore = (key: string | number, entry: Entry<Row> | undefined) =>
    journal.push(() => {
      if (entry) entries.set(key, entry);
      else entries.delete(key);
    });
  const inOrder = () => [...entries.values()].sort((a, b) => a.seq - b.seq);
  const matching = (test: (row: Row) => boolean) => inOrder().filter(({ row }) => test(row));
  const filter = (test: (row: Row) => boolean) => matching(test).map(({ row }) => row);

  return {
    get: (key) => entries.get(key)?.row,
    put: (key, row) => {
      const before = entries.get(key);
      restore(key, before);
      entries.set(key, { seq: before?.seq ?? ++state.lastSeq, row: frozen(row) });
    },
    delete: (key) => {
      restore(key, entries.get(key));
      entries.delete(key);
    },
    find: (test) => filter(test)[0],
    filter,
    entries: matching,
    page: (test, { limit, after }, order) => {
      const forward = order === 'oldest';
      const following = matching(test).filter(
        ({ seq }) => after === undefined || (forward ? seq > Number(after) : seq < Number(after)),
      );
      if (!forward) following.reverse();
      const page = pageOf(following.slice(0, limit + 1), limit, ({ seq }) => seq);
      return { ...page, items: page.items.map(({ row }) => row) };
    },
    takeOver: ({ state: { entries: others, lastSeq } }) => {
      entries.clear();
      for (const [key, entry] of others) entries.set(key, entry);
      state.lastSeq = lastSeq;
    },
    state,
  };
}

/** A single value whose changes can be undone. */
export function cell<T>(journal: Journal, initial: T) {
  let value = initial;
  return {
    takeOver: (other: { get(): T }) => {
      value = other.get();
    },
    get: () => value,
    set: (next: T) => {
      const before = value;
      journal.push(() => {
        value = before;
      });
      value = frozen(next);
    },
  };
}
