import { attempts } from './attempts.ts';
import { runs } from './runs.ts';
import { usage } from './usage.ts';

/** Tables and columns for runs of coding agents. */
export const codingAgents = [attempts, runs, usage].join('\n');
