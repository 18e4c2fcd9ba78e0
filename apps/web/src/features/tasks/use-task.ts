import type { Task } from '@tandem/client';
import { createContext, type MouseEvent, useContext, useEffect, useRef } from 'react';
import { focusOn, useCursor } from './cursor.ts';
import type { Group } from './groups.ts';
import { useIsPeeked } from './peeked.ts';

/** The actions on a task in a view. They are stable, so that cards don't render again. */
export interface TaskActions {
  /** The person may change tasks; otherwise all actions are hidden. */
  readonly mayChange: boolean;
  readonly begin: (task: Task, from: Group) => void;
  readonly end: () => void;
  readonly openMoves: (task: Task, at: Element) => void;
  /** Opens the task beside the view, or closes it. */
  readonly peek: (taskNumber: number) => void;
  /** Selects the task for bulk changes; with `all`, the whole range. */
  readonly select: (task: Task, lane: string, all: boolean) => void;
}

const nothing = () => undefined;
export const TaskActionsContext = createContext<TaskActions>({
  mayChange: false,
  begin: nothing,
  end: nothing,
  openMoves: nothing,
  peek: nothing,
  select: nothing,
});

export const useTaskActions = (): TaskActions => useContext(TaskActionsContext);

/** Screens without room for anything beside a view. */
const NARROW = '(width < 48rem)';

/** An ordinary click of a mouse. Enter clicks too, and opens the task's page. */
const isPlainClick = ({ detail, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  detail > 0 && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/**
 * The attributes of a task's link in a view. A click opens the task beside the view. The link takes the focus if it was
 * rendered as the focus target, and reports its focus to the cursor.
 */
export function useTaskLink(taskNumber: number, lane: string) {
  const cursor = useCursor();
  const { peek } = useTaskActions();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (link.current && cursor.claimFocus(taskNumber)) focusOn(link.current);
  }, [cursor, taskNumber]);
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event) || matchMedia(NARROW).matches) return;
    event.preventDefault();
    peek(taskNumber);
  };
  const isPeeked = useIsPeeked(taskNumber);
  return {
    ref: link,
    onFocus: () => cursor.focused(taskNumber, lane),
    onClick,
    'aria-current': isPeeked || undefined,
  };
}
