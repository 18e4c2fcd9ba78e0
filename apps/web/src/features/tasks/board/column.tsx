import { useCallback, useEffect, useId } from 'react';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { useLane } from '../cursor.ts';
import { GroupCount } from '../group-count.tsx';
import { GroupTitle } from '../group-title.tsx';
import type { Group } from '../groups.ts';
import type { Anchor } from '../order.ts';
import { useGroupTasks } from '../use-group-tasks.ts';
import { useRows } from '../use-rows.ts';
import styles from './board.module.css';
import { Card } from './card.tsx';
import { type Drag, placeAt } from './drag.ts';
import { useOnceVisible } from './use-once-visible.ts';

const CARD_PX = 96;
const OVERSCAN = 4;
/** Columns that are visible at first on any screen. */
const SEEN_AT_FIRST = 6;

interface ColumnProps {
  readonly group: Group;
  readonly place: number;
  readonly byStatus: boolean;
  readonly drag: Drag;
  /** Cards can be dropped between others. */
  readonly isManual: boolean;
}

/** A group's tasks, in the order of the view. Only visible cards are rendered. */
export function Column({ group, place, byStatus, drag, isManual }: ColumnProps) {
  const heading = useId();
  const { ref, seen } = useOnceVisible(place < SEEN_AT_FIRST);
  const read = useGroupTasks(group, seen);
  const refusal = drag.task && group.refuses(drag.task);
  const takes = drag.task ? refusal === null : undefined;
  return (
    <section
      ref={ref}
      className={styles.column}
      aria-labelledby={heading}
      data-takes={takes}
      data-over={drag.over === group.key || undefined}
      onDragOver={(event) => {
        drag.enter(group, isManual && takes ? placeAt(event.target, event.clientY) : null);
        if (takes) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop(group, read.tasks);
      }}
    >
      <h2 className={styles.heading}>
        <span id={heading}>
          <GroupTitle group={group} />
        </span>
        {!read.isPending && <GroupCount group={group} loaded={read.tasks.length} hasMore={read.hasMore} />}
      </h2>
      {refusal && drag.over === group.key && <p className={styles.illegal}>{refusal}</p>}
      {seen && <Cards group={group} byStatus={byStatus} read={read} place={drag.place} />}
    </section>
  );
}

interface CardsProps {
  readonly group: Group;
  readonly byStatus: boolean;
  readonly read: ReturnType<typeof useGroupTasks>;
  /** Where a dragged card would be dropped. */
  readonly place: Anchor | null;
}

function Cards({ group, byStatus, read, place }: CardsProps) {
  const { tasks, isPending, error, retry, hasMore, isReadingMore, readMore, loadsMore } = read;
  const { scroller, virtual, attributes } = useRows({
    id: `column-${group.key}`,
    count: tasks.length,
    px: CARD_PX,
    keyOf: useCallback((index: number) => tasks[index]?.id ?? index, [tasks]),
    gap: 8,
    overscan: OVERSCAN,
  });
  const { scrollToIndex } = virtual;
  useLane(
    group.key,
    tasks,
    useCallback((index: number) => scrollToIndex(index), [scrollToIndex]),
  );
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (loadsMore && last >= tasks.length - 20) readMore();
  }, [loadsMore, readMore, last, tasks.length]);
  return (
    <div className={styles.cards} ref={scroller} {...attributes}>
      {error ? <LoadError error={error} onRetry={retry} /> : null}
      {!error && tasks.length === 0 && (
        <p className={styles.nothing}>
          {isPending ? strings().tasks.loading : strings().tasks.noTasksIn(group.title)}
        </p>
      )}
      <ul style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, key, start }) => {
          const task = tasks[index];
          return (
            task && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={styles.place}
                data-drop={place?.taskNumber === task.taskNumber ? place.side : undefined}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Card task={task} group={group} byStatus={byStatus} />
              </li>
            )
          );
        })}
      </ul>
      {isReadingMore && <p className={styles.nothing}>{strings().tasks.loadingMore}</p>}
      {hasMore && !loadsMore && !isReadingMore && !isPending && (
        <Button quiet onClick={readMore}>
          {strings().more}
        </Button>
      )}
    </div>
  );
}
