import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Progress } from '../../ui/progress.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { TaskLink } from '../tasks/task-link.tsx';
import styles from './current-tasks.module.css';

/** The tasks an agent holds, with lease expiry and reported progress. */
export function CurrentTasks({ tasks }: { tasks: readonly Task[] | undefined }) {
  if (!tasks) return null;
  if (tasks.length === 0) return <p className="soft">{strings().agents.noCurrentTasks}</p>;
  return (
    <ul className={styles.held} aria-label={strings().agents.workingOn}>
      {tasks.map((task) => (
        <li key={task.id}>
          <p className={styles.task}>
            <TaskLink task={task} />
          </p>
          {task.claim && <Run claim={task.claim} title={task.title} />}
        </li>
      ))}
    </ul>
  );
}

function Run({ claim, title }: { claim: NonNullable<Task['claim']>; title: string }) {
  const { progress, expiresAt, claimedAt } = claim;
  const percent = progress?.percent ?? null;
  return (
    <>
      {progress?.note && <p className={styles.note}>{progress.note}</p>}
      {percent !== null && <Progress label={strings().agents.progressOf(title)} value={percent / 100} />}
      <p className={styles.times}>
        <span>
          {strings().agents.claimed} <RelativeTime at={claimedAt} />
        </span>
        <span>
          {strings().agents.leaseEnds} <RelativeTime at={expiresAt} />
        </span>
      </p>
    </>
  );
}
