import type { Task, TaskStatus } from '@tandem/client';
import { useNameOf } from '../../api/queries/members.ts';
import { strings } from '../../strings/index.ts';
import { MemberName } from '../../ui/member-name.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { TaskLink } from '../tasks/task-link.tsx';
import styles from './task-row.module.css';

const TONES: Readonly<Record<TaskStatus, Tone>> = {
  backlog: 'quiet',
  todo: 'quiet',
  in_progress: 'accent',
  waiting: 'warn',
  done: 'good',
  canceled: 'quiet',
};

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
        {(priority === 'p0' || priority === 'p1') && (
          <Tag tone={priority === 'p0' ? 'bad' : 'warn'}>{strings().priority[priority]}</Tag>
        )}
        <Tag tone={TONES[status]}>{strings().status[status]}</Tag>
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
