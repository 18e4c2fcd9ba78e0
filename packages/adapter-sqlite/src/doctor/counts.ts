import type { Connection } from '../engine/sqlite.ts';
import { type Check, type Finding, fixed, inSnapshot, ok, PAUSE, repairable } from './finding.ts';
import { SkippedWorkspaces, tablesIn } from './sources.ts';

/** A trigger that counts an inserted row (see migrations/counting.ts). */
const COUNTING =
  /INSERT INTO counts .*?SELECT NEW\.workspace_id, '(\w+)', (.*?), (\S+)\s+WHERE (.*?)\s+ON CONFLICT/s;

/** A kind of count, and the rows that it counts. */
interface Kind {
  readonly kind: string;
  /** Returns workspace, owner, bucket and weight of each row that counts. */
  readonly rows: string;
}

/**
 * Read from the triggers themselves, the rules by which this database has counted: each row of the table takes the
 * place of NEW.
 */
function kindsIn(on: Connection): Kind[] {
  return on
    .all<{ tbl_name: string; sql: string }>(
      `SELECT tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '*_added' ORDER BY name`,
      [],
    )
    .flatMap(({ tbl_name, sql }) => {
      const [, kind, counted, weight, where] = COUNTING.exec(sql) ?? [];
      if (kind === undefined) return [];
      return [
        {
          kind,
          rows: `SELECT NEW.workspace_id, ${counted}, ${weight} FROM ${tbl_name} AS NEW WHERE ${where}`,
        },
      ];
    });
}

interface Difference {
  readonly workspaceId: string;
  readonly owner: string;
  readonly bucket: string;
  /** The actual number of rows; the stored count differs. */
  readonly n: number;
}

/** Stored counts that differ from their rows. Takes memory per count, not per row. */
function differencesOf(on: Connection, { kind, rows }: Kind): Difference[] {
  const counted = new Map<string, number>();
  for (const [workspaceId, owner, bucket, n] of on.each(rows)) {
    const id = JSON.stringify([workspaceId, owner, bucket]);
    counted.set(id, (counted.get(id) ?? 0) + (n as number));
  }
  const differing: Difference[] = [];
  const differs = (place: unknown, n: number) => {
    const [workspaceId, owner, bucket] = place as [string, string, string];
    differing.push({ workspaceId, owner, bucket, n });
  };
  for (const [workspaceId, owner, bucket, n] of on.each(
    'SELECT workspace_id, owner, bucket, n FROM counts WHERE kind = ?',
    [kind],
  )) {
    const place = [workspaceId, owner, bucket];
    const id = JSON.stringify(place);
    const there = counted.get(id) ?? 0;
    if (there !== n) differs(place, there);
    counted.delete(id);
  }
  for (const [id, n] of counted) differs(JSON.parse(id), n);
  return differing;
}

const NO_KIND = 'kind NOT IN (SELECT value FROM json_each(?))';

export const counts: Check = {
  name: 'Counts',
  *find(on) {
    const kinds = kindsIn(on);
    let sound = true;
    for (const kind of kinds) {
      yield PAUSE;
      const n = inSnapshot(on, () => differencesOf(on, kind).length);
      if (n === 0) continue;
      sound = false;
      yield repairable(`Stored counts of ${kind.kind} that differ from their rows: ${n}. Totals are wrong.`);
    }
    const unknown = on.all<{ kind: string }>(`SELECT DISTINCT kind FROM counts WHERE ${NO_KIND}`, [
      JSON.stringify(kinds.map(({ kind }) => kind)),
    ]);
    for (const { kind } of unknown) {
      sound = false;
      yield repairable(`Stored counts of the unknown kind ${kind}.`);
    }
    if (sound) yield ok('Counts: every stored count matches its rows.');
  },
  *repair(on, unreadable): Generator<Finding> {
    const kinds = kindsIn(on);
    const skipped = new SkippedWorkspaces('Counts', unreadable);
    for (const kind of kinds) {
      const differing = differencesOf(on, kind).filter(
        ({ workspaceId }) => !skipped.addIfUnreadable(workspaceId, tablesIn(kind.rows)),
      );
      for (const { workspaceId, owner, bucket, n } of differing) {
        on.run(
          `INSERT INTO counts (workspace_id, kind, owner, bucket, n) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (workspace_id, kind, owner, bucket) DO UPDATE SET n = excluded.n`,
          [workspaceId, kind.kind, owner, bucket, n],
        );
      }
      if (differing.length > 0) yield fixed(`Stored counts of ${kind.kind}: ${differing.length} recounted.`);
    }
    const known = JSON.stringify(kinds.map(({ kind }) => kind));
    const strangers = on.all(`DELETE FROM counts WHERE ${NO_KIND} RETURNING kind`, [known]).length;
    if (strangers > 0) yield fixed(`Stored counts of unknown kinds: ${strangers} removed.`);
    yield* skipped.findings();
  },
};
