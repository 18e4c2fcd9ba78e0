import type { Storage } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';

/** What the worlds of tests are kept in. */
export interface TestStorages {
  empty(): Promise<Storage>;
  /** One that begins as the other has become, which nobody uses any more. */
  like(storage: Storage): Promise<Storage>;
}

const inMemory: TestStorages = {
  empty: async () => inMemoryStorage(),
  like: async (storage) => inMemoryStorage(storage as ReturnType<typeof inMemoryStorage>),
};

/** In memory, unless the run was told to try another storage, which is put here before the tests (jest.config.ts). */
export const testStorages = (): TestStorages =>
  (globalThis as { tandemTestStorages?: TestStorages }).tandemTestStorages ?? inMemory;
