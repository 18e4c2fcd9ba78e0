import type { ActivityEntry } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taskActivity } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { PagedList } from '../../../ui/paged-list.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { changeOf } from '../../activity/change.ts';
import styles from './log.module.css';

/** Longer values are cut after some lines. */
const LONG = 160;

/** The task's activity, newest first; folded, and loaded when unfolded. */
export function Log({ taskNumber }: { taskNumber: number }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.log} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{strings().task.activity}</h2>
      </summary>
      {open && <Entries taskNumber={taskNumber} />}
    </details>
  );
}

function Entries({ taskNumber }: { taskNumber: number }) {
  const query = useInfiniteQuery(taskActivity(taskNumber));
  return (
    <PagedList query={query}>
      {(entries) => (
        <ol className={styles.entries}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { actorName, actorKeyOwner, action, reason, createdAt } = entry;
  const change = lineOf(entry);
  return (
    <li className={styles.entry}>
      <span className="soft small">
        <RelativeTime at={createdAt} />
      </span>
      <span>
        <strong>{actorName}</strong>
        {actorKeyOwner && ` (${actorKeyOwner})`} {strings().task.activityVerbs[action] ?? action}{' '}
        <span className={styles.change} data-long={change.length > LONG || undefined}>
          {change}
        </span>
        {reason && (
          <span className={styles.reason} data-long={reason.length > LONG || undefined}>
            {reason}
          </span>
        )}
      </span>
    </li>
  );
}

/** The old and the new value, in the page's words where they exist. */
function lineOf(entry: ActivityEntry): string {
  const change = changeOf(entry);
  if (!change) return '';
  const values = [change.from, change.to].filter((value) => value !== null);
  const name = change.field === 'status' ? '' : change.field;
  return [name, values.join(' → ')].filter((part) => part !== '').join(': ');
}
