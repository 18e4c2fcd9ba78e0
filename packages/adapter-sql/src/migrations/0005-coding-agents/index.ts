import { attempts } from './attempts.ts';
import { runs } from './runs.ts';
import { usage } from './usage.ts';

/** What runs of coding agents need. */
export const codingAgents = [attempts, runs, usage].join('\n');
