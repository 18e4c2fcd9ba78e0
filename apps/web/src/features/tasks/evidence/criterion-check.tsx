import type { Criterion, TaskVerification } from '@tandem/client';
import type { ReactNode } from 'react';
import { strings } from '../../../strings/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import { CheckLimits } from './check-limits.tsx';
import styles from './checks.module.css';
import { Command } from './command-output.tsx';
import { Finding } from './finding.tsx';

interface CriterionCheckProps {
  readonly criterion: Criterion;
  readonly verification: TaskVerification | undefined;
  /** Confirms a proposed check. */
  readonly confirm?: ReactNode;
}

/** The check of a criterion: what a verifier has found, or why none has run it yet. */
export function CriterionCheck({ criterion, verification, confirm }: CriterionCheckProps) {
  const { check } = criterion;
  if (!check) return null;
  if (verification && !check.proposed)
    return <Finding verification={verification} isDecided={criterion.status === 'accepted'} />;
  const words = strings().checks;
  return (
    <div className={styles.check}>
      <div className={styles.state}>
        <Tag tone={check.proposed ? 'warn' : 'quiet'}>
          {check.proposed ? words.proposed : words.notRequested}
        </Tag>
        <p className={styles.facts}>{check.proposed ? words.proposedHint : words.notRequestedHint}</p>
        {check.proposed && confirm}
      </div>
      <Command command={check.command} details={<CheckLimits check={check} />} />
    </div>
  );
}
