import { useSyncExternalStore } from 'react';
import { pageState } from '../../state/page-state.ts';

/** The number of the task that is open beside the view. Each card subscribes by itself, so that no other renders. */
export const peekedTask = pageState<number | undefined>(() => undefined);

export const useIsPeeked = (taskNumber: number): boolean =>
  useSyncExternalStore(peekedTask.subscribe, () => peekedTask.get() === taskNumber);
