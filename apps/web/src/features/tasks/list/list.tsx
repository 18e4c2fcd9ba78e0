import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { placeAt, useDrag } from '../board/drag.ts';
import { useCursor } from '../cursor.ts';
import type { Group } from '../groups.ts';
import type { Anchor } from '../order.ts';
import { useSelection } from '../selection.ts';
import { PAGES_LOOKED_THROUGH } from '../use-group-tasks.ts';
import { useRows } from '../use-rows.ts';
import { type TaskActions, TaskActionsContext } from '../use-task.ts';
import { folded } from './folded.ts';
import { GroupFooter } from './group-footer.tsx';
import { GroupHeading } from './group-heading.tsx';
import { type Line, linesOf } from './lines.ts';
import styles from './list.module.css';
import { Row } from './row.tsx';
import { type Section, useSections } from './use-sections.ts';

const ROW_PX = 36;
const OVERSCAN = 12;

interface ListProps {
  readonly groups: readonly Group[];
  readonly byStatus: boolean;
  readonly isManual: boolean;
  readonly actions: Omit<TaskActions, 'begin' | 'end'>;
}

/** Tasks in foldable sections. Sections far from the viewport aren't loaded. */
export function List({ groups, byStatus, isManual, actions }: ListProps) {
  const cursor = useCursor();
  const { drag, begin, end } = useDrag(useSelection());
  const [closed, setClosed] = useState(folded.now);
  const [near, setNear] = useState(folded.near);
  const wanted = useMemo(() => new Set([...near].filter((key) => !closed.has(key))), [near, closed]);
  const [unfolded, setUnfolded] = useState(folded.tasks);
  const sections = useSections(groups, wanted, unfolded);
  const lines = useMemo(() => linesOf(sections, closed), [sections, closed]);
  const { scroller, virtual, attributes } = useRows({
    id: 'list',
    count: lines.count,
    px: ROW_PX,
    keyOf: lines.keyAt,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();

  // Loads sections near the viewport and their next pages.
  useEffect(() => {
    const keys = items.flatMap(({ index }) => lines.at(index)?.section.group.key ?? []);
    setNear(folded.markNear(keys));
    for (const { index } of items) {
      const line = lines.at(index);
      if (line?.kind === 'note') readOn(line.section);
    }
  }, [items, lines]);

  const { scrollToIndex } = virtual;
  useEffect(() => {
    cursor.setOrder(sections.map(({ group }) => group.key));
    for (const section of sections) {
      const { group, tasks } = section;
      const first = lines.firstOf(section);
      const visible = closed.has(group.key) ? [] : tasks;
      cursor.setLane(group.key, { tasks: visible, scrollTo: (index) => scrollToIndex(first + index) });
    }
    return () => {
      for (const { group } of sections) cursor.setLane(group.key, null);
    };
  }, [cursor, sections, lines, closed, scrollToIndex]);

  const all = useMemo<TaskActions>(() => ({ ...actions, begin, end }), [actions, begin, end]);
  const onDragOver = (event: DragEvent, line: Line) => {
    const { group, depths } = line.section;
    const takes = drag.task !== null && group.refuses(drag.task) === null;
    const isPlace = takes && line.kind === 'task' && !depths.has(line.task.taskNumber);
    drag.enter(group, isPlace ? placeAt(event.target, event.clientY) : null);
    if (takes) event.preventDefault();
  };
  const foldTask = useCallback((taskNumber: number) => setUnfolded(folded.toggleTask(taskNumber)), []);
  const fold = useCallback((key: string) => setClosed(folded.toggle(key)), []);
  return (
    <TaskActionsContext value={all}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows between the links inside it. */}
      <div
        className={styles.list}
        ref={(element) => {
          scroller.current = element;
          cursor.setRoot(element);
        }}
        onKeyDown={(event) => onArrow(event, cursor)}
        {...attributes}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, key, start }) => {
            const line = lines.at(index);
            return (
              line && (
                // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a row.
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={styles.place}
                  data-drop={dropSide(drag.place, line)}
                  onDragOver={(event) => onDragOver(event, line)}
                  onDrop={(event) => {
                    event.preventDefault();
                    drag.drop(line.section.group, line.section.tasks);
                  }}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {line.kind === 'heading' && (
                    <GroupHeading
                      section={line.section}
                      isClosed={closed.has(line.section.group.key)}
                      onFold={fold}
                    />
                  )}
                  {line.kind === 'task' && (
                    <Row
                      task={line.task}
                      group={line.section.group}
                      isMovable={isManual && !line.section.depths.has(line.task.taskNumber)}
                      depth={line.section.depths.get(line.task.taskNumber) ?? 0}
                      showsStatus={!byStatus || line.section.depths.has(line.task.taskNumber)}
                      isUnfolded={unfolded.has(line.task.taskNumber)}
                      onFold={foldTask}
                    />
                  )}
                  {line.kind === 'note' && <GroupFooter section={line.section} />}
                </div>
              )
            );
          })}
        </div>
      </div>
    </TaskActionsContext>
  );
}

const dropSide = (place: Anchor | null, line: Line) =>
  line.kind === 'task' && line.task.taskNumber === place?.taskNumber ? place.side : undefined;

function readOn({ read, group }: Section): void {
  if (!read?.hasNextPage || read.isFetching || read.error) return;
  if (group.keeps && (read.data?.pages.length ?? 0) % PAGES_LOOKED_THROUGH === 0) return;
  void read.fetchNextPage();
}

function onArrow(event: KeyboardEvent, cursor: ReturnType<typeof useCursor>): void {
  const isIn = (event.target as HTMLElement).closest('[data-task]');
  if (!isIn || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  cursor.step(event.key === 'ArrowDown' ? 1 : -1, true);
}
