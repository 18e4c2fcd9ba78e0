import type { Task } from '@tandem/client';
import { createContext, useContext, useEffect, useRef } from 'react';
import { focusOn, useCursor } from './cursor.ts';
import type { Group } from './groups.ts';

/** What can be done to a task where it stands in a view. None of it changes, so that no card is drawn for it. */
export interface TaskActions {
  /** Whether the person may change tasks at all: otherwise nothing of it is offered. */
  readonly mayChange: boolean;
  readonly begin: (task: Task, from: Group) => void;
  readonly end: () => void;
  readonly openMoves: (task: Task, at: Element) => void;
  /** Selects it to be changed with others; `all`: those between as well. */
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

/** Gives the focus to a task that comes into the page because it was to have it, and notices when it has. */
export function useFocusOf(taskNumber: number, lane: string) {
  const cursor = useCursor();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (link.current && cursor.takes(taskNumber)) focusOn(link.current);
  }, [cursor, taskNumber]);
  return { ref: link, onFocus: () => cursor.focused(taskNumber, lane) };
}
