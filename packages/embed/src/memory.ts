import { nodePorts } from '@tandem/adapter-node';
import type { FileContents } from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';

export { inMemoryStorage as memory } from '@tandem/core/in-memory';

export const memoryFiles = (): FileContents => inMemoryContents(nodePorts());
