import type { Task } from '@tandem/client';
import { createContext, useContext, useEffect } from 'react';

/** A list of tasks of which only some are rendered. */
interface Lane {
  readonly tasks: readonly Task[];
  readonly scrollTo: (index: number) => void;
}

/** Focuses a task and scrolls all of it into view. */
export function focusOn(link: HTMLElement): void {
  link.focus({ preventScroll: true });
  link.closest('[data-task]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * Tracks the focus among tasks that are mostly not rendered: a target is scrolled into view before it gets the
 * focus.
 */
export function createCursor() {
  const lanes = new Map<string, Lane>();
  let order: readonly string[] = [];
  let root: HTMLElement | null = null;
  /** The last focused task and its position. */
  let at: { number: number; lane: string; index: number } | null = null;
  let pendingFocus: number | null = null;
  let follower: ((number: number) => void) | null = null;

  const linkOf = (number: number) =>
    root?.querySelector<HTMLElement>(`[data-task="${number}"] [data-opens]`) ?? null;

  const current = () => {
    if (!at) return null;
    const { number } = at;
    const here = lanes.get(at.lane)?.tasks.findIndex(({ taskNumber }) => taskNumber === number) ?? -1;
    if (here >= 0) return { ...at, index: here };
    for (const [lane, { tasks }] of lanes) {
      const index = tasks.findIndex(({ taskNumber }) => taskNumber === number);
      if (index >= 0) return { number, lane, index };
    }
    return at;
  };

  const go = (lane: string, index: number): boolean => {
    const task = lanes.get(lane)?.tasks[index];
    if (!task) return false;
    at = { number: task.taskNumber, lane, index };
    lanes.get(lane)?.scrollTo(index);
    const link = linkOf(task.taskNumber);
    pendingFocus = link ? null : task.taskNumber;
    if (link) focusOn(link);
    return true;
  };

  const filled = () => order.filter((key) => (lanes.get(key)?.tasks.length ?? 0) > 0);

  return {
    setRoot: (element: HTMLElement | null) => {
      root = element;
    },
    setOrder: (keys: readonly string[]) => {
      order = keys;
    },
    setLane: (key: string, lane: Lane | null) => {
      if (lane) lanes.set(key, lane);
      else lanes.delete(key);
    },
    laneOf: (key: string) => lanes.get(key),
    /** The focused task, or the last focused one if it still exists. */
    task: (): { task: Task; lane: string } | null => {
      const now = current();
      const task = now && lanes.get(now.lane)?.tasks[now.index];
      return task && now && task.taskNumber === now.number ? { task, lane: now.lane } : null;
    },
    focused: (number: number, lane: string) => {
      const index = lanes.get(lane)?.tasks.findIndex(({ taskNumber }) => taskNumber === number) ?? 0;
      at = { number, lane, index };
      follower?.(number);
    },
    /** Continues from a task that has no focus. */
    startAt: (number: number) => {
      at = { number, lane: '', index: 0 };
    },
    /** Calls back for each task that gets the focus. */
    follow: (next: typeof follower) => {
      follower = next;
    },
    /**
     * Moves to the next or previous task in the lane; with `beyond`, continues in the adjacent lane. Starts at the
     * very first task.
     */
    step: (by: 1 | -1, beyond: boolean) => {
      const now = current();
      const keys = filled();
      if (!now || !keys.includes(now.lane)) {
        if (keys[0]) go(keys[0], 0);
        return;
      }
      const { tasks } = lanes.get(now.lane) as Lane;
      const isInPlace = tasks[now.index]?.taskNumber === now.number;
      // The next task has taken the position of the removed one.
      const index = isInPlace || by < 0 ? now.index + by : now.index;
      if (go(now.lane, index)) return;
      const next = beyond && keys[keys.indexOf(now.lane) + by];
      if (next) go(next, by > 0 ? 0 : (lanes.get(next)?.tasks.length ?? 1) - 1);
    },
    /** Moves to the adjacent lane, at the same index or its last task. */
    side: (by: 1 | -1) => {
      const now = current();
      const keys = filled();
      const key = now && keys.includes(now.lane) ? keys[keys.indexOf(now.lane) + by] : keys[0];
      if (key) go(key, Math.min(now?.index ?? 0, (lanes.get(key)?.tasks.length ?? 1) - 1));
    },
    /** Returns whether a newly rendered task is the pending focus target, and clears the target. */
    claimFocus: (number: number): boolean => {
      if (pendingFocus !== number) return false;
      pendingFocus = null;
      return true;
    },
    /** The element to focus when a menu closes: its task, or the task that took its position. */
    home: (): HTMLElement | null => {
      const now = current();
      const link = now && linkOf(now.number);
      if (link) return link;
      const near = now && (lanes.get(now.lane)?.tasks[now.index] ?? lanes.get(now.lane)?.tasks.at(-1));
      return near ? linkOf(near.taskNumber) : null;
    },
  };
}

export type Cursor = ReturnType<typeof createCursor>;

export const CursorContext = createContext<Cursor>(createCursor());

export const useCursor = (): Cursor => useContext(CursorContext);

/** Registers a lane with the cursor while the component is mounted. */
export function useLane(key: string, tasks: readonly Task[], scrollTo: (index: number) => void): void {
  const cursor = useCursor();
  useEffect(() => {
    cursor.setLane(key, { tasks, scrollTo });
    return () => cursor.setLane(key, null);
  }, [cursor, key, tasks, scrollTo]);
}
