import type { TaskStatus } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef } from 'react';
import { type TaskFilter, taskList } from '../../../api/queries/tasks.ts';
import { messageOf } from '../../../api/tandem.ts';
import { texts } from '../../../app/texts/index.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './board.module.css';
import { Card } from './card.tsx';
import type { Drag } from './drag.ts';

/** As high as most cards are; each is measured once it stands. */
const CARD_PX = 92;
/** Cards beyond the edge that are there already. */
const OVERSCAN = 6;

interface ColumnProps {
  readonly status: TaskStatus;
  readonly filter: TaskFilter;
  readonly drag: Drag;
}

/** The tasks of a status, newest first. Only those that can be seen are in the page, however many there are. */
export function Column({ status, filter, drag }: ColumnProps) {
  const heading = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(taskList({ ...filter, status: [status] }));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, error, refetch, isPending } = query;
  const tasks = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const virtual = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX,
    getItemKey: (index) => tasks[index]?.id ?? index,
    gap: 8,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= tasks.length - 20) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, tasks.length]);

  const takes = drag.takes(status);
  return (
    <section
      className={styles.column}
      aria-labelledby={heading}
      data-takes={takes ?? undefined}
      data-over={drag.over === status || undefined}
      onDragOver={(event) => {
        if (drag.over !== status) drag.enter(status);
        if (takes) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop(status);
      }}
    >
      <h2 id={heading} className={styles.heading}>
        {texts.status[status]}
        <span className={styles.count}>
          {tasks.length}
          {hasNextPage && '+'}
        </span>
      </h2>
      {takes === false && drag.over === status && drag.task && (
        <p className={styles.illegal}>
          {texts.tasks.illegal(texts.status[drag.task.status], texts.status[status])}
        </p>
      )}
      <div className={styles.cards} ref={scroller}>
        {error && (
          <div className={styles.nothing}>
            <p>{messageOf(error)}</p>
            <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
          </div>
        )}
        {!error && !isPending && tasks.length === 0 && (
          <p className={styles.nothing}>{texts.tasks.noneIn(texts.status[status])}</p>
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
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Card task={task} drag={drag} />
                </li>
              )
            );
          })}
        </ul>
        {isFetchingNextPage && <p className={styles.nothing}>{texts.tasks.loadingMore}</p>}
      </div>
    </section>
  );
}
