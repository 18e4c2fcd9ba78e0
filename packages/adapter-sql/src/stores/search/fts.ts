import { wordsOf } from '@tandem/core';
import { sql } from 'kysely';
import type { Connection } from '../../connection.ts';
import { query } from '../../query.ts';
import { insertInto } from '../../rows.ts';
import type { Session } from '../../session.ts';
import {
  type Document,
  type Lane,
  SLOT_BASE,
  SLOTS,
  SLOTS_OF,
  type Text,
  type WordLookup,
} from './document.ts';
import { lastOfEach, type Texts, type Unwritten } from './unwritten.ts';

/*
 * Word index on SQLite: the FTS5 table `search`, which stores only the words of each document. A block has an id that
 * is unique in the database and prefixes each word, so that workspaces never share index entries. The document's rowid
 * derives from the block.
 */

const ROWS_OF_BLOCK = 2 ** 32;

const BLOCK_ID = query(
  (p: { ws: string; lane: string; block: number }) => sql<{ id: number }>`
    SELECT id FROM search_blocks WHERE workspace_id = ${p.ws} AND lane = ${p.lane} AND block = ${p.block}`,
);
const BLOCKS = query(
  (p: { ws: string; lane: string }) => sql<{ block: number; id: number }>`
    SELECT block, id FROM search_blocks WHERE workspace_id = ${p.ws} AND lane = ${p.lane}`,
);
const ADD_BLOCK = query(
  (p: { ws: string; lane: string; block: number }) => sql`
    INSERT INTO search_blocks (workspace_id, lane, block) VALUES (${p.ws}, ${p.lane}, ${p.block})`,
);
/** The task's next free slot for a comment or a result. */
const NEXT_SLOT = query(
  (p: { ws: string; number: number; first: number; end: number }) => sql<{ slot: number }>`
    SELECT COALESCE(MAX(slot) + 1, ${p.first}) AS slot FROM search_texts
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND slot >= ${p.first} AND slot < ${p.end}`,
);
const addRow = insertInto('search_texts');
const PUT = query(
  (p: { row: number; words: string }) => sql`
    INSERT INTO search (rowid, words) VALUES (CAST(${p.row} AS INTEGER), ${p.words})`,
);
const REMOVE = query((p: { row: number }) => sql`DELETE FROM search WHERE rowid = CAST(${p.row} AS INTEGER)`);
const MATCHES = query(
  (p: { words: string }) => sql<number>`SELECT rowid FROM search WHERE search MATCH ${p.words}`,
  ([row]) => row as number,
);

/** Words between two others, in order, with their document counts. */
const WORDS = query(
  (p: { after: string; before: string; limit: number }) => sql<{ term: string; doc: number }>`
    SELECT term, doc FROM temp.search_words WHERE term > ${p.after} AND term < ${p.before} LIMIT ${p.limit}`,
);

/** SQLite is synchronous. */
const now = <T>(answer: T | Promise<T>): T => answer as T;

const rowOf = (block: number, { number, slot }: Document, blockSize: number) =>
  block * ROWS_OF_BLOCK + (number % blockSize) * SLOT_BASE + slot;

/** Queues the words of a document; `fresh` means that the index has none of it yet. */
export function putWords(session: Session, document: Document, texts: Texts, fresh: boolean): void {
  session.unwritten.push({ ws: session.workspaceId, document, texts, fresh });
}

/** Queues a text for the task's next free slot. */
export function addText(session: Session, { kind, number, ref, text }: Text): void {
  const { connection: on, workspaceId: ws } = session;
  const [first, end] = [SLOTS_OF[kind], SLOTS_OF[kind] + SLOTS - 1];
  const { slot } = now(NEXT_SLOT.get(on, { ws, number, first, end })) as { slot: number };
  if (slot >= end) return;
  addRow(on, { workspace_id: ws, number, slot, kind, ref });
  putWords(session, { lane: 'tasks', number, slot }, { title: null, text }, true);
}

export function removeWords(session: Session, document: Document): void {
  session.unwritten.push({ ws: session.workspaceId, document, texts: null, fresh: false });
}

/**
 * Writes the words of this transaction. Call it before the commit and before any search in the transaction. FTS5
 * flushes all pending data whenever a statement with its own savepoint starts, which is true of most statements of a
 * unit, and merges the segments later. So all documents of a commit are written together, in rowid order.
 */
