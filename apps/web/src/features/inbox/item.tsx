import { type ReactNode, useId, useRef } from 'react';
import { RelativeTime } from '../../ui/time.tsx';
import { InboxEntry } from '../decisions/accept-key.ts';
import { TaskLink } from '../tasks/task-link.tsx';
import styles from './inbox.module.css';

interface ItemFrameProps {
  /** The kind of decision, as a label. */
  readonly kind: string;
  readonly from?: ReactNode;
  readonly since: string;
  readonly task?: { readonly taskNumber: number; readonly title: string } | null | undefined;
  readonly title?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of each inbox entry: kind, sender, waiting time, and task. */
export function ItemFrame({ kind, from, since, task, title, children }: ItemFrameProps) {
  const heading = useId();
  const entry = useRef<HTMLElement>(null);
  return (
    <article ref={entry} className={styles.item} tabIndex={-1} data-item aria-labelledby={heading}>
      <p className={styles.meta}>
        <strong>{kind}</strong>
        {from && <span>{from}</span>}
        <RelativeTime at={since} />
      </p>
      <h2 id={heading} className={`${styles.title} as-text`}>
        {task ? <TaskLink task={task} /> : title}
      </h2>
      <InboxEntry value={entry}>{children}</InboxEntry>
    </article>
  );
}
