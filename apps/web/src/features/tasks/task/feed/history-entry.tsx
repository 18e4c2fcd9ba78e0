import type { ActivityEntry } from '@tandem/client';
import { useNameOf } from '../../../../api/queries/members.ts';
import { strings } from '../../../../strings/index.ts';
import { RelativeTime } from '../../../../ui/time.tsx';
import { changeOf } from '../../../activity/change.ts';
import styles from './feed.module.css';

/** Longer values are cut after some lines. */
const LONG = 160;

/** A change of the task, in a line. */
export function HistoryEntry({ entry }: { entry: ActivityEntry }) {
  const { actorName, actorKeyOwner, action, reason, createdAt } = entry;
  const nameOf = useNameOf();
  const change = lineOf(entry);
  return (
    <div className={styles.entry}>
      <span className="soft small">
        <RelativeTime at={createdAt} />
      </span>
      <span>
        <strong>{nameOf(actorName)}</strong>
        {actorKeyOwner && ` (${nameOf(actorKeyOwner)})`} {strings().task.activityVerbs[action] ?? action}{' '}
        <span className={styles.change} data-long={change.length > LONG || undefined}>
          {change}
        </span>
        {reason && (
          <span className={styles.reason} data-long={reason.length > LONG || undefined}>
            {reason}
          </span>
        )}
      </span>
    </div>
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
