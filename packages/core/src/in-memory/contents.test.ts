import { nodePorts } from '../../node/ports.ts';
import { contentsContract } from '../../testing/index.ts';
import { inMemoryContents } from './index.ts';

contentsContract('in memory', () => inMemoryContents(nodePorts()));
