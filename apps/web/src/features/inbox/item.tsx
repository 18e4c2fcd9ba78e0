import { type ReactNode, useId } from 'react';
import { Ago } from '../../ui/time.tsx';
import { TaskLink } from '../tasks/task-link.tsx';
import styles from './inbox.module.css';

interface ItemFrameProps {
  /** What kind of decision is asked for. */
  readonly kind: string;
  readonly from?: ReactNode;
  readonly since: string;
  readonly task?: { readonly taskNumber: number; readonly title: string } | null | undefined;
  readonly title?: ReactNode;
  readonly children: ReactNode;
}

/** What stands around everything that waits: what it is, from whom, since when, and which task it is about. */
export function ItemFrame({ kind, from, since, task, title, children }: ItemFrameProps) {
  const heading = useId();
  return (
    <article className={styles.item} tabIndex={-1} data-item aria-labelledby={heading}>
      <p className={styles.meta}>
        <strong>{kind}</strong>
        {from && <span>{from}</span>}
        <Ago at={since} />
      </p>
      <h2 id={heading} className={`${styles.title} as-text`}>
        {task ? <TaskLink task={task} /> : title}
      </h2>
      {children}
    </article>
  );
}
