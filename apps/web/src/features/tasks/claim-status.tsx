import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { RelativeTime } from '../../ui/time.tsx';
import styles from './claim-status.module.css';
import { usePerson } from './people.ts';

interface ClaimStatusProps {
  readonly task: Task;
  /** Only the time: the assignee is next to it. */
  readonly bare?: boolean;
}

/** The run that holds the lease and when it was last heard from, or a note that an agent's task in progress has none. */
export function ClaimStatus({ task, bare }: ClaimStatusProps) {
  const { claim, status, assignedTo } = task;
  const assignee = usePerson(assignedTo);
  const holder = usePerson(claim?.agent.name ?? null);
  if (claim) {
    return (
      <span className={styles.held} title={claim.progress?.note ?? undefined}>
        <span className={styles.pulse} aria-hidden="true" />
        <span className={bare ? 'visually-hidden' : undefined}>
          {claim.agent.name === assignedTo
            ? strings().tasks.workingOn
            : strings().tasks.workedOnBy(holder?.text ?? '')}
          {' · '}
        </span>
        {strings().tasks.active} <RelativeTime at={claim.heardAt} />
      </span>
    );
  }
  if (status !== 'in_progress' || !assignee?.agent) return null;
  return (
    <span className={styles.none} title={strings().tasks.noRunHint}>
      {strings().tasks.noRun}
    </span>
  );
}
