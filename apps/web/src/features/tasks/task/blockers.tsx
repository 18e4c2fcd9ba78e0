import { useId } from 'react';
import { isClosed } from '../../../api/is-closed.ts';
import { useNameOf } from '../../../api/queries/members.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { StatusName } from '../../../ui/status-icon.tsx';
import { TaskLink } from '../task-link.tsx';
import styles from './task-attention.module.css';

/** Blocking tasks that are still open. */
export function Blockers({ task }: { task: TaskNow }) {
  const heading = useId();
  const nameOf = useNameOf();
  const blockers = task.relations.filter(
    ({ type, task: { status } }) => type === 'blocked_by' && !isClosed(status),
  );
  if (blockers.length === 0) return null;
  return (
    <section className={styles.ask} data-kind="blocked" aria-labelledby={heading}>
      <h2 id={heading}>{strings().task.blockedBy}</h2>
      <ul className="stack-s">
        {blockers.map(({ id, task: blocker }) => (
          <li key={id} className="line">
            <TaskLink task={blocker} />
            <span className="soft small">
              <StatusName status={blocker.status} />
              {blocker.assignedTo && ` · ${nameOf(blocker.assignedTo)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
