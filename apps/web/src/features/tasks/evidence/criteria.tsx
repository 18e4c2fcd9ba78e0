import type { Criterion, Evidence } from '@tandem/client';
import type { ReactNode } from 'react';
import { strings } from '../../../strings/index.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import styles from './evidence.module.css';
import { EvidenceList } from './evidence-list.tsx';

interface CriteriaProps {
  readonly criteria: readonly Criterion[];
  /** Of one result: only what it gave is shown. */
  readonly evidence?: readonly Evidence[] | undefined;
  /** The evidence stands elsewhere on the page. */
  readonly withoutEvidence?: boolean | undefined;
  /** In place of the text, where it can be edited. */
  readonly children?: ((criterion: Criterion) => ReactNode) | undefined;
}

const TONE_OF: Readonly<Record<Criterion['status'], Tone>> = {
  open: 'quiet',
  claimed: 'warn',
  accepted: 'good',
  returned: 'bad',
};

/** What has to be true, each beside what shows it. */
export const Criteria = ({ criteria, evidence, withoutEvidence, children }: CriteriaProps) => (
  <ul className={styles.criteria} aria-label={strings.evidence.criteria}>
    {criteria.map((criterion) => (
      <li key={criterion.id} data-status={criterion.status} data-alone={withoutEvidence || undefined}>
        <div className={styles.criterion}>
          <Tag tone={TONE_OF[criterion.status]}>{strings.evidence.status[criterion.status]}</Tag>
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

/** What a result has given for a criterion; where that is nothing, what others have given before. */
function Shown({ criterion, evidence }: ShownProps) {
  const given = evidence?.filter(({ criterionId }) => criterionId === criterion.id) ?? criterion.evidence;
  const shown = given.length > 0 ? given : criterion.evidence;
  if (shown.length === 0) return <p className="soft">{strings.evidence.none}</p>;
  return (
    <div className={styles.list}>
      {given.length === 0 && <p className="soft">{strings.evidence.before}</p>}
      <EvidenceList evidence={shown} />
    </div>
  );
}
