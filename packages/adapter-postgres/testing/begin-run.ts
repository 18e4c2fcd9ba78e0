import { beginRun } from './shared.ts';

/** What Jest calls before all tests. */
export default beginRun;
