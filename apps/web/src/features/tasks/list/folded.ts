import { TASK_STATUSES } from '@tandem/client';
import { isClosed } from '../../../api/is-closed.ts';
import { pageState } from '../../../state/page-state.ts';

/** Finished work is folded at first. */
const closed = pageState<ReadonlySet<string>>(() => new Set(TASK_STATUSES.filter(isClosed)));
/** Tasks whose sub-tasks are shown below them. */
const unfolded = pageState<ReadonlySet<number>>(() => new Set());
const near = pageState<ReadonlySet<string>>(() => new Set());

/** The folded sections, the unfolded tasks and the sections reached by scrolling, kept for the return to the list. */
export const folded = {
  now: closed.get,
  toggle: (key: string): ReadonlySet<string> => toggled(closed, key),
  tasks: unfolded.get,
  toggleTask: (taskNumber: number): ReadonlySet<number> => toggled(unfolded, taskNumber),
  near: near.get,
  markNear: (keys: readonly string[]): ReadonlySet<string> => {
    if (keys.some((key) => !near.get().has(key))) near.set(new Set([...near.get(), ...keys]));
    return near.get();
  },
};

function toggled<Value>(
  state: { readonly get: () => ReadonlySet<Value>; readonly set: (next: ReadonlySet<Value>) => void },
  value: Value,
): ReadonlySet<Value> {
  const next = new Set(state.get());
  if (!next.delete(value)) next.add(value);
  state.set(next);
  return next;
}
