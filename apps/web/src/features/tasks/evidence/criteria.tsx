import type { Criterion, Evidence } from '@tandem/client';
import type { ReactNode } from 'react';
import { strings } from '../../../strings/index.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import styles from './evidence.module.css';
import { EvidenceList } from './evidence-list.tsx';

interface CriteriaProps {
  readonly criteria: readonly Criterion[];
  /** Limits the evidence to that of one result. */
  readonly evidence?: readonly Evidence[] | undefined;
  /** The evidence is shown elsewhere on the page. */
  readonly withoutEvidence?: boolean | undefined;
  /** Replaces the text, for editing. */
  readonly children?: ((criterion: Criterion) => ReactNode) | undefined;
}

const TONE_OF: Readonly<Record<Criterion['status'], Tone>> = {
  open: 'quiet',
  claimed: 'warn',
  accepted: 'good',
  returned: 'bad',
};

/** Acceptance criteria, each with its evidence. */
export const Criteria = ({ criteria, evidence, withoutEvidence, children }: CriteriaProps) => (
  <ul className={styles.criteria} aria-label={strings().evidence.criteria}>
    {criteria.map((criterion) => (
      <li key={criterion.id} data-status={criterion.status} data-alone={withoutEvidence || undefined}>
        <div className={styles.criterion}>
          <Tag tone={TONE_OF[criterion.status]}>{strings().evidence.status[criterion.status]}</Tag>
          <div className={styles.text}>{children ? children(criterion) : <p>{criterion.text}</p>}</div>
        </div>
        {!withoutEvidence && <Shown criterion={criterion} evidence={evidence} />}
      </li>
    ))}
  </ul>
);

interface ShownProps extends Pick<CriteriaProps, 'evidence'> {
  readonly criterion: Criterion;
}

/** A result's evidence for a criterion, or else evidence from earlier results. */
function Shown({ criterion, evidence }: ShownProps) {
  const ofResult = evidence?.filter(({ criterionId }) => criterionId === criterion.id) ?? criterion.evidence;
  const visible = ofResult.length > 0 ? ofResult : criterion.evidence;
  if (visible.length === 0) return <p className="soft">{strings().evidence.none}</p>;
  return (
    <div className={styles.list}>
      {ofResult.length === 0 && <p className="soft">{strings().evidence.fromEarlierResult}</p>}
      <EvidenceList evidence={visible} />
    </div>
  );
}
