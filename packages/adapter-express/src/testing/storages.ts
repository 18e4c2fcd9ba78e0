import type { Storage } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';

/** The storage of test worlds. */
export interface TestStorages {
  empty(): Promise<Storage>;
  /** A new storage with the content of another, which is no longer used. */
  like(storage: Storage): Promise<Storage>;
}

const inMemory: TestStorages = {
  empty: async () => inMemoryStorage(),
  like: async (storage) => inMemoryStorage(storage as ReturnType<typeof inMemoryStorage>),
};

/** In memory, unless the run tests another storage, which is set before the tests (jest.config.ts). */
export const testStorages = (): TestStorages =>
  (globalThis as { tandemTestStorages?: TestStorages }).tandemTestStorages ?? inMemory;
