import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { Cursor } from '../cursor.ts';
import { peekedTask } from '../peeked.ts';

/** Opens a task beside the view and closes it. While one is open, it follows the focus. */
export function usePeek(cursor: Cursor, peeked: number | undefined) {
  const navigate = useNavigate({ from: '/tasks' });
  const show = useCallback(
    (task: number | undefined, replace: boolean) =>
      void navigate({
        search: ({ task: _, ...view }) => (task === undefined ? view : { ...view, task }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  useEffect(() => {
    peekedTask.set(peeked);
    if (peeked === undefined) return;
    if (cursor.task()?.task.taskNumber !== peeked) cursor.startAt(peeked);
    cursor.follow((number) => number !== peeked && show(number, true));
    return () => {
      peekedTask.set(undefined);
      cursor.follow(null);
    };
  }, [cursor, peeked, show]);
  const isOpen = useRef(peeked);
  isOpen.current = peeked;
  return {
    /** Opens the task, or closes it if it is open. */
    toggle: useCallback(
      (number: number) =>
        isOpen.current === number ? show(undefined, true) : show(number, isOpen.current !== undefined),
      [show],
    ),
    close: useCallback(() => show(undefined, true), [show]),
  };
}
