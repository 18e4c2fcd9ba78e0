import { attempts } from './attempts.ts';
import { usage } from './usage.ts';

/** What runs of coding agents need. */
export const codingAgents = [attempts, usage].join('\n');
