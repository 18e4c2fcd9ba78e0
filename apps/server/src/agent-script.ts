import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLONE = resolve(fileURLToPath(import.meta.url), '../../../..');

/** Where `npm run build` puts the program by which the agents of the demo answer and work. */
export const agentScript = (): string => resolve(CLONE, 'apps/server/dist/demo/live/agent.js');
