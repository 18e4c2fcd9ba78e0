import { termsOnPostgres } from '@tandem/adapter-sql';
import { goalText } from '@tandem/core';
import { NO_LIMITS, openWire, type Wire } from '../engine/wire.ts';
import { SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { explained, shownUrl } from '../transfer/refusals.ts';

/**
 * The number of texts whose index entries are wrong; `filling` is true if some texts were skipped because they are
 * still being indexed.
 */
export interface Words {
  readonly differing: number;
  readonly filling: boolean;
}

/** Maximum number of tasks, or other entities, whose texts one statement reads. */
const BATCH_SIZE = 1_000;

const words = (of: string) => `array_to_string(tsvector_to_array(${of}.words), ' ')`;
const textsOf = (table: string, kind: string, column: string) => `
  SELECT x.number, NULL, x.${column}, NULL, ${words('s')} FROM ${table} x
  JOIN tasks t ON t.workspace_id = x.workspace_id AND t.number = x.number AND t.archived < 2
  LEFT JOIN search_texts s ON s.workspace_id = x.workspace_id AND s.kind = '${kind}' AND s.ref = x.id AND s.slot > 0
  WHERE x.workspace_id = $1 AND x.number BETWEEN $2 AND $3`;
const placedOf = (table: string, type: string, title: string, test = 'NULL') => `
  SELECT s.ordinal, x.${title}, x.description, ${test}, ${words('s')} FROM search_placed s
  JOIN ${table} x ON x.workspace_id = s.workspace_id AND x.id = s.id
  WHERE s.workspace_id = $1 AND s.type = '${type}' AND s.ordinal BETWEEN $2 AND $3`;

/** Columns: number, title, text, additional text, and the indexed words. */
const TASKS = [
  `SELECT t.number, t.title, t.description, NULL, ${words('s')} FROM tasks t
   LEFT JOIN search_texts s ON s.workspace_id = t.workspace_id AND s.number = t.number AND s.slot = 0
   WHERE t.workspace_id = $1 AND t.archived < 2 AND t.number BETWEEN $2 AND $3`,
  textsOf('comments', 'comment', 'body'),
  textsOf('results', 'result', 'summary'),
];
const PLACED = [
  placedOf('projects', 'project', 'title'),
  placedOf('initiatives', 'initiative', 'name'),
  placedOf('goals', 'goal', 'title', 'x.test'),
];
/** Words of missing rows; a task that is being deleted may still have some. */
const ORPHANED = `
  SELECT count(*) FROM search_texts s
  LEFT JOIN tasks t ON t.workspace_id = $1 AND t.number = s.number
  WHERE s.workspace_id = $1 AND (t.number IS NULL OR (s.slot = 0 AND t.archived = 2) OR (t.archived < 2 AND (
    (s.kind = 'comment' AND NOT EXISTS (SELECT FROM comments c WHERE c.workspace_id = $1 AND c.id = s.ref))
    OR (s.kind = 'result' AND NOT EXISTS (SELECT FROM results r WHERE r.workspace_id = $1 AND r.id = s.ref)))))`;
const LAST = `
  SELECT COALESCE((SELECT MAX(number) FROM tasks WHERE workspace_id = $1), 0),
    COALESCE((SELECT MAX(ordinal) FROM search_placed WHERE workspace_id = $1), 0)`;

/** Checks that every text is indexed by its words, in one snapshot, while servers may be running. */
export async function examineWords(url: string): Promise<Words> {
  let wire: Wire | undefined;
  try {
    wire = await openWire({ url, purpose: 'doctor' }, NO_LIMITS);
    if ((await schemaVersion(wire)) !== SCHEMA_VERSION) return { differing: 0, filling: true };
    await wire.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    let differing = 0;
    let filling = false;
    for (const [ws] of await wire.rows('SELECT id FROM workspaces')) {
      const [left] = await wire.rows('SELECT EXISTS (SELECT FROM search_fills WHERE workspace_id = $1)', [
        ws,
      ]);
      if (left?.[0] === 1) filling = true;
      else differing += await differingIn(wire, String(ws));
    }
    return { differing, filling };
  } catch (error) {
    throw explained(error, shownUrl(url));
  } finally {
    await wire?.close().catch(() => undefined);
  }
}

async function differingIn(wire: Wire, ws: string): Promise<number> {
  const [[lastTask = 0, lastPlaced = 0] = []] = await wire.rows(LAST, [ws]);
  const [[orphaned = 0] = []] = await wire.rows(ORPHANED, [ws]);
  const inTasks = await differingAmong(wire, ws, TASKS, Number(lastTask));
  return Number(orphaned) + inTasks + (await differingAmong(wire, ws, PLACED, Number(lastPlaced)));
}

async function differingAmong(
  wire: Wire,
  ws: string,
  statements: readonly string[],
  last: number,
): Promise<number> {
  let differing = 0;
  for (let from = 0; from <= last; from += BATCH_SIZE) {
    for (const sql of statements) {
      for (const [number, title, text, test, stored] of await wire.rows(sql, [
        ws,
        from,
        from + BATCH_SIZE - 1,
      ])) {
        const goal = goalText({ description: text as string | null, test: test as string | null });
        const terms = termsOnPostgres(ws, Number(number), title as string | null, goal);
        if (stored === null || sorted(String(stored).split(' ')) !== sorted(terms)) differing++;
      }
    }
  }
  return differing;
}

const sorted = (terms: readonly string[]) =>
  [...terms]
    .filter((term) => term !== '')
    .sort()
    .join(' ');
