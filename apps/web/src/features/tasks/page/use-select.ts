import type { Task } from '@tandem/client';
import { useCallback, useRef } from 'react';
import type { Cursor } from '../cursor.ts';
import type { Selection } from '../selection.ts';

/** Selects a task, or the range from the last selected one if both are in the same lane. */
export function useSelect(cursor: Cursor, selection: Selection) {
  const last = useRef<{ number: number; lane: string } | null>(null);
  return useCallback(
    (task: Task, lane: string, all: boolean) => {
      const from = last.current;
      last.current = { number: task.taskNumber, lane };
      const tasks = cursor.laneOf(lane)?.tasks ?? [];
      const placeOf = (number: number | undefined) =>
        tasks.findIndex(({ taskNumber }) => taskNumber === number);
      const [a, b] = [placeOf(from?.number), placeOf(task.taskNumber)];
      if (all && from?.lane === lane && a >= 0 && b >= 0) {
        selection.add(tasks.slice(Math.min(a, b), Math.max(a, b) + 1));
      } else selection.toggle(task);
    },
    [cursor, selection],
  );
}
