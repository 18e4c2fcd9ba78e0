import { contentsContract } from '../../testing/index.ts';
import { testPorts } from '../../testing/ports.ts';
import { inMemoryContents } from './index.ts';

contentsContract('in memory', () => inMemoryContents(testPorts()));
