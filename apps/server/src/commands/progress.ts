import { statSync } from 'node:fs';
import type { OnStep } from '@tandem/adapter-sqlite';
import { showProgress } from '@tandem/cli';

/** Databases of this size take more than a second, so progress is shown. */
const LARGE_BYTES = 50_000_000;

/** Shows the progress of work on a database on a terminal. */
export function showSteps(database: string): { readonly onStep: OnStep; readonly end: () => void } {
  const size = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  const progress = showProgress(process.stderr, size > LARGE_BYTES ? 0 : undefined);
  return {
    onStep: (doing, done, of) =>
      progress.at(`${doing}${of === undefined ? '' : `: ${(done ?? 0) + 1} of ${of}`} …`),
    end: progress.end,
  };
}
