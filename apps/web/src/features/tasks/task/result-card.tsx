import type { Criterion, Result } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { MemberName } from '../../../ui/member-name.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { usageText } from '../../../ui/usage.tsx';
import { EvidenceList } from '../evidence/evidence-list.tsx';
import { OutcomeTag } from './outcome-tag.tsx';
import styles from './result-card.module.css';

interface ResultCardProps {
  readonly result: Result;
  readonly criteria: readonly Criterion[];
}

/** A result with its evidence and review. */
export function ResultCard({ result, criteria }: ResultCardProps) {
  const { author, outcome, attempt, createdAt, summary, usage, evidence, review, withdrawn } = result;
  const proven = criteria.filter(({ id }) => evidence.some(({ criterionId }) => criterionId === id));
  const provenIds = new Set(proven.map(({ id }) => id));
  const missing = criteria.filter(({ id }) =>
    review?.criteria.some((each) => each.id === id && each.status === 'returned'),
  );
  return (
    <article className={styles.card} aria-label={`${author.displayName}: ${strings().outcome[outcome]}`}>
      <p className="line">
        <span className="beside">
          <MemberName name={author.name} displayName={author.displayName} agent={author.type === 'agent'} />
          <OutcomeTag outcome={outcome} />
          {withdrawn && <Tag>{strings().task.withdrawnResult}</Tag>}
        </span>
        <span className="soft small">
          {attempt > 0 && `${strings().task.attemptOf(attempt)} · `}
          {usage && `${usageText(usage)} · `}
          <RelativeTime at={createdAt} />
        </span>
      </p>
      <Markdown text={summary} />
      {/* Evidence for a removed or changed criterion is shown with the rest. */}
      <EvidenceList
        evidence={evidence.filter(
          ({ criterionId }) => criterionId === undefined || !provenIds.has(criterionId),
        )}
      />
      {proven.length > 0 && (
        <details className={styles.older}>
          <summary>{strings().task.evidenceFor(proven.length)}</summary>
          {proven.map(({ id, text }) => (
            <div key={id} className={styles.proven}>
              <p>{text}</p>
              <EvidenceList evidence={evidence.filter(({ criterionId }) => criterionId === id)} />
            </div>
          ))}
        </details>
      )}
      {review && (
        <div className={styles.review} data-verdict={review.verdict}>
          <p className="line">
            <span className="beside">
              <Tag tone={review.verdict === 'accepted' ? 'good' : 'bad'}>
                {strings().task.verdict[review.verdict]}
              </Tag>
              {review.reviewer.displayName}
            </span>
            <span className="soft small">
              <RelativeTime at={review.createdAt} />
            </span>
          </p>
          {review.override !== null && (
            <p className={styles.override}>
              <strong>{strings().checks.accepted}</strong> {review.override}
            </p>
          )}
          {review.comment && <Markdown text={review.comment} />}
          {missing.length > 0 && (
            <ul className={styles.missing} aria-label={strings().task.criteriaNotMet}>
              {missing.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </article>
  );
}
