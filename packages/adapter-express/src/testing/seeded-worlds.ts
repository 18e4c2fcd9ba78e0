import type { Storage } from '@tandem/core';
import { type Seed, seed } from './seed.ts';
import { testStorages } from './storages.ts';
import { type World, world, worldLike } from './world.ts';

interface SeededWorld {
  readonly w: World;
  readonly seeded: Seed;
}

/**
 * Creates worlds with a seeded workspace for tests that each need a new one. The seed is created once, with some fifty
 * requests, and copied into each world. `around` wraps each storage, and `more` adds to the seed.
 */
export function seededWorlds({
  around = (storage: Storage) => storage,
  more = async (_w: World): Promise<unknown> => undefined,
} = {}): () => Promise<SeededWorld> {
  let storage: Storage;
  let first: Promise<SeededWorld> | undefined;
  const begin = async (): Promise<SeededWorld> => {
    storage = await testStorages().empty();
    const w = await world({ storage: around(storage) });
    const seeded = await seed(w);
    await more(w);
    expect(w.faults).toEqual([]);
    return { w, seeded };
  };
  return async () => {
    first ??= begin();
    const { w: template, seeded } = await first;
    const w = await worldLike(template, { storage: around(await testStorages().like(storage)) });
    for (const id of [seeded.fileId, seeded.transcriptId])
      await w.contents.write(id, template.contents.read(id));
    return { w, seeded };
  };
}
