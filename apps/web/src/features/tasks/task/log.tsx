import type { ActivityEntry } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taskActivity } from '../../../api/queries/task.ts';
import { texts } from '../../../app/texts/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { Ago } from '../../../ui/time.tsx';
import styles from './task.module.css';

/** All that happened to the task, newest first: folded, and read when somebody unfolds it. */
export function Log({ taskNumber }: { taskNumber: number }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.log} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{texts.task.log}</h2>
      </summary>
      {open && <Entries taskNumber={taskNumber} />}
    </details>
  );
}

function Entries({ taskNumber }: { taskNumber: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    taskActivity(taskNumber),
  );
  if (error) return <Failed error={error} again={() => void refetch()} />;
  return (
    <>
      <ol className={styles.entries}>
        {data?.pages.flatMap((page) => page.data.map((entry) => <Entry key={entry.id} entry={entry} />))}
      </ol>
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {texts.more}
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { actorName, actorKeyOwner, action, field, oldValue, newValue, createdAt } = entry;
  return (
    <li className={styles.entry}>
      <span className={styles.soft}>
        <Ago at={createdAt} />
      </span>
      <span>
        <strong>{actorName}</strong>
        {actorKeyOwner && ` (${actorKeyOwner})`} {texts.task.did[action] ?? action}
        {field && <span className={styles.soft}> {field}</span>}
        {(oldValue !== null || newValue !== null) && (
          <>
            : {oldValue !== null && <del className={styles.value}>{oldValue}</del>}{' '}
            {newValue !== null && <ins className={styles.value}>{newValue}</ins>}
          </>
        )}
      </span>
    </li>
  );
}
