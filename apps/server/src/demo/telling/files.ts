import type { Caller } from '@tandem/core';
import { FILES } from '../story/files.ts';
import type { Key } from '../story/words.ts';
import type { World } from './world.ts';

/** The id of a file of the story, which is uploaded on first use. */
export async function fileOf(world: World, by: Caller, key: Key): Promise<string> {
  const there = world.files.get(key);
  if (there !== undefined) return there;
  const file = FILES[key];
  if (!file) throw new Error(`The story has no file ${key}.`);
  const bytes = file.content();
  const { id } = await world.tandem.files.upload(by, {
    fileName: file.name,
    mimeType: file.type,
    content: (async function* () {
      yield bytes;
    })(),
  });
  world.files.set(key, id);
  return id;
}
