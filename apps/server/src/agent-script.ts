import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLONE = resolve(fileURLToPath(import.meta.url), '../../../..');

/** The program that `npm run build` produces for the demo's agents. */
export const agentScript = (): string => resolve(CLONE, 'apps/server/dist/demo/live/agent.js');
