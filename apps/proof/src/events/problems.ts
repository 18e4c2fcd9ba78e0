import { isFor, type Told, type Wish } from './told.ts';

/** The events that a reader received, in order. */
export interface Heard {
  readonly name: string;
  readonly wish: Wish;
  readonly told: readonly Told[];
}

/** The problems of a reader's events: each event meant for it must arrive once and in order, and no other event. */
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

/** The expected feed entry of a change: its type and subject. */
export const trace = (type: string, entityId: string): string => `${type} ${entityId}`;

/**
 * The problems of a feed: its numbers must be consecutive, it must contain each acknowledged change exactly as often as
 * it was acknowledged, and it must still contain everything that it showed before.
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
