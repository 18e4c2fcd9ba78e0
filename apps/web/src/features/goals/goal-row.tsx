import type { Goal } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { isClosed } from '../../api/is-closed.ts';
import { strings } from '../../strings/index.ts';
import { Tag } from '../../ui/tag.tsx';
import { PlanRow } from '../plans/plan-row.tsx';
import styles from '../plans/plans.module.css';
import { Target } from '../plans/target.tsx';
import { Metric } from './metric.tsx';
import { TONES } from './moves.ts';
import { VerifiedBy } from './verified-by.tsx';

interface GoalRowProps {
  readonly goal: Goal;
  /** Omitted where the initiative is obvious. */
  readonly withInitiative?: boolean;
}

/** A goal in the list: title, metric, and last verification. */
export function GoalRow({ goal, withInitiative }: GoalRowProps) {
  const { id, title, status, metric, lastVerification, targetDate, initiative, archived } = goal;
  const verification = lastVerification && <VerifiedBy verification={lastVerification} />;
  return (
    <PlanRow
      name={
        <>
          <Link to="/goals/$goalId" params={{ goalId: id }}>
            {title}
          </Link>
          {archived && <Tag>{strings().plans.archived}</Tag>}
        </>
      }
      initiative={withInitiative ? initiative : null}
      tone={TONES[status]}
      status={strings().goals.status[status]}
      progress={
        metric ? <Metric goalId={id} metric={metric} /> : <div className={styles.soft}>{verification}</div>
      }
      date={targetDate && <Target date={targetDate} closed={isClosed(status)} />}
    />
  );
}
