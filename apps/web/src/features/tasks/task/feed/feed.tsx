import { useState } from 'react';
import type { TaskNow } from '../../../../api/queries/task.ts';
import { strings } from '../../../../strings/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { LoadError } from '../../../../ui/load-error.tsx';
import { Section } from '../../../../ui/section.tsx';
import { optionsOf, Select } from '../../../../ui/select.tsx';
import { RelativeTime } from '../../../../ui/time.tsx';
import { OutcomeTag } from '../outcome-tag.tsx';
import { ResultCard } from '../result-card.tsx';
import { CommentView } from './comment.tsx';
import styles from './feed.module.css';
import { HistoryEntry } from './history-entry.tsx';
import type { FeedItem } from './merge.ts';
import { NewComment } from './new-comment.tsx';
import { QuestionCard } from './question-card.tsx';
import { FEED_FILTERS, type FeedFilter, useFeed } from './use-feed.ts';

interface FeedProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** Comments, results, questions and changes of a task in one order, oldest first, and the field for a new comment. */
export function Feed({ task, may }: FeedProps) {
  const { taskNumber } = task;
  const [filter, setFilter] = useState<FeedFilter>('all');
  const { items, isComplete, error, retry, earlier } = useFeed(taskNumber, filter);
  const words = strings().task.feed;
  const latest = items.findLast(({ kind }) => kind === 'result');
  return (
    <Section
      title={strings().task.activity}
      actions={
        <Select
          bare
          label={words.show}
          value={filter}
          options={optionsOf(FEED_FILTERS, words.filters)}
          onChange={setFilter}
        />
      }
    >
      {error && <LoadError error={error} onRetry={retry} />}
      {earlier.hasNextPage && (
        <div>
          <Button disabled={earlier.isFetchingNextPage} onClick={earlier.fetchNextPage}>
            {words.earlier}
          </Button>
        </div>
      )}
      {isComplete && (
        <ol className={styles.feed}>
          {items.map((item) => (
            <li key={`${item.kind} ${idOf(item)}`} data-kind={item.kind}>
              <Item item={item} task={task} may={may} isOnTop={item === latest} />
            </li>
          ))}
        </ol>
      )}
      {may && <NewComment taskNumber={taskNumber} />}
    </Section>
  );
}

interface ItemProps extends FeedProps {
  readonly item: FeedItem;
  /** The latest result is shown above the feed. */
  readonly isOnTop: boolean;
}

function Item({ item, task, may, isOnTop }: ItemProps) {
  switch (item.kind) {
    case 'comment':
      return <CommentView taskNumber={task.taskNumber} comment={item.comment} may={may} />;
    case 'question':
      return <QuestionCard question={item.question} />;
    case 'history':
      return <HistoryEntry entry={item.entry} />;
    case 'result':
      return isOnTop ? (
        <div className={styles.entry}>
          <span className="soft small">
            <RelativeTime at={item.at} />
          </span>
          <span>
            <strong>{item.result.author.displayName}</strong> {strings().task.feed.resultAbove}{' '}
            <OutcomeTag outcome={item.result.outcome} />
          </span>
        </div>
      ) : (
        <ResultCard result={item.result} criteria={task.criteria} />
      );
  }
}

function idOf(item: FeedItem): string {
  switch (item.kind) {
    case 'comment':
      return item.comment.id;
    case 'question':
      return item.question.id;
    case 'history':
      return item.entry.id;
    case 'result':
      return item.result.id;
  }
}
