import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order, Reader } from './order.ts';
import { readerProblems } from './problems.ts';
import { follow } from './reader.ts';
import { isFor, type ReceivedEvent } from './received.ts';

/* The reader process. It receives the readers' options, and later the feed to compare with. */

/** The requests to the reader process. */
export type Question =
  /** Starts these readers. */
  | { readonly follow: readonly Order[] }
  /** Waits for the events in a feed file, up to a time limit, and compares them with those received. */
  | { readonly feed: string; readonly withinMs: number };

/** The outcome. */
export interface Outcome {
  readonly problems: readonly string[];
  /** Events received by all readers together. */
  readonly events: number;
  readonly connections: number;
}

const MAX_PROBLEMS = 20;
/** A wait for events that should not arrive. */
const SURPLUS_MS = 300;

const readers: Reader[] = [];

/** Cut readers may be disconnected at any time. */
const hasBegun = ({ connections }: Reader) => connections > 0;

async function outcome(feed: readonly ReceivedEvent[], withinMs: number): Promise<Outcome> {
  const until = Date.now() + withinMs;
  const goals = readers.map((reader) => feed.findLast((each) => isFor(reader.expected, each))?.seq ?? 0);
  const isThere = (reader: Reader, i: number) => reader.last >= (goals[i] as number);
  while (!readers.every(isThere) && Date.now() < until) await pause(20);
  await pause(SURPLUS_MS);
  const byNumber = new Map(feed.map((each) => [each.seq, each]));
  const problems = readers.flatMap((reader) => [
    ...reader.complaints,
    ...readerProblems(reader, byNumber).slice(0, MAX_PROBLEMS),
  ]);
  return {
    problems: problems.slice(0, MAX_PROBLEMS),
    events: readers.reduce((sum, { events }) => sum + events.length, 0),
    connections: readers.reduce((sum, { connections }) => sum + connections, 0),
  };
}

process.on('message', async (question: Question) => {
  if ('follow' in question) {
    const fresh: Reader[] = [];
    for (const order of question.follow) {
      fresh.push(follow(order));
      // Fewer at once than a server's backlog, beyond which the system drops connections.
      if (fresh.length % 50 === 0) while (!fresh.every(hasBegun)) await pause(5);
    }
    while (!fresh.every(hasBegun)) await pause(5);
    readers.push(...fresh);
    process.send?.('following');
    return;
  }
  process.send?.(await outcome(JSON.parse(readFileSync(question.feed, 'utf8')), question.withinMs));
});
process.on('disconnect', () => process.exit());
