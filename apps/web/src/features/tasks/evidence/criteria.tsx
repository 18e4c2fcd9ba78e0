import type { Criterion, Evidence } from '@tandem/client';
import type { ReactNode } from 'react';
import { strings } from '../../../strings/index.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { CheckLimits } from './check-limits.tsx';
import { Command } from './command-output.tsx';
import { CriterionCheck } from './criterion-check.tsx';
import styles from './evidence.module.css';
import { EvidenceList } from './evidence-list.tsx';
import { useVerifications } from './use-verifications.ts';

interface CriteriaProps {
  readonly taskNumber: number;
  readonly criteria: readonly Criterion[];
  /** Limits the evidence to that of one result. */
  readonly evidence?: readonly Evidence[] | undefined;
  /** The author of that result. */
  readonly author?: string | undefined;
  /** The evidence and the findings of verifiers are shown elsewhere on the page. */
  readonly withoutEvidence?: boolean | undefined;
  /** Confirms a proposed check. */
  readonly confirm?: ((criterion: Criterion) => ReactNode) | undefined;
  /** Replaces the text, for editing. */
  readonly children?: ((criterion: Criterion) => ReactNode) | undefined;
}

const TONE_OF: Readonly<Record<Criterion['status'], Tone>> = {
  open: 'quiet',
  claimed: 'warn',
  accepted: 'good',
  returned: 'bad',
};

/** Acceptance criteria, each with its evidence, beside what a verifier has found. */
export const Criteria = ({ criteria, withoutEvidence, children, ...shown }: CriteriaProps) => (
  <ul className={styles.criteria} aria-label={strings().evidence.criteria}>
    {withoutEvidence ? (
      criteria.map((criterion) => (
        <li key={criterion.id} data-status={criterion.status} data-alone>
          <Text criterion={criterion}>{children}</Text>
          {criterion.check && (
            <Command command={criterion.check.command} details={<CheckLimits check={criterion.check} />} />
          )}
        </li>
      ))
    ) : (
      <WithProof criteria={criteria} {...shown}>
        {children}
      </WithProof>
    )}
  </ul>
);

function WithProof({ taskNumber, criteria, evidence, author, confirm, children }: CriteriaProps) {
  const verifications = useVerifications(taskNumber, criteria);
  return criteria.map((criterion) => (
    <li
      key={criterion.id}
      data-status={criterion.status}
      data-alone={criterion.check ? true : undefined}
      data-checked={criterion.check ? true : undefined}
    >
      <Text criterion={criterion}>{children}</Text>
      {criterion.check ? (
        <div className={styles.sides}>
          <div>
            <h3 className="soft small">
              {author ? strings().checks.authorOf(author) : strings().checks.author}
            </h3>
            <Shown criterion={criterion} evidence={evidence} />
          </div>
          <div>
            <h3 className="soft small">{strings().checks.finding}</h3>
            <CriterionCheck
              criterion={criterion}
              confirm={confirm?.(criterion)}
              verification={verifications.get(criterion.id)}
            />
          </div>
        </div>
      ) : (
        <Shown criterion={criterion} evidence={evidence} />
      )}
    </li>
  ));
}

interface TextProps extends Pick<CriteriaProps, 'children'> {
  readonly criterion: Criterion;
}

const Text = ({ criterion, children }: TextProps) => (
  <div className={styles.criterion}>
    <Tag tone={TONE_OF[criterion.status]}>{strings().evidence.status[criterion.status]}</Tag>
    <div className={styles.text}>{children ? children(criterion) : <p>{criterion.text}</p>}</div>
  </div>
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
