import { endRun } from './shared.ts';

/** What Jest calls after all tests. */
export default endRun;
