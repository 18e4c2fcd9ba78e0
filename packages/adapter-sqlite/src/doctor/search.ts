import { BLOCK, SLOT_BASE, termsOf } from '@tandem/adapter-sql';
import { goalText } from '@tandem/core';
import type { Connection } from '../engine/sqlite.ts';
import { REBUILD_INDEX, REBUILD_WORKSPACE } from '../search.ts';
import {
  type Check,
  counted,
  fixed,
  inSnapshot,
  note,
  ok,
  PAUSE,
  repairable,
  type Unreadable,
} from './finding.ts';
import { SkippedWorkspaces, tablesIn } from './sources.ts';

const NAME = 'Search';

/** Documents that share a search block. */
interface Block {
  readonly ws: string;
  readonly lane: 'tasks' | 'placed';
  readonly block: number;
}

/** Every block with texts to index, or with words. */
const BLOCKS = `
  SELECT ws, lane, block FROM (
    SELECT DISTINCT workspace_id AS ws, 'tasks' AS lane, number / ${BLOCK} AS block FROM tasks
    UNION SELECT DISTINCT workspace_id, 'placed', ordinal / ${BLOCK} FROM search_placed
    UNION SELECT workspace_id, lane, block FROM search_blocks
  ) ORDER BY ws, lane, block`;

/** A text to index; `slot` is null if the index does not know it. */
interface StoredWords {
  readonly number: number;
  readonly slot: number | null;
  readonly title: string | null;
  readonly text: string | null;
  readonly test?: string | null;
}

const textsOf = (table: string, kind: string, column: string) => `
  SELECT x.number, s.slot, NULL AS title, x."${column}" AS text FROM ${table} x
  LEFT JOIN search_texts s ON s.workspace_id = x.workspace_id AND s.kind = '${kind}' AND s.ref = x.id
  WHERE x.workspace_id = ? AND x.number BETWEEN ? AND ?`;
const placedOf = (table: string, type: string, title: string, test = 'NULL') => `
  SELECT s.ordinal AS number, 0 AS slot, x."${title}" AS title, x.description AS text, ${test} AS test
  FROM search_placed s JOIN ${table} x ON x.workspace_id = s.workspace_id AND x.id = s.id
  WHERE s.workspace_id = ? AND s.ordinal BETWEEN ? AND ? AND s.type = '${type}'`;
const KEPT: Readonly<Record<Block['lane'], readonly string[]>> = {
  tasks: [
    `SELECT number, 0 AS slot, title, description AS text FROM tasks
     WHERE workspace_id = ? AND number BETWEEN ? AND ? AND archived < 2`,
    textsOf('comments', 'comment', 'body'),
    textsOf('results', 'result', 'summary'),
  ],
  placed: [
    placedOf('projects', 'project', 'title'),
    placedOf('initiatives', 'initiative', 'name'),
    placedOf('goals', 'goal', 'title', 'x.test'),
  ],
};
const SOURCES = tablesIn(Object.values(KEPT).flat().join('\n'));
/** Texts of a task that is being deleted may or may not be indexed. */
const BEING_DELETED =
  'SELECT number FROM tasks WHERE workspace_id = ? AND number BETWEEN ? AND ? AND archived = 2';
const WORDS = 'SELECT term, doc FROM temp.search_places WHERE term >= ? AND term < ?';
/** Read in the same snapshot as the texts: the first of a block may have been written since. */
const BLOCK_ID = 'SELECT id FROM search_blocks WHERE workspace_id = ? AND lane = ? AND block = ?';
const FILLING = 'SELECT 1 FROM search_fills WHERE workspace_id = ?';

/** An order-independent hash of the words. */
const printOf = (terms: Iterable<string>): number => {
  let sum = 0;
  for (const term of terms) {
    let hash = 0;
    for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x9e3779b1) + i;
    sum += (hash >>> 0) + 1;
  }
  return sum;
};

