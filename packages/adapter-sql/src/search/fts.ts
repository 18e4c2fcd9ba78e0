import { wordsOf } from '@tandem/core';
import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import { query } from '../query.ts';
import { insertInto } from '../rows.ts';
import type { Session } from '../session.ts';
import { type Document, type Lane, type Probe, SLOT_BASE, SLOTS, SLOTS_OF, type Text } from './document.ts';
import { lastOfEach, type Texts, type Unwritten } from './unwritten.ts';

/*
 * Words on SQLite: the virtual table `search` of FTS5, which holds of each document its words and nothing else. A block has a
 * number of its own among all of the database; each word stands behind it, so that no workspace's words are among
 * another's, and the rowid of a document is made of it.
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
/** The next slot of the task for a comment, or a result. */
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

/** Some of the words between two others, in their order, and in how many documents each is. */
const WORDS = query(
  (p: { after: string; before: string; limit: number }) => sql<{ term: string; doc: number }>`
    SELECT term, doc FROM temp.search_words WHERE term > ${p.after} AND term < ${p.before} LIMIT ${p.limit}`,
);

/** SQLite answers at once. */
const now = <T>(answer: T | Promise<T>): T => answer as T;

const rowOf = (block: number, { number, slot }: Document, blockSize: number) =>
  block * ROWS_OF_BLOCK + (number % blockSize) * SLOT_BASE + slot;

/** Keeps the words of a document; `fresh` says that there are none of it yet. */
export function putWords(session: Session, document: Document, texts: Texts, fresh: boolean): void {
  session.unwritten.push({ ws: session.workspaceId, document, texts, fresh });
}

/** In the next slot of the task. */
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
 * Writes the words of this transaction; to be called at its end, and before words are looked for in it.
 *
 * FTS5 writes down all that it holds whenever a statement begins that can be undone by itself, as most of a unit of work can,
 * and merges these parts later. So it is told of all documents of a commit at once, in the order of its rows.
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

/** The words of a document, each behind the block and the sign of what it stands in: so as `termsOf` has them. */
function wordsBehind(block: number, { title, text }: Texts): string {
  const [inTitle, inText] = [` ${block}t`, ` ${block}x`];
  let words = '';
  if (title !== null) for (const word of wordsOf(title)) words += inTitle + word;
  if (text !== null) for (const word of wordsOf(text)) words += inText + word;
  return words;
}

/** The blocks that a workspace has, and what they are called. */
export type Blocks = ReadonlyMap<number, number>;

export function blocksOf(session: Session, lane: Lane): Blocks {
  writeWords(session);
  const rows = now(BLOCKS.all(session.connection, { ws: session.workspaceId, lane }));
  return new Map(rows.map(({ block, id }) => [block, id]));
}

/**
 * FTS5 reads all entries of all words that begin so before it gives the first, and nobody else is answered meanwhile. Beyond so
 * many in one block, some 50 ms, what is looked for is the word itself.
 */
const MAX_ENTRIES = 100_000;
const WORDS_AT_ONCE = 64;
/** Behind all words that begin as something does. */
const LAST = '\u{10ffff}';

/** Whether words that begin so have so many entries that they cannot all be read. */
function isOfTooMany(on: Connection, beginning: string): boolean {
  let entries = 0;
  for (let after = beginning; ; ) {
    const words = now(WORDS.all(on, { after, before: beginning + LAST, limit: WORDS_AT_ONCE }));
    for (const { doc } of words) entries += doc;
    if (entries > MAX_ENTRIES) return true;
    if (words.length < WORDS_AT_ONCE) return false;
    after = (words.at(-1) as { term: string }).term;
  }
}

/** Which documents have a word. */
export function documentsWith(on: Connection, ids: Blocks, blockSize: number, probe: Probe): number[] {
  const { blocks, part, word } = probe;
  return blocks.flatMap((block) => {
    const id = ids.get(block);
    if (id === undefined) return [];
    const term = `${id}${part}${word.text}`;
    const asBeginning = word.beginning && !isOfTooMany(on, term);
    const rows = now(MATCHES.all(on, { words: `"${term}"${asBeginning ? '*' : ''}` }));
    const shift = block * blockSize * SLOT_BASE - id * ROWS_OF_BLOCK;
    for (let i = 0; i < rows.length; i++) rows[i] = (rows[i] as number) + shift;
    return rows;
  });
}
