import { Link } from '@tanstack/react-router';
import { serverNow } from '../../../api/clock.ts';
import { memberOf, useMembers } from '../../../api/queries/members.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Name } from '../../../ui/name.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import styles from './task-attention.module.css';

/** The run that holds the lease, since when, and when it was last heard from. */
export function ClaimPanel({ task: { claim, status, assignedTo } }: { task: TaskNow }) {
  const members = useMembers();
  const assignee = assignedTo === null ? undefined : memberOf(members, assignedTo);
  if (!claim) {
    return status === 'in_progress' && assignee?.type === 'agent' ? (
      <p className={styles.notHeld}>{strings().task.noActiveRun(assignee.displayName)}</p>
    ) : null;
  }
  const { agent, attempt, expiresAt, heardAt, progress } = claim;
  const name = memberOf(members, agent.name)?.displayName ?? agent.name;
  const isOver = Date.parse(expiresAt) <= serverNow();
  return (
    <section className={styles.holder} aria-label={strings().task.workedOnBy(name)}>
      <p className="line">
        <strong className="beside">
          <Link to="/agents/$agentId" params={{ agentId: agent.id }} className="as-text">
            <Name agent name={name} emoji={memberOf(members, agent.name)?.emoji} />
          </Link>
          {strings().task.workingOn}
        </strong>
        <span className="soft small">
          {strings().task.attempt(attempt)} · {strings().task.lastActive} <RelativeTime at={heardAt} /> ·{' '}
          {isOver ? (
            strings().task.leaseExpired
          ) : (
            <>
              {strings().task.leaseEnds} <RelativeTime at={expiresAt} />
            </>
          )}
        </span>
      </p>
      {progress?.percent != null && (
        <Progress label={strings().task.progressOf(name)} value={progress.percent / 100} />
      )}
      {progress?.note && <p>{progress.note}</p>}
    </section>
  );
}
