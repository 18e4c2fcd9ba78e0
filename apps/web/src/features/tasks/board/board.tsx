import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { useCursor } from '../cursor.ts';
import type { Group } from '../groups.ts';
import { useSelection } from '../selection.ts';
import { type TaskActions, TaskActionsContext } from '../use-task.ts';
import styles from './board.module.css';
import { Column } from './column.tsx';
import { useDrag } from './drag.ts';

interface BoardProps {
  readonly groups: readonly Group[];
  readonly byStatus: boolean;
  readonly actions: Omit<TaskActions, 'begin' | 'end'>;
}

/** One column per group, side by side. */
export function Board({ groups, byStatus, actions }: BoardProps) {
  const cursor = useCursor();
  const { drag, begin, end } = useDrag(useSelection());
  const all = useMemo<TaskActions>(() => ({ ...actions, begin, end }), [actions, begin, end]);
  useEffect(() => cursor.setOrder(groups.map(({ key }) => key)), [cursor, groups]);
  return (
    <TaskActionsContext value={all}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows between the links inside it. */}
      <div
        className={styles.board}
        ref={cursor.setRoot}
        onKeyDown={(event) => onArrow(event, cursor)}
        data-scroll-restoration-id="board"
      >
        {groups.map((group, place) => (
          <Column key={group.key} group={group} place={place} byStatus={byStatus} drag={drag} />
        ))}
      </div>
    </TaskActionsContext>
  );
}

function onArrow(event: KeyboardEvent, cursor: ReturnType<typeof useCursor>): void {
  const from = event.target as HTMLElement;
  if (!from.closest('[data-task]') || event.altKey || event.ctrlKey || event.metaKey) return;
  const go = ARROWS[event.key];
  if (!go) return;
  event.preventDefault();
  go(cursor);
}

const ARROWS: Readonly<Record<string, (cursor: ReturnType<typeof useCursor>) => void>> = {
  ArrowDown: (cursor) => cursor.step(1, false),
  ArrowUp: (cursor) => cursor.step(-1, false),
  ArrowRight: (cursor) => cursor.side(1),
  ArrowLeft: (cursor) => cursor.side(-1),
};
