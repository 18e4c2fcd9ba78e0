import type { TaskVerification } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { TaskLink } from '../tasks/task-link.tsx';
import styles from './current-tasks.module.css';

/** The checks a verifier runs, each with its task. */
export function RunningChecks({ checks }: { checks: readonly TaskVerification[] }) {
  if (checks.length === 0) return <p className="soft">{strings().agents.noRunningChecks}</p>;
  return (
    <ul className={styles.held} aria-label={strings().agents.workingOn}>
      {checks.map(({ id, task, criterion, claimedAt }) => (
        <li key={id}>
          <p className={styles.task}>
            <TaskLink task={task} />
          </p>
          <p className={styles.note}>{criterion.text}</p>
          {claimedAt && (
            <p className={styles.times}>
              <span>
                {strings().checks.started} <RelativeTime at={claimedAt} />
              </span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
