import { statSync } from 'node:fs';
import type { OnStep } from '@tandem/adapter-sqlite';
import { showProgress } from '@tandem/cli';

/** A database of this size takes more than a second, in which nothing else can be said. */
const LARGE_BYTES = 50_000_000;

/** Shows on a terminal what is being done with a database, and how far it is. */
export function showSteps(database: string): { readonly onStep: OnStep; readonly end: () => void } {
  const size = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  const progress = showProgress(process.stderr, size > LARGE_BYTES ? 0 : undefined);
  return {
    onStep: (doing, done, of) =>
      progress.at(`${doing}${of === undefined ? '' : `: ${(done ?? 0) + 1} of ${of}`} …`),
    end: progress.end,
  };
}
