import type { Word } from '@tandem/core';
import type { Session } from '../session.ts';
import { type Lane, type Part, type Probe, SLOT_BASE } from './document.ts';
import * as fts from './fts.ts';
import * as tsvector from './tsvector.ts';

/** What a page may still look at, in entries of an index. */
export interface Effort {
  left: number;
}

/** What is looked for, and where: all words in the title, or in any of the texts but not all of them in the title. */
export interface Looking {
  readonly lane: Lane;
  readonly tier: 'title' | 'text';
  /** Those that fewer texts have first, as far as that can be told. */
  readonly words: readonly Word[];
  readonly effort: Effort;
  /** On SQLite, what the blocks are called. */
  readonly names: fts.Blocks | null;
}

/** Which of some blocks match. */
export interface Matches {
  /** By number, in no order. */
  readonly numbers: readonly number[];
  /** In which of its documents a match is shown: the one with the most of the words; null for the title. */
  shownIn(number: number): number | null;
}

const NO_MATCHES: Matches = { numbers: [], shownIn: () => null };

/** What a look at a block costs beside its entries, in entries. */
export const LOOK = 15;
/** An entry that is found by a beginning was one of several. */
const OF_A_BEGINNING = 4;

const numberOf = (document: number) => Math.floor(document / SLOT_BASE);

async function documentsWith(session: Session, looking: Looking, probe: Probe): Promise<readonly number[]> {
  const { names, effort } = looking;
  const found = names
    ? fts.documentsWith(session.connection, names, session.blockSize, probe)
    : await tsvector.documentsWith(session, probe);
  effort.left -=
    LOOK * probe.blocks.length + (found.length * (probe.word.beginning ? OF_A_BEGINNING : 1)) / 2;
  return found;
}

/** What matches in blocks next to each other. */
export async function matchesIn(
  session: Session,
  looking: Looking,
  blocks: readonly number[],
): Promise<Matches> {
  const { lane, tier, words } = looking;
  const documents = (part: Part, word: Word) => documentsWith(session, looking, { lane, blocks, part, word });
  const inTitle: Set<number>[] = [];
  const inText: (readonly number[])[] = [];
  let left: Set<number> | undefined;
  for (const word of words) {
    const titles = new Set((await documents('t', word)).map(numberOf));
    const has = new Set(titles);
    if (tier === 'text') {
      const texts = await documents('x', word);
      for (const document of texts) has.add(numberOf(document));
      inTitle.push(titles);
      inText.push(texts);
    }
    left = left ? both(left, has) : has;
    if (left.size === 0) return NO_MATCHES;
  }
  const all = [...(left ?? [])];
  if (tier === 'title') return { numbers: all, shownIn: () => null };
  return {
    numbers: all.filter((number) => !inTitle.every((titles) => titles.has(number))),
    shownIn: (number) => mostOf(number, inTitle, inText),
  };
}

function both(one: ReadonlySet<number>, other: ReadonlySet<number>): Set<number> {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  const found = new Set<number>();
  for (const each of small) if (large.has(each)) found.add(each);
  return found;
}

/** The first document with the most of the words; the title only where it has more than any. */
function mostOf(
  number: number,
  inTitle: readonly ReadonlySet<number>[],
  inText: readonly (readonly number[])[],
): number | null {
  const counts = new Map<number, number>();
  for (const documents of inText) {
    for (const document of documents) {
      if (numberOf(document) !== number) continue;
      const slot = document % SLOT_BASE;
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
  }
  const ofTitle = inTitle.filter((titles) => titles.has(number)).length;
  const most = Math.max(...counts.values());
  if (ofTitle > most) return null;
  return Math.min(...[...counts].flatMap(([slot, count]) => (count === most ? [slot] : [])));
}