export function writeWords(session: Session): void {
  const { connection: on, blockSize, unwritten } = session;
  if (unwritten.length === 0) return;
  const blocks = new Map<string, number | undefined>();
  const blockOf = ({ ws, document: { lane, number }, texts }: Unwritten): number | undefined => {
    const key = { ws, lane, block: Math.floor(number / blockSize) };
    const name = `${ws} ${lane} ${key.block}`;
    if (!blocks.has(name)) blocks.set(name, now(BLOCK_ID.get(on, key))?.id);
    if (texts && blocks.get(name) === undefined) {
      ADD_BLOCK.run(on, key);
      blocks.set(name, now(BLOCK_ID.get(on, key))?.id);
    }
    return blocks.get(name);
  };
  const rows: { row: number; words: string | null; fresh: boolean }[] = [];
  for (const each of lastOfEach(unwritten)) {
    const block = blockOf(each);
    if (block === undefined) continue;
    const { document, texts, fresh } = each;
    rows.push({ row: rowOf(block, document, blockSize), words: texts && wordsBehind(block, texts), fresh });
  }
  rows.sort((a, b) => a.row - b.row);
  for (const { row, words, fresh } of rows) {
    if (!fresh) REMOVE.run(on, { row });
    if (words !== null) PUT.run(on, { row, words });
  }
  unwritten.length = 0;
}

/** The words of a document, prefixed with block and field like those of `termsOf`. */
function wordsBehind(block: number, { title, text }: Texts): string {
  const [inTitle, inText] = [` ${block}t`, ` ${block}x`];
  let words = '';
  if (title !== null) for (const word of wordsOf(title)) words += inTitle + word;
  if (text !== null) for (const word of wordsOf(text)) words += inText + word;
  return words;
}

/** The blocks of a workspace, with their ids. */
export type Blocks = ReadonlyMap<number, number>;

export function blocksOf(session: Session, lane: Lane): Blocks {
  writeWords(session);
  const rows = now(BLOCKS.all(session.connection, { ws: session.workspaceId, lane }));
  return new Map(rows.map(({ block, id }) => [block, id]));
}

/**
 * FTS5 reads all entries of all words with a prefix before it returns the first, which blocks every other request.
 * Beyond this many entries in a block (about 50 ms) the prefix is matched as a whole word.
 */
const MAX_ENTRIES = 100_000;
const WORDS_AT_ONCE = 64;
/** Sorts after every word with a given prefix. */
const LAST = '\u{10ffff}';

/** More than the documents of `WORDS_AT_ONCE` words. */
const PER_WORD = 10 ** 9;
/** For each prefix: its number of words, up to a limit, times `PER_WORD`, plus their documents. */
const COUNTS = query(
  (p: { prefixes: string; limit: number }) => sql<number>`
    SELECT (SELECT count(*) * ${sql.lit(PER_WORD)} + total(doc) FROM (
      SELECT doc FROM temp.search_words
      WHERE term >= given.value AND term < given.value || ${sql.lit(LAST)} LIMIT ${p.limit}))
    FROM json_each(${p.prefixes}) given`,
  ([count]) => count as number,
);

/** The lookups of prefixes that begin any word; a prefix with too many entries to read is a whole word. */
function lookUpsOf(on: Connection, prefixes: readonly string[]): readonly string[] {
  const counts = now(COUNTS.all(on, { prefixes: JSON.stringify(prefixes), limit: WORDS_AT_ONCE }));
  return prefixes.flatMap((prefix, i) => {
    const count = counts[i] ?? 0;
    if (count === 0) return [];
    const isComplete = count < WORDS_AT_ONCE * PER_WORD;
    const isOfTooMany = isComplete ? count % PER_WORD > MAX_ENTRIES : hasTooMany(on, prefix);
    return [isOfTooMany ? wordOf(prefix) : `${wordOf(prefix)}*`];
  });
}

const wordOf = (term: string) => `"${term}"`;

/** True if a prefix matches too many entries to read. */
function hasTooMany(on: Connection, beginning: string): boolean {
  let entries = 0;
  for (let after = beginning; ; ) {
    const words = now(WORDS.all(on, { after, before: beginning + LAST, limit: WORDS_AT_ONCE }));
    for (const { doc } of words) entries += doc;
    if (entries > MAX_ENTRIES) return true;
    if (words.length < WORDS_AT_ONCE) return false;
    after = (words.at(-1) as { term: string }).term;
  }
}

/** The documents that contain a word. */
export function documentsWith(
  on: Connection,
  ids: Blocks,
  blockSize: number,
  wordLookup: WordLookup,
): number[] {
  const { blocks, part, word } = wordLookup;
  /** The words to add to the rows of a block, by its id. */
  const shifts = new Map<number, number>();
  const terms: string[] = [];
  for (const block of blocks) {
    const id = ids.get(block);
    if (id === undefined) continue;
    shifts.set(id, block * blockSize * SLOT_BASE - id * ROWS_OF_BLOCK);
    terms.push(`${id}${part}${word.text}`);
  }
  const lookUps = word.beginning ? lookUpsOf(on, terms) : terms.map(wordOf);
  if (lookUps.length === 0) return [];
  const rows = now(MATCHES.all(on, { words: lookUps.join(' OR ') }));
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    rows[i] = row + (shifts.get(Math.floor(row / ROWS_OF_BLOCK)) as number);
  }
  return rows;
}
