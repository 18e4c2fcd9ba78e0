import { pageState, usePageState } from '../../../state/page-state.ts';
import { typedAhead } from '../../../ui/typed-ahead.ts';

/** Initial values of a new task. */
export interface Beginning {
  readonly projectId?: string | undefined;
}

const opened = pageState<Beginning | null>(() => null);

/** The state of the new-task dialog, which any page can open. */
export const newTask = {
  open: (projectId?: string) => {
    typedAhead.hold();
    opened.set({ projectId });
  },
  close: () => opened.set(null),
};

export const useNewTask = (): Beginning | null => usePageState(opened);
