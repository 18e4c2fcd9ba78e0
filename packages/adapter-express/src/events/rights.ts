import type { Caller, Event, Tandem } from '@tandem/core';
import { type Channel, mayConcern, type Stream } from './stream.ts';
import { end } from './writing.ts';

/** A stream's caller and its visibility. */
type Rights = Pick<Stream, 'caller' | 'sight'>;

/** Lookups by key, shared by readers that are renewed together. */
export type Lookups = Map<string, Promise<Rights>>;

/** Renews the reader's rights, and ends the stream if its key is no longer valid. */
export async function renewRights(
  tandem: Tandem,
  stream: Stream,
  shared: Lookups = new Map(),
): Promise<void> {
  const { id } = stream.caller.key;
  const lookup = ++stream.lookups;
  try {
    const rights = shared.get(id) ?? rightsOf(tandem, stream.caller);
    shared.set(id, rights);
    const { caller, sight } = await rights;
    // A lookup that started later has a newer result.
    if (lookup < stream.lastLookup) return;
    stream.lastLookup = lookup;
    stream.caller = caller;
    if (sight.key !== stream.sight.key) stream.sight = sight;
  } catch {
    end(stream);
  }
}

/** Renews the readers of a channel whose rights these events may change. */
export async function renewConcerned(
  tandem: Tandem,
  { streams }: Channel,
  events: readonly Event[],
): Promise<void> {
  const shared: Lookups = new Map();
  const concerned = [...streams].filter((stream) => mayConcern(stream, events));
  await Promise.all(concerned.map((stream) => renewRights(tandem, stream, shared)));
}

async function rightsOf(tandem: Tandem, before: Caller): Promise<Rights> {
  const caller = await tandem.renew(before);
  return { caller, sight: await tandem.events.sight(caller) };
}
