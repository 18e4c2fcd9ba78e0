import {
  beyond,
  DUE,
  type Gap,
  isReady,
  type Lane,
  query,
  type ReadyGaps,
  withGap,
  without,
} from '@tandem/adapter-sql';
import { sql } from 'kysely';
import type { Connection } from '../engine/sqlite.ts';

/** The skip ranges of a writer, which learns from triggers which tasks become ready. */
export interface KeptGaps extends ReadyGaps {
  /** Call it before a transaction, outside of it. */
  prepare(): void;
  /** Call it in a transaction before its first read. */
  begun(): void;
  committed(): void;
  /** Discards everything learned since the transaction began, after a partial or full rollback. */
  undone(): void;
}

/** Tasks passed in one scan from which on a range is recorded; below that, scanning is cheaper. */
const WORTH_KEEPING = 50;
/** Maximum queues with ranges; the least recently used are evicted. */
const MAX_LANES = 500;
/** Maximum ranges of a queue: they split while tasks become ready within a queue that is not scanned. */
const MAX_GAPS = 200;
/** Maximum changed tasks of a workspace since the last scan; beyond that, a fresh scan is as cheap. */
const MAX_CHANGED = 2_000;

/** Reports every change, by any statement, that may make a task ready. */
const TRIGGERS = `
CREATE TEMP TRIGGER IF NOT EXISTS ready_task_added AFTER INSERT ON main.tasks
BEGIN SELECT task_changed(NEW.workspace_id, NEW.number); END;
CREATE TEMP TRIGGER IF NOT EXISTS ready_task_changed AFTER UPDATE ON main.tasks
WHEN ${isReady('NEW')}
BEGIN SELECT task_changed(NEW.workspace_id, NEW.number); END;
CREATE TEMP TRIGGER IF NOT EXISTS ready_label_added AFTER INSERT ON main.task_labels
BEGIN SELECT task_changed(NEW.workspace_id, NEW.number); END;
CREATE TEMP TRIGGER IF NOT EXISTS ready_task_forgiven AFTER DELETE ON main.task_declines
BEGIN SELECT task_changed(OLD.workspace_id, OLD.number); END;
`;

interface Kept {
  readonly lane: Lane;
  readonly gaps: readonly Gap[];
}

interface Ready {
  number: number;
  priority: string;
  due: number;
  assignee_id: string | null;
  back_to: string | null;
}

const READY_NOW = query(
  (p: { ws: string; number: number }) => sql<Ready>`
    SELECT t.number, t.priority, ${DUE} AS due, t.assignee_id, t.back_to FROM tasks t
    WHERE t.workspace_id = ${p.ws} AND t.number = ${p.number} AND ${sql.raw(isReady('t'))}`,
);

export function readyGaps(connection: Connection, worthKeeping = WORTH_KEEPING): KeptGaps {
  const lanes = new Map<string, Kept>();
  /** Tasks that may have become ready, in workspaces with ranges. */
  const changed = new Map<string, Set<number>>();
  let wanted = false;
  let listening = false;
  /** The database's version when the ranges were valid. */
  let version = 0;
  /** The state before this transaction's changes. */
  const before = new Map<string, Kept | undefined>();
  const takenIn: (readonly [workspaceId: string, number: number])[] = [];

  const forget = (workspaceId?: string) => {
    for (const [key, { lane }] of lanes) {
      if (workspaceId === undefined || lane.workspaceId === workspaceId) lanes.delete(key);
    }
    if (workspaceId === undefined) changed.clear();
    else changed.delete(workspaceId);
    // After everything was discarded, the previous state is not valid either.
    for (const [key, kept] of before) {
      if (workspaceId === undefined || kept?.lane.workspaceId === workspaceId) before.set(key, undefined);
    }
  };

  const hear = (workspaceId: string, number: number) => {
    const numbers = changed.get(workspaceId);
    if (!numbers) return;
    numbers.add(number);
    if (numbers.size > MAX_CHANGED) forget(workspaceId);
  };

  const put = (key: string, lane: Lane, gaps: readonly Gap[]) => {
    if (!before.has(key)) before.set(key, lanes.get(key));
    lanes.delete(key);
    if (gaps.length <= MAX_GAPS) lanes.set(key, { lane, gaps });
  };

  const settle = () => {
    before.clear();
    takenIn.length = 0;
  };

  const undone = () => {
    for (const [key, kept] of before) {
      if (kept) lanes.set(key, kept);
      else lanes.delete(key);
    }
    const again = takenIn.splice(0);
    settle();
    for (const [workspaceId, number] of again) hear(workspaceId, number);
  };

  return {
    prepare: () => {
      if (!wanted || listening) return;
      connection.onCall('task_changed', (workspaceId, number) => hear(String(workspaceId), Number(number)));
      connection.exec(TRIGGERS);
      listening = true;
    },
    begun: () => {
      undone();
      // Another process has made changes that this one has not seen.
      if (lanes.size > 0 && connection.dataVersion() !== version) forget();
    },
    committed: settle,
    undone,
    refresh: (workspaceId) => {
      for (const number of changed.get(workspaceId) ?? []) {
        takenIn.push([workspaceId, number]);
        const ready = READY_NOW.get(connection, { ws: workspaceId, number }) as Ready | undefined;
        if (!ready) continue;
        for (const [key, { lane, gaps }] of [...lanes]) {
          if (!lies(ready, lane, workspaceId)) continue;
          const left = without(gaps, [ready.due, ready.number]);
          if (left !== gaps) put(key, lane, left);
        }
      }
      changed.get(workspaceId)?.clear();
    },
    beyond: (lane, at) => {
      const kept = lanes.get(keyOf(lane));
      return kept ? beyond(kept.gaps, at) : at;
    },
    found: (lane, gap, passed) => {
      const key = keyOf(lane);
      const kept = lanes.get(key);
      if (!kept && passed < worthKeeping) return;
      wanted = true;
      if (!listening) return;
      if (kept && beyond(kept.gaps, gap.from) === gap.to) return;
      if (lanes.size === 0) version = connection.dataVersion();
      if (!changed.has(lane.workspaceId)) changed.set(lane.workspaceId, new Set());
      put(key, lane, withGap(kept?.gaps ?? [], gap));
      if (lanes.size > MAX_LANES) lanes.delete(lanes.keys().next().value as string);
    },
  };
}

const keyOf = ({ workspaceId, phase, priority, agentId, wanted }: Lane): string =>
  [workspaceId, agentId, phase, priority, wanted].join(' ');

/** True if a ready task belongs to the queue, judged by its row alone. */
const lies = (task: Ready, lane: Lane, workspaceId: string): boolean =>
  lane.workspaceId === workspaceId &&
  lane.priority === task.priority &&
  (lane.phase === 'back' ? task.back_to : task.assignee_id) === (lane.phase === 'free' ? null : lane.agentId);
