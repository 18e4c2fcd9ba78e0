import { beginRun } from './shared.ts';

/** Called by Jest before all tests. */
export default beginRun;
