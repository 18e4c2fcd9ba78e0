import {
  beyond,
  DUE,
  isReady,
  query,
  type ReadyQueue,
  type SkipCache,
  type SkipRange,
  without,
  withSkipRange,
} from '@tandem/adapter-sql';
import { sql } from 'kysely';
import type { Connection } from '../engine/sqlite.ts';

/** The skip ranges of a writer, which learns from triggers which tasks become ready. */
export interface WriterSkipCache extends SkipCache {
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
const MAX_QUEUES = 500;
/** Maximum ranges of a queue: they split while tasks become ready within a queue that is not scanned. */
const MAX_RANGES = 200;
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

interface Entry {
  readonly queue: ReadyQueue;
  readonly ranges: readonly SkipRange[];
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

export function createSkipCache(connection: Connection, worthKeeping = WORTH_KEEPING): WriterSkipCache {
  const queues = new Map<string, Entry>();
  /** Tasks that may have become ready, in workspaces with ranges. */
  const changed = new Map<string, Set<number>>();
  let wanted = false;
  let listening = false;
  /** The database's version when the ranges were valid. */
  let version = 0;
  /** The state before this transaction's changes. */
  const before = new Map<string, Entry | undefined>();
  const applied: (readonly [workspaceId: string, number: number])[] = [];

  const forget = (workspaceId?: string) => {
    for (const [key, { queue }] of queues) {
      if (workspaceId === undefined || queue.workspaceId === workspaceId) queues.delete(key);
    }
    if (workspaceId === undefined) changed.clear();
    else changed.delete(workspaceId);
    // After everything was discarded, the previous state is not valid either.
    for (const [key, entry] of before) {
      if (workspaceId === undefined || entry?.queue.workspaceId === workspaceId) before.set(key, undefined);
    }
  };

  const noteChange = (workspaceId: string, number: number) => {
    const numbers = changed.get(workspaceId);
    if (!numbers) return;
    numbers.add(number);
    if (numbers.size > MAX_CHANGED) forget(workspaceId);
  };

  const put = (key: string, queue: ReadyQueue, ranges: readonly SkipRange[]) => {
    if (!before.has(key)) before.set(key, queues.get(key));
    queues.delete(key);
    if (ranges.length <= MAX_RANGES) queues.set(key, { queue, ranges });
  };

  const settle = () => {
    before.clear();
    applied.length = 0;
  };

  const undone = () => {
    for (const [key, entry] of before) {
      if (entry) queues.set(key, entry);
      else queues.delete(key);
    }
    const again = applied.splice(0);
    settle();
    for (const [workspaceId, number] of again) noteChange(workspaceId, number);
  };

  return {
    prepare: () => {
      if (!wanted || listening) return;
      connection.onCall('task_changed', (workspaceId, number) =>
        noteChange(String(workspaceId), Number(number)),
      );
      connection.exec(TRIGGERS);
      listening = true;
    },
    begun: () => {
      undone();
      // Another process has made changes that this one has not seen.
      if (queues.size > 0 && connection.dataVersion() !== version) forget();
    },
    committed: settle,
    undone,
    refresh: (workspaceId) => {
      for (const number of changed.get(workspaceId) ?? []) {
        applied.push([workspaceId, number]);
        const ready = READY_NOW.get(connection, { ws: workspaceId, number }) as Ready | undefined;
        if (!ready) continue;
        for (const [key, { queue, ranges }] of [...queues]) {
          if (!belongsTo(ready, queue, workspaceId)) continue;
          const left = without(ranges, [ready.due, ready.number]);
          if (left !== ranges) put(key, queue, left);
        }
      }
      changed.get(workspaceId)?.clear();
    },
    beyond: (queue, at) => {
      const entry = queues.get(keyOf(queue));
      return entry ? beyond(entry.ranges, at) : at;
    },
    found: (queue, range, passed) => {
      const key = keyOf(queue);
      const entry = queues.get(key);
      if (!entry && passed < worthKeeping) return;
      wanted = true;
      if (!listening) return;
      if (entry && beyond(entry.ranges, range.from) === range.to) return;
      if (queues.size === 0) version = connection.dataVersion();
      if (!changed.has(queue.workspaceId)) changed.set(queue.workspaceId, new Set());
      put(key, queue, withSkipRange(entry?.ranges ?? [], range));
      if (queues.size > MAX_QUEUES) queues.delete(queues.keys().next().value as string);
    },
  };
}

const keyOf = ({ workspaceId, phase, priority, agentId, wanted }: ReadyQueue): string =>
  [workspaceId, agentId, phase, priority, wanted].join(' ');

/** True if a ready task belongs to the queue, judged by its row alone. */
const belongsTo = (task: Ready, queue: ReadyQueue, workspaceId: string): boolean =>
  queue.workspaceId === workspaceId &&
  queue.priority === task.priority &&
  (queue.phase === 'back' ? task.back_to : task.assignee_id) ===
    (queue.phase === 'free' ? null : queue.agentId);
