import { type Expectation, isFor, type ReceivedEvent } from './received.ts';

/** The events that a reader received, in order. */
export interface Received {
  readonly name: string;
  readonly expected: Expectation;
  readonly events: readonly ReceivedEvent[];
}

/** The problems of a reader's events: each event meant for it must arrive once and in order, and no other event. */
export function readerProblems(
  { name, expected, events }: Received,
  feed: ReadonlyMap<number, ReceivedEvent>,
): string[] {
  const problems: string[] = [];
  const seen = new Set<number>();
  let last = 0;
  for (const each of events) {
    const { seq, text } = each;
    if (feed.get(seq)?.text !== text)
      problems.push(`${name} received ${seq} with other contents than in the feed.`);
    else if (!isFor(expected, each)) problems.push(`${name} received ${seq}, which its filter excludes.`);
    if (seen.has(seq)) problems.push(`${name} received ${seq} again.`);
    else if (seq < last) problems.push(`${name} received ${seq} after ${last}.`);
    seen.add(seq);
    last = Math.max(last, seq);
  }
  for (const each of feed.values()) {
    if (isFor(expected, each) && !seen.has(each.seq)) problems.push(`${name} did not receive ${each.seq}.`);
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
  feed: readonly ReceivedEvent[],
  after: number,
  acknowledged: readonly string[],
  before: readonly ReceivedEvent[],
): string[] {
  const problems: string[] = [];
  for (const [place, { seq }] of feed.entries()) {
    if (seq !== after + place + 1) problems.push(`The feed has ${seq} instead of ${after + place + 1}.`);
  }
  const received = counted(feed.map(({ type, entity }) => trace(type, entity.id)));
  for (const [change, times] of counted(acknowledged)) {
    const found = received.get(change) ?? 0;
    if (found !== times)
      problems.push(`${change} was acknowledged ${times} times and occurs ${found} times.`);
  }
  const texts = new Set(feed.map(({ text }) => text));
  for (const { seq, text } of before) {
    if (!texts.has(text)) problems.push(`The feed no longer has ${seq}, which it showed before.`);
  }
  return problems;
}

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
