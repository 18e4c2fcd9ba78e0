import type { Task } from '@tandem/client';
import { useCallback } from 'react';
import { strings } from '../../strings/index.ts';
import { type TaskChange, useChangeTasks } from './change.ts';
import type { Cursor } from './cursor.ts';
import type { Anchor } from './order.ts';
import type { BoardSearch } from './search.ts';

/** Whether the view shows the manual order, so that tasks can be moved in it. */
export const isManual = ({ sort, more }: BoardSearch): boolean => sort === 'rank' && more?.order !== 'desc';

/** Moves tasks in the manual order, each to its place. `former` has the places that undo it. */
export const reorder = (
  places: ReadonlyMap<number, Anchor>,
  former: ReadonlyMap<number, Anchor>,
): TaskChange => ({
  optimistic: (task) => task,
  places,
  operations: ({ taskNumber }) => {
    const place = places.get(taskNumber);
    return place ? [{ op: 'update', task: taskNumber, [place.side]: place.taskNumber }] : [];
  },
  successMessage: (tasks) => strings().tasks.reordered(tasks),
  undo: ({ taskNumber }) => (former.has(taskNumber) ? reorder(former, places) : null),
});

/** The places of several tasks that are moved to one: the first there, each other one after the one before it. */
export const placesAt = (tasks: readonly Task[], place: Anchor): ReadonlyMap<number, Anchor> =>
  new Map(
    tasks.map(({ taskNumber }, i) => {
      const previous = tasks[i - 1];
      return [taskNumber, previous ? { side: 'after', taskNumber: previous.taskNumber } : place];
    }),
  );

/** The present place of each task among the others of a list. */
export const placesIn = (tasks: readonly Task[], list: readonly Task[]): ReadonlyMap<number, Anchor> =>
  new Map(
    tasks.flatMap(({ taskNumber }) => {
      const index = list.findIndex((each) => each.taskNumber === taskNumber);
      const [before, after] = [list[index - 1], list[index + 1]];
      if (index < 0 || (!before && !after)) return [];
      const place: Anchor = before
        ? { side: 'after', taskNumber: before.taskNumber }
        : { side: 'before', taskNumber: (after as Task).taskNumber };
      return [[taskNumber, place]];
    }),
  );

/** Both changes together. */
export const both = (one: TaskChange, other: TaskChange): TaskChange => ({
  optimistic: (task) => other.optimistic(one.optimistic(task)),
  ...(other.places && { places: other.places }),
  operations: (task) => [...one.operations(task), ...other.operations(task)],
  ...(one.asksAboutChildren && { asksAboutChildren: true }),
  successMessage: one.successMessage,
  undo: (before) => {
    const [first, second] = [one.undo(before), other.undo(before)];
    return first && second ? both(first, second) : first;
  },
});

/** Moves the focused task past its neighbor in the same lane. */
export function useStepInOrder(cursor: Cursor): (by: 1 | -1) => void {
  const changeTasks = useChangeTasks();
  return useCallback(
    (by) => {
      const now = cursor.task();
      const list = (now && cursor.laneOf(now.lane)?.tasks) ?? [];
      const index = list.findIndex(({ taskNumber }) => taskNumber === now?.task.taskNumber);
      const neighbor = list[index + by];
      if (!now || index < 0 || !neighbor) return;
      const place: Anchor = { side: by < 0 ? 'before' : 'after', taskNumber: neighbor.taskNumber };
      void changeTasks([now.task], reorder(placesAt([now.task], place), placesIn([now.task], list)));
    },
    [changeTasks, cursor],
  );
}
