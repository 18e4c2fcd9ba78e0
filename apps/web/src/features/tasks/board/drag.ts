import type { Task } from '@tandem/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useChangeTasks } from '../change.ts';
import type { Group } from '../groups.ts';
import type { Selection } from '../selection.ts';

interface Dragged {
  readonly task: Task;
  readonly from: Group;
}

/** The dragged card and the column below it. */
export interface Drag {
  readonly task: Task | null;
  readonly over: string | null;
  readonly enter: (group: Group) => void;
  readonly drop: (group: Group) => void;
}

/**
 * Native drag and drop between columns; dragging a selected card moves the whole selection. The keyboard alternative
 * is the card's menu.
 */
export function useDrag(selection: Selection) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const changeTasks = useChangeTasks();
  const current = useRef<Dragged | null>(null);
  current.current = dragged;
  const begin = useCallback((task: Task, from: Group) => setDragged({ task, from }), []);
  const end = useCallback(() => {
    setDragged(null);
    setOver(null);
  }, []);
  // A card removed during a drag fires no end event, but mouse moves show that the drag is over.
  useEffect(() => {
    if (dragged) document.addEventListener('mousemove', end, { once: true });
    return () => document.removeEventListener('mousemove', end);
  }, [dragged, end]);
  const drop = useCallback(
    (group: Group) => {
      const what = current.current;
      end();
      if (!what || what.from.key === group.key) return;
      const selected = selection.now();
      const tasks = selected.has(what.task.taskNumber) ? [...selected.values()] : [what.task];
      void changeTasks(
        tasks.filter((task) => group.refuses(task) === null),
        group.change(what.from),
      );
    },
    [changeTasks, end, selection],
  );
  const drag = useMemo<Drag>(
    () => ({ task: dragged?.task ?? null, over, enter: ({ key }) => setOver(key), drop }),
    [dragged, over, drop],
  );
  return { drag, begin, end };
}
