export { inMemoryContents as memoryFiles, inMemoryStorage as memory } from '@tandem/core/in-memory';
