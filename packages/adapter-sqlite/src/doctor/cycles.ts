import type { Connection } from '../engine/sqlite.ts';
import { type Check, counted, ok, wrong } from './finding.ts';

/** An edge from one node to another. */
type Edge = readonly [from: number, to: number];

const MAX_REPORTED = 3;
const MAX_SHOWN = 8;

/** Relations, parents and reporting lines that must not form cycles. */
export const cycles: Check = {
  name: 'Cycles',
  *find(on) {
    let found = 0;
    for (const { id } of on.all<{ id: string }>('SELECT id FROM workspaces', [])) {
      for (const kind of ['blocks', 'duplicate_of']) {
        for (const cycle of cyclesAmong(relations(on, id, kind))) {
          if (++found > MAX_REPORTED) continue;
          yield wrong(
            `Cycles: ${kind} in workspace ${id}: ${cycleText(cycle)}. Remove one of these relations through the API.`,
          );
        }
      }
    }
    for (const { id } of on.all<{ id: string }>('SELECT id FROM workspaces', [])) {
      for (const cycle of cyclesAmong(parents(on, id))) {
        if (++found > MAX_REPORTED) continue;
        yield wrong(
          `Cycles: parents in workspace ${id}: ${cycleText(cycle)}. Set parentTaskNumber of one of these tasks to null through the API.`,
        );
      }
    }
    for (const cycle of cyclesAmong(reports(on))) {
      if (++found > MAX_REPORTED) continue;
      const names = cycle.map((rowid) => nameOf(on, rowid));
      yield wrong(
        `Cycles: reportsTo: ${cycleText(names)}. Set reportsTo of one of these agents to null through the API.`,
      );
    }
    if (found > MAX_REPORTED)
      yield wrong(`Cycles: ${counted(found - MAX_REPORTED, 'more cycle')}. Fix these and check again.`);
    if (found === 0)
      yield ok('Cycles: there are none among blockers, duplicates, parents and reporting lines.');
  },
};

const cycleText = (cycle: readonly (string | number)[]) =>
  cycle.length > MAX_SHOWN
    ? `${cycle.slice(0, MAX_SHOWN).join(' → ')} → … (${cycle.length} in all)`
    : [...cycle, cycle[0]].join(' → ');

/** A removed task is part of no cycle, although its relations are deleted later. */
const HERE = (column: string) =>
  `(SELECT archived FROM tasks WHERE workspace_id = r.workspace_id AND number = r.${column}) < 2`;

const relations = (on: Connection, workspaceId: string, kind: string) =>
  on.each(
    `SELECT from_number, to_number FROM relations r INDEXED BY relations_from
     WHERE workspace_id = ? AND +kind = ? AND ${HERE('from_number')} AND ${HERE('to_number')}
     ORDER BY from_number`,
    [workspaceId, kind],
  ) as Iterable<Edge>;

const parents = (on: Connection, workspaceId: string) =>
  on.each(
    `SELECT parent_number, number FROM tasks INDEXED BY tasks_by_parent
     WHERE workspace_id = ? AND parent_number IS NOT NULL ORDER BY parent_number`,
    [workspaceId],
  ) as Iterable<Edge>;

const reports = (on: Connection) =>
  on.each(
    `SELECT m.rowid, r.rowid FROM members m NOT INDEXED
     CROSS JOIN members r ON r.workspace_id = m.workspace_id AND r.id = m.reports_to ORDER BY m.rowid`,
  ) as Iterable<Edge>;

const nameOf = (on: Connection, rowid: number): string =>
  on.get<{ id: string }>('SELECT id FROM members WHERE rowid = ?', [rowid])?.id ?? '?';

const UNSEEN = 0;
const ON_PATH = 1;
const DONE = 2;

/**
 * The cycles in a graph whose edges come sorted by start; of cycles that share edges, perhaps not all. A depth-first
 * search that reports each return to its current path. Takes about twenty bytes per edge.
 */
export function* cyclesAmong(edges: Iterable<Edge>): Generator<number[]> {
  const { starts, firsts, ends } = gathered(edges);
  const states = new Uint8Array(starts.length);
  /** The next unvisited edge of each node. */
  const next = Int32Array.from(firsts);
  for (let root = 0; root < starts.length; root++) {
    if (states[root] !== UNSEEN) continue;
    const path = [root];
    states[root] = ON_PATH;
    while (path.length > 0) {
      const node = path.at(-1) as number;
      const edge = next[node] as number;
      if (edge === firsts[node + 1]) {
        states[node] = DONE;
        path.pop();
        continue;
      }
      next[node] = edge + 1;
      const target = indexIn(starts, ends[edge] as number);
      if (target === -1 || states[target] === DONE) continue;
      if (states[target] === ON_PATH) {
        yield path.slice(path.indexOf(target)).map((each) => starts[each] as number);
      } else {
        states[target] = ON_PATH;
        path.push(target);
      }
    }
  }
}

/** The nodes with outgoing edges; those of the i-th node are from `firsts[i]` up to `firsts[i + 1]`. */
function gathered(edges: Iterable<Edge>) {
  const starts: number[] = [];
  const firsts: number[] = [];
  const ends: number[] = [];
  for (const [from, to] of edges) {
    if (starts.at(-1) !== from) {
      starts.push(from);
      firsts.push(ends.length);
    }
    ends.push(to);
  }
  firsts.push(ends.length);
  return { starts: Float64Array.from(starts), firsts, ends };
}

function indexIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = sorted[middle] as number;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
