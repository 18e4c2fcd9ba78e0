import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { useCursor } from '../cursor.ts';
import type { Group } from '../groups.ts';
import { useSelection } from '../selection.ts';
import { type TaskActions, TaskActionsContext } from '../use-task.ts';
import styles from './board.module.css';
import { Column } from './column.tsx';
import { useDrag } from './drag.ts';
import { BOARD, useColumns } from './use-columns.ts';

interface BoardProps {
  readonly groups: readonly Group[];
  readonly byStatus: boolean;
  readonly isManual: boolean;
  readonly actions: Omit<TaskActions, 'begin' | 'end'>;
}

/** One column per group, side by side. */
export function Board({ groups, byStatus, isManual, actions }: BoardProps) {
  const cursor = useCursor();
  const { drag, begin, end } = useDrag(useSelection());
  const all = useMemo<TaskActions>(() => ({ ...actions, begin, end }), [actions, begin, end]);
  useEffect(() => cursor.setOrder(groups.map(({ key }) => key)), [cursor, groups]);
  const { scroller, from, to, before, after } = useColumns(groups.length);
  return (
    <TaskActionsContext value={all}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows between the links inside it. */}
      <div
        className={styles.board}
        ref={(element) => {
          scroller.current = element;
          cursor.setRoot(element);
        }}
        onKeyDown={(event) => onArrow(event, cursor)}
        data-scroll-restoration-id={BOARD}
      >
        {before > 0 && <Space px={before} />}
        {groups.slice(from, to).map((group, i) => (
          <Column
            key={group.key}
            group={group}
            place={from + i}
            byStatus={byStatus}
            drag={drag}
            isManual={isManual}
          />
        ))}
        {after > 0 && <Space px={after} />}
      </div>
    </TaskActionsContext>
  );
}

/** Takes the place of columns that aren't rendered. */
const Space = ({ px }: { px: number }) => <div style={{ flex: 'none', width: px }} />;

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
