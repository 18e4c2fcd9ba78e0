import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { newestTask } from '../../../api/queries/tasks.ts';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { useTitle } from '../../../ui/page.tsx';
import { Board } from '../board/board.tsx';
import { CursorContext, createCursor } from '../cursor.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { useGroups } from '../groups.ts';
import { List } from '../list/list.tsx';
import { usePeek } from '../peek/use-peek.ts';
import { PeopleContext, usePeople } from '../people.ts';
import { isManual, useStepInOrder } from '../reorder.ts';
import { type BoardSearch, filterOf } from '../search.ts';
import { createSelection, SelectionContext } from '../selection.ts';
import { useShownView } from '../views/shown-view.ts';
import type { Opened } from './moves-menu.tsx';
import { NoTasks } from './no-tasks.tsx';
import { useTaskKeys } from './task-keys.ts';
import styles from './tasks-page.module.css';
import { useSelect } from './use-select.ts';

const route = getRouteApi('/shell/tasks');

/* Loaded after the first render: it is needed only after an interaction. */
const BulkBar = lazy(async () => ({ default: (await import('../bulk/bulk-bar.tsx')).BulkBar }));
const Peek = lazy(async () => ({ default: (await import('../peek/peek.tsx')).Peek }));
const MovesMenu = lazy(async () => ({ default: (await import('./moves-menu.tsx')).MovesMenu }));

/** All tasks as a board or a list; the address holds the view's state. */
export function TasksPage() {
  const search = route.useSearch({ select: viewIn, structuralSharing: true });
  const peeked = route.useSearch({ select: ({ task }) => task });
  const people = usePeople();
  const groups = useGroups(search, people);
  const [cursor] = useState(createCursor);
  const [selection] = useState(createSelection);
  const [opened, setOpened] = useState<Opened | null>(null);
  const select = useSelect(cursor, selection);
  const { toggle: peek, close } = usePeek(cursor, peeked);
  const mayChange = useMay('tasks:write');
  const step = useStepInOrder(cursor);
  const actions = useMemo(
    () => ({
      mayChange,
      select,
      peek,
      openMoves: (task: Opened['task'], at: Element) => setOpened({ task, at }),
    }),
    [select, peek, mayChange],
  );
  useTaskKeys(cursor, selection, { ...actions, step: isManual(search) ? step : null });
  const title = useShownView()?.name ?? strings().nav.tasks;
  useTitle(title);
  const isEmpty = useIsEmpty(search);
  const View = search.view === 'list' ? List : Board;
  return (
    <PeopleContext value={people}>
      <CursorContext value={cursor}>
        <SelectionContext value={selection}>
          <div className={styles.frame}>
            <div className={styles.page}>
              <FilterBar search={search} people={people} title={title} />
              {isEmpty ? (
                <NoTasks search={search} />
              ) : (
                <View
                  groups={groups}
                  byStatus={search.group === undefined}
                  isManual={isManual(search) && mayChange}
                  actions={actions}
                />
              )}
              <Suspense>
                <BulkBar people={people} />
              </Suspense>
            </div>
            <Suspense>{peeked !== undefined && <Peek taskNumber={peeked} onClose={close} />}</Suspense>
          </div>
          <Suspense>
            <MovesMenu opened={opened} onClose={() => setOpened(null)} />
          </Suspense>
        </SelectionContext>
      </CursorContext>
    </PeopleContext>
  );
}

/** The view without the task beside it, so that opening one renders no card again. */
const viewIn = ({ task: _, ...view }: BoardSearch): BoardSearch => view;

/** There is nothing to show. False while loading, so that the view stays unchanged. */
function useIsEmpty(search: BoardSearch): boolean {
  const { data, hasNextPage } = useInfiniteQuery(newestTask(filterOf(search)));
  return data !== undefined && !hasNextPage && data.pages.every((page) => page.data.length === 0);
}
