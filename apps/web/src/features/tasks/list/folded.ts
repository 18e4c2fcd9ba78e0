import { TASK_STATUSES } from '@tandem/client';
import { isClosed } from '../../../api/is-closed.ts';
import { pageState } from '../../../state/page-state.ts';

/** Finished work is folded at first. */
const closed = pageState<ReadonlySet<string>>(() => new Set(TASK_STATUSES.filter(isClosed)));
const near = pageState<ReadonlySet<string>>(() => new Set());

/** The folded sections and those already reached by scrolling, kept for the return to the list. */
export const folded = {
  now: closed.get,
  toggle: (key: string): ReadonlySet<string> => {
    const next = new Set(closed.get());
    if (!next.delete(key)) next.add(key);
    closed.set(next);
    return next;
  },
  near: near.get,
  markNear: (keys: readonly string[]): ReadonlySet<string> => {
    if (keys.some((key) => !near.get().has(key))) near.set(new Set([...near.get(), ...keys]));
    return near.get();
  },
};
