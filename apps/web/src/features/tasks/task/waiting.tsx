import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { itemsOf } from '../../../api/queries/lists.ts';
import { useNameOf } from '../../../api/queries/members.ts';
import { type TaskNow, taskResults } from '../../../api/queries/task.ts';
import { useCaller } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { ReviewForm } from '../../decisions/review-form.tsx';
import { Criteria } from '../evidence/criteria.tsx';
import { EvidenceList } from '../evidence/evidence-list.tsx';
import { ConfirmCheck } from './confirm-check.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { OutcomeTag } from './outcome-tag.tsx';
import styles from './task-attention.module.css';
import { isToReview } from './use-result-to-review.ts';

interface WaitingProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** The reason a task waits, the member it waits for, the next step, and the action to take. */
export function Waiting({ task, may }: WaitingProps) {
  const heading = useId();
  const nameOf = useNameOf();
  const caller = useCaller();
  const { data } = useInfiniteQuery(taskResults(task.taskNumber));
  const { waitingFor } = task;
  if (!waitingFor) return null;
  const { kind, who, what, since, resultId } = waitingFor;
  const result = itemsOf(data).find(({ id }) => id === resultId);
  const isReview = result !== undefined && isToReview(kind, result);
  const then = isReview
    ? strings().task.nextStep.review(result.author.displayName)
    : strings().task.nextStep[kind === 'attention' || kind === 'children' ? kind : 'other'];
  return (
    <section className={styles.ask} data-kind={kind} aria-labelledby={heading}>
      <header className="line">
        <h2 id={heading}>{strings().task.waitsFor[kind](who && nameOf(who.name))}</h2>
        <span className="soft small">
          <RelativeTime at={since} />
        </span>
      </header>
      {what !== result?.summary && kind !== 'review' && <p>{what}</p>}
      {result && (
        <>
          <p className="soft small">
            {result.author.displayName} <OutcomeTag outcome={result.outcome} />
          </p>
          <Markdown text={result.summary} />
          {isReview && task.criteria.length > 0 && (
            <Criteria
              taskNumber={task.taskNumber}
              criteria={task.criteria}
              evidence={result.evidence}
              author={result.author.displayName}
              confirm={(criterion) => <ConfirmCheck taskNumber={task.taskNumber} criterion={criterion} />}
            />
          )}
          <EvidenceList
            evidence={result.evidence.filter(({ criterionId }) => !isReview || criterionId === undefined)}
          />
        </>
      )}
      <p className="soft small">{then}</p>
      {isReview && may && result.author.id === caller.id && <p>{strings().task.ownResult}</p>}
      {isReview && may && result.author.id !== caller.id && (
        <ReviewForm result={result} criteria={task.criteria} />
      )}
      {!isReview && kind !== 'review' && may && <MoveButtons task={task} />}
    </section>
  );
}
