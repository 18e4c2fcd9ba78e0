import type { Storage } from '@tandem/core';
import { type CountingStored, countingStored } from './counting-kept.ts';
import { type Seed, seed } from './seed.ts';
import { testStorages } from './storages.ts';
import { endWorld, type World, world, worldLike } from './world.ts';

interface SeededWorld extends Pick<CountingStored, 'stored'> {
  readonly w: World;
  readonly seeded: Seed;
}

/**
 * Creates worlds with a seeded workspace for tests that each need a new one. The seed is created once, with some fifty
 * requests, and copied into each world. `around` wraps each storage, and `more` adds to the seed. The returned function
 * ends the world that it is given.
 */
export function seededWorlds({
  around = (storage: Storage) => storage,
  more = async (_w: World): Promise<unknown> => undefined,
} = {}): (last?: World) => Promise<SeededWorld> {
  let storage: Storage;
  let first: Promise<Omit<SeededWorld, 'stored'>> | undefined;
  const begin = async () => {
    storage = await testStorages().empty();
    const w = await world({ storage: around(storage) });
    const seeded = await seed(w);
    await more(w);
    expect(w.faults).toEqual([]);
    return { w, seeded };
  };
  return async (last) => {
    if (last) await endWorld(last);
    first ??= begin();
    const { w: template, seeded } = await first;
    const counting = countingStored(around(await testStorages().like(storage)));
    const w = await worldLike(template, counting);
    for (const id of [seeded.fileId, seeded.transcriptId])
      await w.contents.write(id, template.contents.read(id));
    return { w, seeded, stored: counting.stored };
  };
}
