import type { Connection } from '../engine/sqlite.ts';
import { type Check, fixed, ok, repairable, wrong } from './finding.ts';
import { SkippedWorkspaces } from './sources.ts';
import { isOfTandem } from './structure.ts';

/** Tables with their own numbering. */
const NUMBERED_APART = ['events', 'notifications'];

/** Tables with the sequence that numbers their rows. */
function numberedIn(on: Connection): { table: string; column: string; sequence: string }[] {
  const ordered = on
    .all<{ name: string }>(
      `SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name = 'seq'`,
      [],
    )
    .filter(({ name }) => isOfTandem(name) && !NUMBERED_APART.includes(name))
    .map(({ name }) => ({ table: name, column: 'seq', sequence: 'row' }));
  return [{ table: 'tasks', column: 'number', sequence: 'task' }, ...ordered];
}

interface Behind {
  readonly table: string;
  readonly sequence: string;
  readonly workspaceId: string;
  readonly highest: number;
  readonly value: number | null;
}

/** Sequences that would reuse an existing number. */
function* behindIn(on: Connection): Generator<Behind> {
  for (const { table, column, sequence } of numberedIn(on)) {
    yield* on.all<Behind>(
      `SELECT ? AS "table", ? AS sequence, t.workspace_id AS workspaceId, t.highest, s.value
       FROM (SELECT workspace_id, max(${column}) AS highest FROM ${table} GROUP BY workspace_id) t
       LEFT JOIN sequences s ON s.workspace_id = t.workspace_id AND s.name = ?
       WHERE t.highest > COALESCE(s.value, 0)`,
      [table, sequence, sequence],
    );
  }
}

export const sequences: Check = {
  name: 'Sequences',
  *find(on) {
    let sound = true;
    for (const { table, sequence, workspaceId, highest, value } of behindIn(on)) {
      sound = false;
      const state = value === null ? 'is missing' : `is at ${value}`;
      yield repairable(
        `The sequence "${sequence}" of workspace ${workspaceId} ${state}, but ${table} has ${highest}.`,
      );
    }
    if (sound) yield ok('Sequences: none is behind the rows it numbers.');
  },
  *repair(on, unreadable) {
    const skipped = new SkippedWorkspaces('Sequences', unreadable);
    const all = numberedIn(on);
    const numberedBy = (sequence: string) =>
      all.filter((each) => each.sequence === sequence).map(({ table }) => table);
    for (const { table, sequence, workspaceId, highest } of [...behindIn(on)]) {
      if (skipped.addIfUnreadable(workspaceId, numberedBy(sequence))) continue;
      on.run(
        `INSERT INTO sequences (workspace_id, name, value) VALUES (?, ?, ?)
         ON CONFLICT (workspace_id, name) DO UPDATE SET value = max(value, excluded.value)`,
        [workspaceId, sequence, highest],
      );
      yield fixed(
        `The sequence "${sequence}" of workspace ${workspaceId} continues after ${highest} of ${table}.`,
      );
    }
    yield* skipped.findings();
  },
};

/** The log is numbered without gaps and append-only; events without activity entries expire. */
export const log: Check = {
  name: 'Log',
  *find(on) {
    const broken = on.all<{ workspaceId: string; missing: number; first: number }>(
      `SELECT e.workspace_id AS workspaceId, max(seq) - kept - count(*) AS missing, min(seq) - kept AS first
       FROM (SELECT w.id, COALESCE(l.kept_after, 0) AS kept
             FROM workspaces w LEFT JOIN event_logs l ON l.workspace_id = w.id) w
       JOIN events e ON e.workspace_id = w.id AND e.seq > w.kept
       GROUP BY e.workspace_id HAVING max(seq) - kept <> count(*) OR min(seq) <> kept + 1`,
      [],
    );
    for (const { workspaceId, missing, first } of broken) {
      const after =
        first === 1 ? `, the first after ${beforeGap(on, workspaceId)}` : ', including the very first';
      yield wrong(
        `Log: entries are missing in workspace ${workspaceId}: ${missing}${after}. Restore a backup; everything else works without them.`,
      );
    }
    if (broken.length === 0) yield ok('Log: entries are numbered without gaps.');
  },
};

const beforeGap = (on: Connection, workspaceId: string): number | undefined =>
  on.get<{ seq: number }>(
    `SELECT seq FROM events e WHERE workspace_id = ? AND NOT EXISTS (
       SELECT 1 FROM events n WHERE n.workspace_id = e.workspace_id AND n.seq = e.seq + 1)
     AND seq > COALESCE((SELECT kept_after FROM event_logs WHERE workspace_id = e.workspace_id), 0)
     ORDER BY seq LIMIT 1`,
    [workspaceId],
  )?.seq;
