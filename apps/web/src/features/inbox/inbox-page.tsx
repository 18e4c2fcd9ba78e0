import type { InboxItem } from '@tandem/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FocusEvent, lazy, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { inbox, inboxOf } from '../../api/queries/inbox.ts';
import { itemsOf } from '../../api/queries/lists.ts';
import { preferences } from '../../api/queries/preferences.ts';
import { strings } from '../../strings/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useKeys } from '../../ui/keys.ts';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { askersOf, questionsAlike } from './askers.ts';
import styles from './inbox.module.css';
import { current, placeOf, stay, step } from './steps.ts';

/* Loaded with the first entry: an empty inbox, the first page of a new workspace, needs none of them. */
const Item = lazy(async () => ({ default: (await import('./inbox-item.tsx')).InboxItem }));
const AskerFilter = lazy(async () => ({ default: (await import('./asker-filter.tsx')).AskerFilter }));
const AnswerAll = lazy(async () => ({ default: (await import('./answer-all.tsx')).AnswerAll }));
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

/** The person's inbox, longest waiting first; entries are decided in place. */
export function InboxPage() {
  const everything = useInfiniteQuery(inbox);
  const askers = askersOf(itemsOf(everything.data));
  const [chosen, setChosen] = useState('');
  // Show everyone again once the asker's last question is answered.
  const asker = askers.length > 1 && askers.some(({ id }) => id === chosen) ? chosen : '';
  const query = useInfiniteQuery(asker === '' ? inbox : inboxOf(asker));
  const list = useRef<HTMLUListElement>(null);
  const focusStays = useFocusStays(list, itemsOf(query.data).map(keyOf).join());
  useKeys([
    { key: 'j', text: strings().keys.next, act: () => step(list.current, 1), repeats: true },
    { key: 'k', text: strings().keys.back, act: () => step(list.current, -1), repeats: true },
    {
      key: 'r',
      text: strings().inbox.keyWrite,
      act: () => current(list.current)?.querySelector('textarea')?.focus(),
    },
  ]);
  return (
    <Page title={strings().nav.inbox} count={everything.data?.pages[0]?.total}>
      {askers.length > 1 && (
        <Suspense>
          <div className={styles.filter}>
            <AskerFilter askers={askers} value={asker} onChange={setChosen} />
          </div>
        </Suspense>
      )}
      <Suspense>{asker !== '' && !query.hasNextPage && <AllOf items={itemsOf(query.data)} />}</Suspense>
      <PagedList query={query} empty={<Empty />}>
        {(items) => (
          <ul ref={list} className={styles.list} {...focusStays}>
            {items.map((item) => (
              <li key={keyOf(item)}>
                <Suspense>
                  <Item item={item} />
                </Suspense>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

/** Nothing waits for the person. In a new workspace, the first steps do. */
function Empty() {
  const { data: chosen, isPending } = useQuery(preferences);
  const caughtUp = <EmptyState title={strings().inbox.none} hint={strings().inbox.noneHint} />;
  if (isPending) return null;
  if (chosen?.getStarted !== 'open') return caughtUp;
  return (
    <Suspense>
      <FirstSteps>{caughtUp}</FirstSteps>
    </Suspense>
  );
}

function AllOf({ items }: { items: readonly InboxItem[] }) {
  const [first, ...others] = questionsAlike(items);
  return first && <AnswerAll questions={[first, ...others]} />;
}

/** When the focused entry is decided, here or in another tab, moves the focus to the next one. */
function useFocusStays(list: RefObject<HTMLElement | null>, entries: string) {
  const position = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: to be done when the entries have changed.
  useLayoutEffect(() => {
    if (position.current >= 0 && document.activeElement === document.body)
      stay(list.current, position.current);
  }, [entries]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      position.current = placeOf(list.current, target);
    },
    // A click outside leaves the list; a removed or disabled element doesn't.
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (!relatedTarget && target.isConnected && !target.matches(':disabled')) position.current = -1;
    },
  };
}

/** A resource can have several entries of different kinds, but one of each kind. */
const keyOf = ({ kind, question, result, goal, task, agent, webhook, since }: InboxItem) =>
  [kind, question?.id ?? result?.id ?? goal?.id ?? task?.taskNumber ?? agent?.id ?? webhook?.id, since].join(
    ' ',
  );
