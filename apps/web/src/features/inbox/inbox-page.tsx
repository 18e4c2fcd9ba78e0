import type { InboxItem } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { inbox } from '../../api/queries/inbox.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { useKeys } from '../../ui/keys.ts';
import { Page } from '../../ui/page.tsx';
import { AttentionItem } from './attention-item.tsx';
import { GoalItem } from './goal-item.tsx';
import styles from './inbox.module.css';
import { QuestionItem } from './question-item.tsx';
import { ReviewItem } from './review-item.tsx';

/** What waits for this person, the longest first, each decided where it stands. */
export function InboxPage() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(inbox);
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const list = useRef<HTMLUListElement>(null);
  useKeys([
    { key: 'j', text: texts.keys.next, act: () => step(list.current, 1) },
    { key: 'k', text: texts.keys.back, act: () => step(list.current, -1) },
  ]);
  return (
    <Page title={texts.nav.inbox} count={data?.pages[0]?.total}>
      {error && <Failed error={error} again={() => void refetch()} />}
      {data && items.length === 0 && (
        <div className={styles.empty}>
          <h2>{texts.inbox.none}</h2>
          <p>{texts.inbox.noneHint}</p>
        </div>
      )}
      <ul ref={list} className={styles.list}>
        {items.map((item) => (
          <li key={keyOf(item)}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {texts.more}
        </Button>
      )}
    </Page>
  );
}

function Item({ item }: { item: InboxItem }) {
  if (item.kind === 'question' && item.question) return <QuestionItem question={item.question} />;
  if (item.kind === 'review' && item.result) return <ReviewItem item={item} result={item.result} />;
  if (item.kind === 'goal' && item.goal) return <GoalItem goal={item.goal} since={item.since} />;
  return <AttentionItem item={item} />;
}

/** A thing may wait for two reasons, and for each of them once. */
const keyOf = ({ kind, question, result, goal, task, agent, webhook, since }: InboxItem) =>
  [kind, question?.id ?? result?.id ?? goal?.id ?? task?.taskNumber ?? agent?.id ?? webhook?.id, since].join(
    ' ',
  );

/** Goes on by one from where the focus is. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const items = [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const to = at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + by));
  items[to]?.focus();
  items[to]?.scrollIntoView({ block: 'nearest' });
}
