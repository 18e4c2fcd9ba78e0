import type { Criterion, Evidence } from '@tandem/client';
import { texts } from '../../../app/texts/index.ts';
import styles from './evidence.module.css';
import { EvidenceList } from './evidence-list.tsx';

interface CriteriaProps {
  readonly criteria: readonly Criterion[];
  /** Of one result: only what it gave is shown. */
  readonly evidence?: readonly Evidence[] | undefined;
}

/** What has to be true, each beside what shows it. */
export function Criteria({ criteria, evidence }: CriteriaProps) {
  return (
    <ul className={styles.criteria} aria-label={texts.evidence.criteria}>
      {criteria.map((criterion) => {
        const given =
          evidence?.filter(({ criterionId }) => criterionId === criterion.id) ?? criterion.evidence;
        return (
          <li key={criterion.id} data-status={criterion.status}>
            <p>
              <span className={styles.status}>{texts.evidence.status[criterion.status]}</span>{' '}
              {criterion.text}
            </p>
            {given.length === 0 ? (
              <p className={styles.none}>{texts.evidence.none}</p>
            ) : (
              <EvidenceList evidence={given} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
