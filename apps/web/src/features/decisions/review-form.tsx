import type { Criterion, Result, ResultsReviewBody } from '@tandem/client';
import { useState } from 'react';
import { gapsIn, type ProofGap } from '../../api/missing-proof.ts';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { EVERYTHING, useChange } from '../../ui/change.ts';
import { CheckBox, TextArea } from '../../ui/fields.tsx';
import { useAcceptKey } from './accept-key.ts';
import styles from './decisions.module.css';
import { Override } from './override.tsx';
import { useDecision } from './use-decision.ts';

interface ReviewFormProps {
  readonly result: Pick<Result, 'id' | 'taskNumber'>;
  readonly criteria: readonly Criterion[];
}

/** The review of a result: accept it, or return it with a list of missing work. */
export function ReviewForm({ result, criteria }: ReviewFormProps) {
  const { id, taskNumber } = result;
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [gaps, setGaps] = useState<readonly ProofGap[] | null>(null);
  const keep = `review-${id}`;
  const reopen = useChange({
    send: () => tandem.tasks.transition(taskNumber, { to: 'todo', reason: strings().decisions.reopenReason }),
    successMessage: () => strings().decisions.taskReopened(taskNumber),
    invalidates: EVERYTHING,
  });
  const { mutate, isPending } = useDecision<ResultsReviewBody>({
    send: (review) => tandem.results.review(taskNumber, { ...review, resultId: id }),
    resolves: ({ result: other }) => other?.id === id,
    successMessage: ({ verdict }) =>
      verdict === 'accepted'
        ? {
            text: strings().decisions.accepted(taskNumber),
            action: { text: strings().decisions.reopen, act: () => reopen.mutate() },
            undo: () => reopen.mutate(),
          }
        : { text: strings().decisions.returned(taskNumber) },
    invalidates: [['task', taskNumber], ['workspace']],
    keep,
    onFailed: (error) => {
      const found = gapsIn(error);
      if (found) setGaps(found);
      return found !== null;
    },
  });
  const hasNoComment = comment.trim() === '';
  const commentField = hasNoComment ? {} : { comment };
  const accept = (override?: string) =>
    mutate({ verdict: 'accepted', ...commentField, ...(override && { override }) });
  useAcceptKey(() => !isPending && accept());
  const returnResult = () =>
    mutate({
      verdict: 'returned',
      ...commentField,
      criteria: missing.map((criterion) => ({ id: criterion, status: 'returned' })),
    });
  const mark = (criterion: string, isMissing: boolean) =>
    setMissing((all) => (isMissing ? [...all, criterion] : all.filter((each) => each !== criterion)));
  return (
    <div className={styles.decision} data-decision>
      <TextArea
        label={strings().decisions.comment}
        hint={hasNoComment ? strings().decisions.returnHint : undefined}
        value={comment}
        onChange={setComment}
        draftKey={keep}
        rows={1}
      />
      {!hasNoComment && criteria.length > 0 && (
        <fieldset className={styles.missing}>
          <legend>{strings().decisions.criteriaNotMet}</legend>
          {criteria.map(({ id: criterion, text }) => (
            <CheckBox
              key={criterion}
              label={text}
              checked={missing.includes(criterion)}
              onChange={(isMissing) => mark(criterion, isMissing)}
            />
          ))}
        </fieldset>
      )}
      {gaps && <Override keep={`override-${id}`} gaps={gaps} isPending={isPending} onAccept={accept} />}
      <div className={styles.actions}>
        <Button primary={!gaps} disabled={isPending} onClick={() => accept()}>
          {strings().decisions.accept}
        </Button>
        <Button disabled={isPending || hasNoComment} onClick={returnResult}>
          {strings().decisions.return}
        </Button>
      </div>
    </div>
  );
}
