import { compareRanks, isOpenStatus, type SearchRank, type Stage, stageOf } from '@tandem/core';
import { sql } from 'kysely';
import { query } from '../../query.ts';
import type { Session } from '../../session.ts';
import { LOOKUP_COST, type Matches, matchesIn, type WordSearch } from './matches.ts';
import { type Among, hasAny, type State, statesOfPlaced, statesOfTasks } from './states.ts';

/** A match with its position in the results. */
export interface Candidate {
  readonly rank: SearchRank;
  readonly state: State;
  readonly matches: Matches;
}

/** The result of a walk. */
export interface Walked {
  /** In result order. */
  readonly open: readonly Candidate[];
  readonly closed: readonly Candidate[];
  /** The walk's end: everything down to here has been searched. Null if it reached the end of the index. */
  readonly end: { readonly number: number; readonly ordinal: number } | null;
}

export interface Wanted {
  /** The status group that the page needs; the other is collected too where that is free. */
  readonly first: 'open' | 'closed';
  /** Number of matches wanted. */
  readonly count: number;
  /** The position to continue after; null for the first page. */
  readonly after: Pick<SearchRank, 'number' | 'ordinal'> | null;
  /** True to collect the other group too. */
  readonly other: boolean;
  readonly among: Among;
}

/** Each lookup has a fixed cost, so a walk reads more blocks at once while it finds few entries. */
const MAX_BLOCKS = 32;
const LITTLE = 500;

/** The number of blocks to read next, after some that took this effort each. */
export const nextBlocks = (blocks: number, spent: number): number =>
  spent < LITTLE / blocks ? Math.min(blocks * 2, MAX_BLOCKS) : 1;

const LAST_TASK = query(
  (p: { ws: string }) => sql<{ last: number | null }>`
    SELECT MAX(number) AS last FROM tasks WHERE workspace_id = ${p.ws}`,
);
const LAST_PLACED = query(
  (p: { ws: string }) => sql<{ last: number | null }>`
    SELECT MAX(ordinal) AS last FROM search_placed WHERE workspace_id = ${p.ws}`,
);
/** The highest number of a task. */
export const lastTask = async ({ connection, workspaceId: ws }: Session): Promise<number> =>
  (await LAST_TASK.get(connection, { ws }))?.last ?? 0;

/** The last ordinal below a position. */
const PLACED_BELOW = query(
  (p: { ws: string; number: number; ordinal: number }) => sql<{ ordinal: number }>`
    SELECT ordinal FROM search_placed
    WHERE workspace_id = ${p.ws} AND (number, ordinal) < (${p.number}, ${p.ordinal})
    ORDER BY number DESC, ordinal DESC LIMIT 1`,
);
const PLACED_FROM = query(
  (p: { ws: string; ordinal: number }) => sql<{ number: number; ordinal: number }>`
    SELECT number, ordinal FROM search_placed
    WHERE workspace_id = ${p.ws} AND ordinal >= ${p.ordinal} ORDER BY ordinal LIMIT 1`,
);

/** The start of the walk: the highest number or ordinal that can match. */
async function highest(session: Session, { lane }: WordSearch, { after }: Wanted): Promise<number> {
  const { connection: on, workspaceId: ws } = session;
  if (lane === 'tasks') {
    const last = await lastTask(session);
    if (after === null) return last;
    return Math.min(last, after.ordinal > 0 ? after.number : after.number - 1);
  }
  if (after === null) return (await LAST_PLACED.get(on, { ws }))?.last ?? 0;
  return (await PLACED_BELOW.get(on, { ws, ...after }))?.ordinal ?? 0;
}

/**
 * Walks the blocks from newest to oldest until it has enough matches or the effort is spent; reads at least one block.
 */
export async function walk(session: Session, wordSearch: WordSearch, wanted: Wanted): Promise<Walked> {
  const { blockSize } = session;
  const found = { open: [] as Candidate[], closed: [] as Candidate[] };
  const top = await highest(session, wordSearch, wanted);
  const isPlaced = wordSearch.lane === 'placed';
  let gathersOther = wanted.other;
  let size = 1;
  for (let block = Math.floor(top / blockSize); block >= 0 && top > 0; ) {
    const last = Math.max(0, block - size + 1);
    const blocks = Array.from({ length: block - last + 1 }, (_, i) => block - i);
    const [from, to] = [last * blockSize, Math.min(top, (block + 1) * blockSize - 1)];
    if (!gathersOther) wordSearch.effort.left -= LOOKUP_COST;
    const skips =
      !gathersOther && !isPlaced && !(await hasAny(session, wanted.first, from, to, wanted.among));
    const before = wordSearch.effort.left;
    if (!skips) {
      const matches = await matchesIn(session, wordSearch, blocks);
      const numbers = matches.numbers.filter((number) => number <= top);
      for (const candidate of await candidatesOf(session, wordSearch, wanted, matches, numbers)) {
        found[isOpenStatus(candidate.state.status) ? 'open' : 'closed'].push(candidate);
      }
    }
    block = last - 1;
    const enough = found[wanted.first].length >= wanted.count;
    if (block >= 0 && (enough || wordSearch.effort.left <= 0)) {
      return { ...found, end: await rankOf(session, isPlaced, from) };
    }
    const other = wanted.first === 'open' ? found.closed : found.open;
    if (other.length >= wanted.count) gathersOther = false;
    const spent = (before - wordSearch.effort.left) / blocks.length;
    size = nextBlocks(size, spent);
  }
  return { ...found, end: null };
}

/** The position of the last entry that a walk down to `from` covers. */
async function rankOf({ connection: on, workspaceId: ws }: Session, isPlaced: boolean, from: number) {
  if (!isPlaced) return { number: from, ordinal: 0 };
  const placed = await PLACED_FROM.get(on, { ws, ordinal: from });
  return placed ?? { number: 0, ordinal: 0 };
}

async function candidatesOf(
  session: Session,
  { lane, tier, effort }: WordSearch,
  { among }: Wanted,
  matches: Matches,
  numbers: readonly number[],
): Promise<Candidate[]> {
  if (numbers.length === 0) return [];
  effort.left -= numbers.length;
  const statesOf = lane === 'tasks' ? statesOfTasks : statesOfPlaced;
  const states = await statesOf(session, numbers, among);
  return states
    .map((state) => ({
      rank: rankIn(stageOf(tier === 'title', isOpenStatus(state.status)), state),
      state,
      matches,
    }))
    .sort((a, b) => compareRanks(a.rank, b.rank));
}

const rankIn = (stage: Stage, { type, number, at }: State): SearchRank => ({
  stage,
  number: at,
  ordinal: type === 'task' ? 0 : number,
});
