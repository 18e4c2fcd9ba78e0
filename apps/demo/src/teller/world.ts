import type { Caller, Storage, Tandem } from '@tandem/core';
import type { Key, Who } from '../story/notation.ts';
import type { Calendar } from './calendar.ts';

/** The state of the story so far: the workspace, and the resources behind the story's keys. */
export interface World {
  readonly tandem: Tandem;
  readonly storage: Storage;
  readonly calendar: Calendar;
  /** The current time in the story. */
  readonly clock: () => number;
  readonly callers: Map<Who, Caller>;
  /** Ids of initiatives, goals, projects and files. */
  readonly ids: Map<Key, string>;
  readonly tasks: Map<Key, number>;
  /** Tokens of active claims, by task key. */
  readonly tokens: Map<Key, string>;
}

/** An event and its time. */
export interface Step {
  readonly at: number;
  readonly happens: (world: World) => Promise<unknown>;
}

/** The resource behind a key; throws if the story uses one that does not exist yet. */
export function known<T>(map: ReadonlyMap<Key, T>, key: Key): T {
  const found = map.get(key);
  if (found === undefined) throw new Error(`The story uses ${key} before it exists.`);
  return found;
}

export const callerOf = ({ callers }: World, who: Who): Caller => known(callers, who);
