import { attempts } from './attempts.ts';

/** What runs of coding agents need. */
export const codingAgents = [attempts].join('\n');
