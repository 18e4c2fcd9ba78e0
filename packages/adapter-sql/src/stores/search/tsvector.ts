import { sql } from 'kysely';
import type { MaybePromise } from '../../connection.ts';
import { query } from '../../query.ts';
import type { Session } from '../../session.ts';
import {
  BLOCK,
  type Document,
  SLOT_BASE,
  SLOTS,
  SLOTS_OF,
  type Text,
  termsOf,
  type WordLookup,
} from './document.ts';

/*
 * Word index on PostgreSQL: each document has a `tsvector`, with a GIN index over them. A block has a key that prefixes
 * each word, which keeps the index entries of a word in a block small. The key includes the workspace; in case of a
 * collision, the rows still carry the workspace's id.
 */

interface Values {
  readonly ws: string;
  readonly number: number;
  readonly words: string;
}

const PUT_TASK = query(
  (p: Values) => sql`
    INSERT INTO search_texts (workspace_id, number, slot, kind, ref, words)
    VALUES (${p.ws}, ${p.number}, 0, 'task', '', array_to_tsvector(string_to_array(${p.words}, ' ')))
    ON CONFLICT (workspace_id, number, slot) DO UPDATE SET words = excluded.words`,
);
/** Inserts into the task's next free slot, unless the text has one already. */
const ADD_TEXT = query(
  (p: Values & { kind: string; ref: string; first: number }) => sql`
    INSERT INTO search_texts (workspace_id, number, slot, kind, ref, words)
    SELECT ${p.ws}, CAST(${p.number} AS BIGINT), next.slot, ${p.kind}, ${p.ref},
      array_to_tsvector(string_to_array(${p.words}, ' '))
    FROM (
      SELECT COALESCE(MAX(slot) + 1, CAST(${p.first} AS BIGINT)) AS slot FROM search_texts
      WHERE workspace_id = ${p.ws} AND number = CAST(${p.number} AS BIGINT)
        AND slot >= CAST(${p.first} AS BIGINT) AND slot < CAST(${p.first} AS BIGINT) + ${sql.lit(SLOTS)}) next
    WHERE next.slot < CAST(${p.first} AS BIGINT) + ${sql.lit(SLOTS - 1)}
    ON CONFLICT (workspace_id, kind, ref) WHERE slot > 0 DO NOTHING`,
);
const PUT_TEXT = query(
  (p: Values & { slot: number }) => sql`
    UPDATE search_texts SET words = array_to_tsvector(string_to_array(${p.words}, ' '))
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND slot = ${p.slot}`,
);
const PUT_PLACED = query(
  (p: Values) => sql`
    UPDATE search_placed SET words = array_to_tsvector(string_to_array(${p.words}, ' '))
    WHERE workspace_id = ${p.ws} AND ordinal = ${p.number}`,
);
const REMOVE = query(
  (p: { ws: string; number: number; slot: number }) => sql`
    DELETE FROM search_texts WHERE workspace_id = ${p.ws} AND number = ${p.number} AND slot = ${p.slot}`,
);

const WITH = {
  tasks: query(
    (p: { ws: string; words: string }) => sql<number>`
      SELECT number, slot FROM search_texts
      WHERE workspace_id = ${p.ws} AND words @@ CAST(CAST(${p.words} AS text) AS tsquery)`,
    ([number, slot]) => (number as number) * SLOT_BASE + (slot as number),
  ),
  placed: query(
    (p: { ws: string; words: string }) => sql<number>`
      SELECT ordinal FROM search_placed
      WHERE workspace_id = ${p.ws} AND words @@ CAST(CAST(${p.words} AS text) AS tsquery)`,
    ([ordinal]) => (ordinal as number) * SLOT_BASE,
  ),
};

export function putWords(session: Session, document: Document, terms: readonly string[]): void {
  const { connection: on, workspaceId: ws, blockSize } = session;
  const { lane, number, slot } = document;
  const words = wordsIn(ws, Math.floor(number / blockSize), terms);
  if (lane === 'placed') PUT_PLACED.run(on, { ws, number, words });
  else if (slot === 0) PUT_TASK.run(on, { ws, number, words });
  else PUT_TEXT.run(on, { ws, number, slot, words });
}

export function addText(session: Session, { kind, number, ref, text }: Text): void {
  const { connection: on, workspaceId: ws, blockSize } = session;
  const words = wordsIn(ws, Math.floor(number / blockSize), termsOf(null, text));
  ADD_TEXT.run(on, { ws, number, kind, ref, first: SLOTS_OF[kind], words });
}

const wordsIn = (workspaceId: string, block: number, terms: readonly string[]) => {
  const name = nameOf(workspaceId, block);
  return terms.map((term) => name + term).join(' ');
};

/** For other entities the words are a column of the entity's row. */
export function removeWords(
  { connection, workspaceId: ws }: Session,
  { lane, number, slot }: Document,
): void {
  if (lane === 'tasks') REMOVE.run(connection, { ws, number, slot });
}

/** The documents that contain a word. */
export function documentsWith(
  session: Session,
  { lane, blocks, part, word }: WordLookup,
): MaybePromise<number[]> {
  const { connection: on, workspaceId: ws } = session;
  const terms = blocks.map(
    (block) => `'${nameOf(ws, block)}${part}${word.text}'${word.beginning ? ':*' : ''}`,
  );
  return WITH[lane].all(on, { ws, words: terms.join(' | ') });
}

/**
 * The key of a block: a digest of the workspace and the block number, terminated so that no key is a prefix of another.
 */
const nameOf = (workspaceId: string, block: number): string =>
  `${digestOf(workspaceId)}.${block.toString(36)}.`;

const digests = new Map<string, string>();
const MAX_DIGESTS = 10_000;

/** A digest of about 50 bits. */
function digestOf(text: string): string {
  let known = digests.get(text);
  if (known === undefined) {
    let [a, b] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < text.length; i++) {
      a = Math.imul(a ^ text.charCodeAt(i), 2_654_435_761);
      b = Math.imul(b ^ text.charCodeAt(i), 1_597_334_677);
    }
    known = ((b >>> 0) % 2 ** 18).toString(36) + (a >>> 0).toString(36);
    if (digests.size >= MAX_DIGESTS) digests.clear();
    digests.set(text, known);
  }
  return known;
}

/** The indexed terms of a document, in a database with the default block size. */
export function termsOnPostgres(
  workspaceId: string,
  number: number,
  title: string | null,
  text: string | null,
): string[] {
  const name = nameOf(workspaceId, Math.floor(number / BLOCK));
  return termsOf(title, text).map((term) => name + term);
}
