import type { Caller, FileContents, Storage, Tandem } from '@tandem/core';
import type { Key, Who } from '../story/words.ts';
import type { Calendar } from './calendar.ts';

/** What the story has come to so far: the workspace, and what the keys of the story stand for in it. */
export interface World {
  readonly tandem: Tandem;
  readonly storage: Storage;
  readonly contents: FileContents;
  readonly calendar: Calendar;
  readonly random: () => number;
  /** The time that it is in the story. */
  readonly clock: () => number;
  readonly workspaceId: string;
  readonly callers: Map<Who, Caller>;
  readonly projects: Map<Key, string>;
  readonly initiatives: Map<Key, string>;
  readonly goals: Map<Key, string>;
  readonly tasks: Map<Key, number>;
  readonly files: Map<Key, string>;
  /** Tokens of the claims that live, by the key of the task. */
  readonly tokens: Map<Key, string>;
  /** The question that was asked last, by the key of the task. */
  readonly questions: Map<Key, string>;
}

/** One thing that happens, at its time. */
export interface Step {
  readonly at: number;
  readonly happens: (world: World) => Promise<unknown>;
}

/** What a key stands for; the story names nothing that is not there yet. */
export function known<T>(map: ReadonlyMap<Key, T>, key: Key): T {
  const found = map.get(key);
  if (found === undefined) throw new Error(`The story names ${key} before it is there.`);
  return found;
}
