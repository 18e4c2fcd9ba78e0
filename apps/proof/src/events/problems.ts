import { isFor, type Told, type Wish } from './told.ts';

/** What somebody was told, in the order in which it came. */
export interface Heard {
  readonly name: string;
  readonly wish: Wish;
  readonly told: readonly Told[];
}

/** What is wrong with what a reader was told: each event that is for it, once, in order, and nothing else. */
export function readerProblems({ name, wish, told }: Heard, feed: ReadonlyMap<number, Told>): string[] {
  const problems: string[] = [];
  const seen = new Set<number>();
  let last = 0;
  for (const each of told) {
    const { seq, text } = each;
    if (feed.get(seq)?.text !== text)
      problems.push(`${name} was told ${seq} otherwise than the feed has it.`);
    else if (!isFor(wish, each)) problems.push(`${name} was told of ${seq}, which is not for it.`);
    if (seen.has(seq)) problems.push(`${name} was told of ${seq} again.`);
    else if (seq < last) problems.push(`${name} was told of ${seq} after ${last}.`);
    seen.add(seq);
    last = Math.max(last, seq);
  }
  for (const each of feed.values()) {
    if (isFor(wish, each) && !seen.has(each.seq)) problems.push(`${name} was not told of ${each.seq}.`);
  }
  return problems;
}

/** What a change should have left in the feed, as its type and what it is about. */
export const trace = (type: string, entityId: string): string => `${type} ${entityId}`;

/**
 * What is wrong with a feed: its numbers go on from one to the next, it holds each acknowledged change as often as it
 * was acknowledged, and still has what it showed before.
 */
export function feedProblems(
  feed: readonly Told[],
  after: number,
  acknowledged: readonly string[],
  before: readonly Told[],
): string[] {
  const problems: string[] = [];
  for (const [place, { seq }] of feed.entries()) {
    if (seq !== after + place + 1) problems.push(`The feed has ${seq} in the place of ${after + place + 1}.`);
  }
  const kept = counted(feed.map(({ type, entity }) => trace(type, entity.id)));
  for (const [change, times] of counted(acknowledged)) {
    const found = kept.get(change) ?? 0;
    if (found !== times) problems.push(`${change} was acknowledged ${times} times, and is there ${found}.`);
  }
  const texts = new Set(feed.map(({ text }) => text));
  for (const { seq, text } of before) {
    if (!texts.has(text)) problems.push(`The feed has shown ${seq}, and has it no more.`);
  }
  return problems;
}

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
