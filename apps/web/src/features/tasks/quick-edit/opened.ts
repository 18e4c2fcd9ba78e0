import type { Task } from '@tandem/client';
import { pageState, usePageState } from '../../../state/page-state.ts';
import { typedAhead } from '../../../ui/typed-ahead.ts';

export type QuickField = 'assignee' | 'labels' | 'priority' | 'due' | 'project' | 'parent';

export interface QuickEdit {
  readonly field: QuickField;
  readonly tasks: readonly Task[];
}

const opened = pageState<QuickEdit | null>(() => null);

/** The dialog that changes a field of tasks, which any page can open. */
export const quickEdit = {
  open: (field: QuickField, tasks: readonly Task[]) => {
    if (tasks.length === 0) return;
    typedAhead.hold();
    opened.set({ field, tasks });
  },
  close: () => opened.set(null),
};

export const useQuickEdit = (): QuickEdit | null => usePageState(opened);
