import type { Task } from '@tandem/client';
import { createContext, useContext, useEffect, useRef } from 'react';
import { focusOn, useCursor } from './cursor.ts';
import type { Group } from './groups.ts';

/** The actions on a task in a view. They are stable, so that cards don't render again. */
export interface TaskActions {
  /** The person may change tasks; otherwise all actions are hidden. */
  readonly mayChange: boolean;
  readonly begin: (task: Task, from: Group) => void;
  readonly end: () => void;
  readonly openMoves: (task: Task, at: Element) => void;
  /** Selects the task for bulk changes; with `all`, the whole range. */
  readonly select: (task: Task, lane: string, all: boolean) => void;
}

const nothing = () => undefined;
export const TaskActionsContext = createContext<TaskActions>({
  mayChange: false,
  begin: nothing,
  end: nothing,
  openMoves: nothing,
  select: nothing,
});

export const useTaskActions = (): TaskActions => useContext(TaskActionsContext);

/** Focuses a task that was rendered because it is the focus target, and reports the focus to the cursor. */
export function useFocusOf(taskNumber: number, lane: string) {
  const cursor = useCursor();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (link.current && cursor.claimFocus(taskNumber)) focusOn(link.current);
  }, [cursor, taskNumber]);
  return { ref: link, onFocus: () => cursor.focused(taskNumber, lane) };
}
