import { TASK_STATUSES, type TaskFilter, type TaskOrder, type TaskPosition, type Word } from '@tandem/core';
import { sql } from 'kysely';
import { indexedBy, JOIN_IN_ORDER, textsOf } from '../../dialect.ts';
import { queriesByShape, query } from '../../query.ts';
import type { Session } from '../../session.ts';
import { blocksOf } from '../search/fts.ts';
import { matchesIn, noStatistics, type WordSearch } from '../search/matches.ts';
import { givenNumbers } from '../search/states.ts';
import { lastTask, nextBlocks } from '../search/walk.ts';
import type { Condition } from './conditions.ts';
import { checksOf, parametersOf, type Sorted, type Values } from './range.ts';
import { columnOf } from './segments.ts';

/** Tasks found by their words. */
interface Found {
  readonly found: readonly Sorted[];
  /** Where a list by number continues; null at its end. */
  readonly next: TaskPosition | null;
  /** False if more tasks may have all words. */
  readonly isComplete: boolean;
}

/**
 * Other orders need all their tasks at once, so they have only the newest. `pageEffort` does not apply, because no next
 * page continues the search.
 */
const SORTED = 1_000;
const SORT_EFFORT = 10_000;

/** Index entries that a look-up of a task's state reads. */
const STATE_COST = 2;

/** Matches checked by one statement. */
const CHUNK = 500;

/**
 * The next tasks with all words that meet the conditions, one more than the page holds if there are more. It walks the
 * blocks of the search in list order, and checks the conditions on the matches (docs/decisions/0081).
 */
export async function withWords(
  session: Session,
  filter: TaskFilter,
  conditions: readonly Condition[],
  /** Null to count the tasks. */
  order: TaskOrder | null,
  limit: number,
  after: TaskPosition | undefined,
): Promise<Found> {
  const column = order && columnOf(order);
  const pages = order !== null && column === null;
  const desc = !pages || order.order === 'desc';
  const wanted = pages ? limit + 1 : SORTED;
  // Separate, so that a page gets on with the matches of a block that took all the effort of reading.
  const reading = { left: pages ? session.pageEffort : SORT_EFFORT };
  const checking = { ...reading };
  const perMatch = conditions.reduce((sum, { cost }) => sum + cost, STATE_COST);
  const found: Sorted[] = [];
  const end = (number: number): Found => ({ found, next: pages ? [null, number] : null, isComplete: false });
  for await (const { numbers, isLast, upTo } of matchesInOrder(session, filter.words ?? [], reading, {
    desc,
    after: pages ? after?.[1] : undefined,
  })) {
    for (let from = 0; from < numbers.length; ) {
      const count = Math.max(1, Math.min(CHUNK, Math.floor(checking.left / perMatch)));
      const chunk = numbers.slice(from, from + count);
      from += chunk.length;
      checking.left -= chunk.length * perMatch;
      const met = await checked(session, chunk, filter, conditions, column);
      found.push(...met.slice(0, wanted - found.length));
      if (found.length === wanted) return { found, next: null, isComplete: false };
      if (checking.left < perMatch && from < numbers.length) return end(chunk.at(-1) as number);
    }
    if ((reading.left <= 0 || checking.left < perMatch) && !isLast) return end(upTo);
  }
  return { found, next: null, isComplete: true };
}

interface Direction {
  readonly desc: boolean;
  /** Undefined at the start. */
  readonly after: number | undefined;
}

/** The matches of a few blocks, in list order. */
interface Step {
  readonly numbers: readonly number[];
  /** The last number of the blocks. */
  readonly upTo: number;
  readonly isLast: boolean;
}

async function* matchesInOrder(
  session: Session,
  words: readonly Word[],
  effort: WordSearch['effort'],
  { desc, after }: Direction,
): AsyncGenerator<Step> {
  const { blockSize } = session;
  const names = session.connection.dialect === 'sqlite' ? blocksOf(session, 'tasks') : null;
  const wordSearch: WordSearch = { lane: 'tasks', tier: 'any', words, effort, names, seen: noStatistics() };
  const last = await lastTask(session);
  const [low, high] = desc
    ? [1, Math.min(last, (after ?? Infinity) - 1)]
    : [Math.max(0, after ?? 0) + 1, last];
  const [lowest, highest] = [low, high].map((number) => Math.floor(number / blockSize)) as [number, number];
  let read = 0;
  let size = 1;
  while (low <= high && read <= highest - lowest) {
    const count = Math.min(size, highest - lowest - read + 1);
    const top = desc ? highest - read : lowest + read + count - 1;
    const before = effort.left;
    const matches = await matchesIn(
      session,
      wordSearch,
      Array.from({ length: count }, (_, i) => top - i),
    );
    read += count;
    size = nextBlocks(size, (before - effort.left) / count);
    yield {
      numbers: matches.numbers
        .filter((number) => number >= low && number <= high)
        .sort((a, b) => (desc ? b - a : a - b)),
      upTo: desc ? (top - count + 1) * blockSize : (top + 1) * blockSize - 1,
      isLast: read > highest - lowest,
    };
  }
}

/**
 * The given tasks that meet the filter, in the given order, with the column by which a list is sorted. Their state comes
 * from the index: in the row, it lies behind the description.
 */
async function checked(
  session: Session,
  numbers: readonly number[],
  { archived, statuses = TASK_STATUSES }: TaskFilter,
  conditions: readonly Condition[],
  column: string | null,
): Promise<readonly Sorted[]> {
  const { connection: on, workspaceId: ws } = session;
  const given = { numbers: JSON.stringify(numbers), statuses: JSON.stringify(statuses) };
  const shape = [`${column} ${archived}`, ...conditions.map((condition) => condition.shape)].join();
  const met = await checks(shape, () =>
    query(
      (p: Values) => sql<Sorted>`
        SELECT scanned.number AS number, ${sql.ref(column === null ? 'scanned.number' : `t.${column}`)} AS value,
          scanned.status AS status
        FROM ${givenNumbers(p.numbers)}
        ${JOIN_IN_ORDER} tasks scanned ${indexedBy('tasks_by_status')}
          ON scanned.workspace_id = ${p.ws} AND scanned.archived IN ${sql.raw(archived ? '(0, 1)' : '(0)')}
          AND scanned.status IN ${textsOf(p.statuses)} AND scanned.number = given.value
        ${column === null ? sql`` : sql`${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = scanned.number`}
        WHERE true ${checksOf(conditions, p)}`,
    ),
  ).all(on, { ws, ...given, ...parametersOf(conditions) });
  const places = new Map(numbers.map((number, i) => [number, i]));
  return met.toSorted((a, b) => (places.get(a.number) ?? 0) - (places.get(b.number) ?? 0));
}
const checks = queriesByShape<Values, Sorted>();
