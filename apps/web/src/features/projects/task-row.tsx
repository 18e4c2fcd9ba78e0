import type { Task } from '@tandem/client';
import { useNameOf } from '../../api/queries/members.ts';
import { strings } from '../../strings/index.ts';
import { MemberName } from '../../ui/member-name.tsx';
import { StatusName } from '../../ui/status-icon.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Priority } from '../tasks/priority.tsx';
import { TaskLink } from '../tasks/task-link.tsx';
import styles from './task-row.module.css';

/** A task of a project in one line: title, status, assignee, and lease. */
export function TaskRow({ task }: { task: Task }) {
  const { status, assignedTo, claim, updatedAt, priority } = task;
  const nameOf = useNameOf();
  return (
    <li className={styles.row}>
      <span className={`${styles.title} as-text`}>
        <TaskLink task={task} />
      </span>
      <span className={styles.about}>
        <Priority value={priority} />
        <StatusName status={status} />
        {claim ? (
          <span>{strings().tasks.workedOnBy(nameOf(claim.agent.name))}</span>
        ) : (
          assignedTo && <MemberName name={assignedTo} />
        )}
        <RelativeTime at={updatedAt} />
      </span>
    </li>
  );
}
