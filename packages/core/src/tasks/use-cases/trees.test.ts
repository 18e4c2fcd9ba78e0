import { parentsTest, treesTest } from '../../../testing/model/index.ts';
import { inMemoryStorage } from '../../in-memory/index.ts';

treesTest('the storage in memory', () => inMemoryStorage(), 12);
parentsTest('the storage in memory', () => inMemoryStorage(), 30);
