import {
  compareRanks,
  type FoundPage,
  type Position,
  pageOf,
  positionOf,
  rankAfter,
  type SearchFilter,
  type SearchRank,
  type Stores,
} from '@tandem/core';
import { sql } from 'kysely';
import { query } from '../../query.ts';
import type { Session } from '../../session.ts';
import { detailsOf } from './details.ts';
import type { Lane } from './document.ts';
import { fill } from './fill.ts';
import { blocksOf } from './fts.ts';
import { type Effort, noStatistics, type WordSearch } from './matches.ts';
import { statesOfTasks } from './states.ts';
import { type Candidate, type Walked, walk } from './walk.ts';

const INCOMPLETE = query(
  (p: { ws: string }) => sql`SELECT 1 FROM search_fills WHERE workspace_id = ${p.ws} LIMIT 1`,
);

export function searchStore(session: Session): Stores['search'] {
  const { connection: on } = session;
  return {
    find: async (filter, { limit, after }): Promise<FoundPage> => {
      const complete = (await INCOMPLETE.get(on, { ws: session.workspaceId })) === undefined;
      const { candidates, cut } = await found(session, filter, limit, rankAfter(after));
      const page = pageOf(candidates, limit, ({ rank }) => positionOf(rank));
      const next = page.next ?? (cut && positionOf(cut));
      const details = await detailsOf(session, page.items);
      const items = details.flatMap((item, i) =>
        item ? [{ item, position: page.positions[i] as Position }] : [],
      );
      return {
        items: items.map(({ item }) => item),
        positions: items.map(({ position }) => position),
        next,
        complete,
      };
    },
    fill: (texts) => fill(session, texts),
  };
}

/** The next candidates, one more than the page holds if there are more; or the position at which the effort ran out. */
async function found(
  session: Session,
  filter: SearchFilter,
  limit: number,
  after: SearchRank | null,
): Promise<{ candidates: Candidate[]; cut: SearchRank | null }> {
  const effort: Effort = { left: session.pageEffort };
  const seen = noStatistics();
  const candidates = after === null ? await ofNumber(session, filter) : [];
  // The walk finds that task too and omits it.
  const typed = filter.taskNumber === null ? 0 : 1;
  if (filter.words.length === 0) return { candidates, cut: null };
  const lanes = (['placed', 'tasks'] as const).filter((lane) =>
    filter.types.some((type) => (type === 'task') === (lane === 'tasks')),
  );
  const names = (lane: Lane) => (session.connection.dialect === 'sqlite' ? blocksOf(session, lane) : null);
  const named = lanes.map((lane) => ({ lane, names: names(lane) }));

  for (const tier of ['title', 'text'] as const) {
    const [open, closed] = tier === 'title' ? ([1, 2] as const) : ([3, 4] as const);
    if (after && after.stage > closed) continue;
    const walks = (first: 'open' | 'closed', from: SearchRank | null, other: boolean) =>
      inTurn(named, (lane) => {
        const wordSearch: WordSearch = { ...lane, tier, words: filter.words, effort, seen };
        const count = limit + 1 + typed - candidates.length;
        return walk(session, wordSearch, { first, count, after: from, other, among: filter });
      });
    const goesOn = (stage: SearchRank['stage']) => (after?.stage === stage ? after : null);
    let rest: readonly Walked[] | null = null;
    if (!after || after.stage <= open) {
      const from = goesOn(open);
      const walked = await walks('open', from, from === null);
      const cut = take(candidates, walked, 'open', filter);
      if (candidates.length > limit) return { candidates, cut: null };
      if (cut) return { candidates, cut: { stage: open, ...cut } };
      if (from === null) rest = walked;
    }
    const walked = rest ?? (await walks('closed', goesOn(closed), false));
    const cut = take(candidates, walked, 'closed', filter);
    if (candidates.length > limit) return { candidates, cut: null };
    if (cut) return { candidates, cut: { stage: closed, ...cut } };
  }
  return { candidates, cut: null };
}

/** The task whose number was typed as the query. */
async function ofNumber(session: Session, filter: SearchFilter): Promise<Candidate[]> {
  const { taskNumber, types } = filter;
  if (taskNumber === null || !types.includes('task')) return [];
  const states = await statesOfTasks(session, [taskNumber], filter);
  return states.map((state) => ({
    rank: { stage: 0, number: taskNumber, ordinal: 0 },
    state,
    matches: { numbers: [taskNumber], shownIn: () => null },
  }));
}

async function inTurn<A, B>(all: readonly A[], of: (each: A) => Promise<B>): Promise<B[]> {
  const done: B[] = [];
  for (const each of all) done.push(await of(each));
  return done;
}

/** Adds matches up to the position that all walks have reached; returns that position, or null at the end. */
function take(
  candidates: Candidate[],
  walked: readonly Walked[],
  kind: 'open' | 'closed',
  { taskNumber }: SearchFilter,
): Walked['end'] {
  const end = walked
    .flatMap((each) => each.end ?? [])
    .sort((a, b) => b.number - a.number || b.ordinal - a.ordinal)
    .at(0);
  const isWithin = ({ number, ordinal }: SearchRank) =>
    end === undefined || number > end.number || (number === end.number && ordinal >= end.ordinal);
  candidates.push(
    ...walked
      .flatMap((each) => each[kind])
      .filter(({ rank, state }) => isWithin(rank) && !(state.type === 'task' && state.number === taskNumber))
      .sort((a, b) => compareRanks(a.rank, b.rank)),
  );
  return end ?? null;
}
