import { treesTest } from '../../../testing/model/index.ts';
import { inMemoryStorage } from '../../in-memory/index.ts';

treesTest('the storage in memory', () => inMemoryStorage(), 12);
