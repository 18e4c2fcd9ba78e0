import type { Tandem } from '@tandem/client';
import { messageOf } from '../failures.ts';
import { sweep } from './sweep.ts';
import type { Worktrees } from './worktrees.ts';

/** Each pass requests every task that has a worktree. */
const EVERY_MS = 20_000;

/** Removes worktrees of finished tasks, at most every 20 seconds and one pass at a time. */
export function cleanUpOf(
  tandem: Tandem,
  worktrees: Worktrees,
  say: (line: string) => void,
): () => Promise<void> {
  let pass: Promise<void> | undefined;
  let nextAt = 0;
  return () => {
    if (pass || performance.now() < nextAt) return Promise.resolve();
    pass = sweep(tandem, worktrees)
      .then(
        () => undefined,
        (error) => say(`cannot remove worktrees: ${messageOf(error)}`),
      )
      .finally(() => {
        pass = undefined;
        nextAt = performance.now() + EVERY_MS;
      });
    return pass;
  };
}
