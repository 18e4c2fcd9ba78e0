import type { Goal } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from '../plans/plans.module.css';
import { Target } from '../plans/target.tsx';
import { Metric } from './metric.tsx';
import { isClosed, TONES } from './moves.ts';
import { VerifiedBy } from './verified-by.tsx';

interface GoalRowProps {
  readonly goal: Goal;
  /** Omitted where the initiative is obvious. */
  readonly withInitiative?: boolean;
}

/** A goal in the list: title, metric, and last verification. */
export function GoalRow({ goal, withInitiative }: GoalRowProps) {
  const { id, title, status, metric, lastVerification, targetDate, initiative, archived } = goal;
  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <Link to="/goals/$goalId" params={{ goalId: id }}>
          {title}
        </Link>
        {archived && <Tag>{strings().plans.archived}</Tag>}
        {withInitiative && initiative && (
          <span className={styles.soft}>
            <Link to="/initiatives/$initiativeId" params={{ initiativeId: initiative.id }}>
              {initiative.name}
            </Link>
          </span>
        )}
      </div>
      <div>
        <Tag tone={TONES[status]}>{strings().goals.status[status]}</Tag>
      </div>
      {metric ? (
        <Metric metric={metric} />
      ) : (
        <div className={styles.soft}>
          {lastVerification && <VerifiedBy verification={lastVerification} />}
        </div>
      )}
      <div className={styles.date}>
        {targetDate && <Target date={targetDate} closed={isClosed(status)} />}
      </div>
    </li>
  );
}
