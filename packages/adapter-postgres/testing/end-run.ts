import { endRun } from './shared.ts';

/** Called by Jest after all tests. */
export default endRun;
