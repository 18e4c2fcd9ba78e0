import type { Caller, FileContents, Storage, Tandem } from '@tandem/core';
import type { Key, Who } from '../story/words.ts';
import type { Calendar } from './calendar.ts';

/** The state of the story so far: the workspace, and the resources behind the story's keys. */
export interface World {
  readonly tandem: Tandem;
  readonly storage: Storage;
  readonly contents: FileContents;
  readonly calendar: Calendar;
  readonly random: () => number;
  /** The current time in the story. */
  readonly clock: () => number;
  readonly workspaceId: string;
  readonly callers: Map<Who, Caller>;
  readonly projects: Map<Key, string>;
  readonly initiatives: Map<Key, string>;
  readonly goals: Map<Key, string>;
  readonly tasks: Map<Key, number>;
  readonly files: Map<Key, string>;
  /** Tokens of active claims, by task key. */
  readonly tokens: Map<Key, string>;
  /** The last question, by task key. */
  readonly questions: Map<Key, string>;
}

/** An event and its time. */
export interface Step {
  readonly at: number;
  readonly happens: (world: World) => Promise<unknown>;
}

/** The resource behind a key; throws if the story uses one that does not exist yet. */
export function known<T>(map: ReadonlyMap<Key, T>, key: Key): T {
  const found = map.get(key);
  if (found === undefined) throw new Error(`The story names ${key} before it is there.`);
  return found;
}
