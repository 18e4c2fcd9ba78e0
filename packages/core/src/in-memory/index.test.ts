import { storageContract } from '../../testing/index.ts';
import { inMemoryStorage } from './index.ts';

storageContract('in memory', inMemoryStorage);
