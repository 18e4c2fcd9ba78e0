import type { Task } from '@tandem/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type TaskChange, useChangeTasks } from '../change.ts';
import type { Group } from '../groups.ts';
import type { Anchor } from '../order.ts';
import { both, placesAt, placesIn, reorder } from '../reorder.ts';
import type { Selection } from '../selection.ts';

interface Dragged {
  readonly task: Task;
  readonly from: Group;
}

/** The dragged card and the column below it. */
export interface Drag {
  readonly task: Task | null;
  readonly over: string | null;
  /** Where it would be dropped in the manual order. */
  readonly place: Anchor | null;
  readonly enter: (group: Group, place: Anchor | null) => void;
  /** `tasks` are those of the group. */
  readonly drop: (group: Group, tasks: readonly Task[]) => void;
}

/**
 * Native drag and drop between columns; dragging a selected card moves the whole selection. The keyboard alternative
 * is the card's menu.
 */
export function useDrag(selection: Selection) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [place, setPlace] = useState<Anchor | null>(null);
  const changeTasks = useChangeTasks();
  const current = useRef<Dragged | null>(null);
  current.current = dragged;
  const currentPlace = useRef<Anchor | null>(null);
  currentPlace.current = place;
  const begin = useCallback((task: Task, from: Group) => setDragged({ task, from }), []);
  const end = useCallback(() => {
    setDragged(null);
    setOver(null);
    setPlace(null);
  }, []);
  // A card removed during a drag fires no end event, but mouse moves show that the drag is over.
  useEffect(() => {
    if (dragged) document.addEventListener('mousemove', end, { once: true });
    return () => document.removeEventListener('mousemove', end);
  }, [dragged, end]);
  const drop = useCallback(
    (group: Group, list: readonly Task[]) => {
      const what = current.current;
      const at = currentPlace.current;
      end();
      const isSame = what?.from.key === group.key;
      if (!what || (isSame && !at)) return;
      const selected = selection.now();
      const tasks = (selected.has(what.task.taskNumber) ? [...selected.values()] : [what.task]).filter(
        (task) => group.refuses(task) === null && task.taskNumber !== at?.taskNumber,
      );
      if (tasks.length === 0) return;
      const order = at && reorder(placesAt(tasks, at), placesIn(tasks, isSame ? list : []));
      const change = isSame ? null : group.change(what.from);
      if (change && order) void changeTasks(tasks, both(change, order));
      else if (change ?? order) void changeTasks(tasks, (change ?? order) as TaskChange);
    },
    [changeTasks, end, selection],
  );
  const drag = useMemo<Drag>(
    () => ({
      task: dragged?.task ?? null,
      over,
      place,
      enter: ({ key }, at) => {
        setOver(key);
        setPlace((before) => (isSamePlace(before, at) ? before : at));
      },
      drop,
    }),
    [dragged, over, place, drop],
  );
  return { drag, begin, end };
}

const isSamePlace = (one: Anchor | null, other: Anchor | null): boolean =>
  one?.taskNumber === other?.taskNumber && one?.side === other?.side;

/** The place next to the card under the pointer. */
export function placeAt(target: EventTarget, y: number): Anchor | null {
  const card = (target as Element).closest<HTMLElement>('[data-task]');
  if (!card) return null;
  const { top, height } = card.getBoundingClientRect();
  return { side: y < top + height / 2 ? 'before' : 'after', taskNumber: Number(card.dataset.task) };
}