/** The number of documents in a block with wrong words; null while they are being indexed. */
function differingIn(on: Connection, { ws, lane, block }: Block): number | null {
  if (on.get(FILLING, [ws])) return null;
  const id = on.get<{ id: number }>(BLOCK_ID, [ws, lane, block])?.id ?? null;
  const range = [ws, block * BLOCK, (block + 1) * BLOCK - 1];
  const deleted = new Set(on.all<{ number: number }>(BEING_DELETED, range).map(({ number }) => number));
  const isBeingDeleted = (document: number) =>
    lane === 'tasks' && deleted.has(Math.floor(document / SLOT_BASE));
  const expected = new Map<number, number>();
  let differing = 0;
  for (const sql of KEPT[lane]) {
    for (const { number, slot, title, text, test = null } of on.all<StoredWords>(sql, range)) {
      if (slot === null) differing += isBeingDeleted(number * SLOT_BASE) ? 0 : 1;
      else {
        const terms = termsOf(title, goalText({ description: text, test }));
        if (terms.length > 0) expected.set(number * SLOT_BASE + slot, printOf(terms));
      }
    }
  }
  const found = new Map<number, number>();
  if (id !== null) {
    const shift = block * BLOCK * SLOT_BASE - id * 2 ** 32;
    const start = String(id).length;
    for (const [term, doc] of on.each(WORDS, [`${id}t`, `${id}y`])) {
      const document = (doc as number) + shift;
      found.set(document, (found.get(document) ?? 0) + printOf([(term as string).slice(start)]));
    }
  }
  for (const [document, print] of expected)
    if (!isBeingDeleted(document) && found.get(document) !== print) differing++;
  for (const document of found.keys()) if (!isBeingDeleted(document) && !expected.has(document)) differing++;
  return differing;
}

interface Scan {
  /** The number of documents with wrong words. */
  readonly differing: number;
  /** The workspaces of those documents. */
  readonly workspaces: ReadonlySet<string>;
  /** True if some texts are still being indexed. */
  readonly filling: boolean;
}

/** Looks through all blocks. */
function* scanBlocks(on: Connection): Generator<typeof PAUSE, Scan> {
  on.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_places USING fts5vocab(main, search, instance)');
  let differing = 0;
  const workspaces = new Set<string>();
  let filling = false;
  try {
    for (const block of on.all<Block>(BLOCKS, [])) {
      const found = inSnapshot(on, () => differingIn(on, block));
      if (found === null) filling = true;
      else differing += found;
      if (found) workspaces.add(block.ws);
      yield PAUSE;
    }
  } finally {
    on.exec('DROP TABLE temp.search_places');
  }
  return { differing, workspaces, filling };
}

/** True if no workspace has an unreadable text, so that the whole index may be rebuilt. */
const isSound = (on: Connection, unreadable: Unreadable): boolean =>
  on.all<{ id: string }>('SELECT id FROM workspaces', []).every(({ id }) => !unreadable.tableIn(id, SOURCES));

/** Checks that every text is indexed by its words and no others. */
export const search: Check = {
  name: NAME,
  *find(on) {
    const { differing, filling } = yield* scanBlocks(on);
    if (differing > 0) {
      yield repairable(
        `${NAME}: ${counted(differing, 'text')} ${differing === 1 ? 'has' : 'have'} wrong words in the index.`,
      );
    }
    if (filling) yield note(`${NAME}: a server is still indexing texts; they were not checked.`);
    else if (differing === 0) yield ok(`${NAME}: all texts are indexed correctly.`);
  },
  *repair(on, unreadable) {
    const scan = scanBlocks(on);
    let step = scan.next();
    while (!step.done) step = scan.next();
    const { workspaces } = step.value;
    const skipped = new SkippedWorkspaces(NAME, unreadable);
    const repaired = [...workspaces].filter((id) => !skipped.addIfUnreadable(id, SOURCES));
    if (repaired.length > 0) {
      if (isSound(on, unreadable)) on.exec(REBUILD_INDEX);
      else for (const id of repaired) for (const sql of REBUILD_WORKSPACE) on.changes(sql, [{ 1: id }]);
      yield fixed(`${NAME}: the server rebuilds the index when it runs.`);
    }
    yield* skipped.findings();
  },
};
