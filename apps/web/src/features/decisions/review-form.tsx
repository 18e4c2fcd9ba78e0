import type { Result, ResultsReviewBody } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { useDecision } from './decide.ts';
import styles from './decisions.module.css';
import { useTakeBack } from './take-back.ts';

/** The judgement of a result: accepted, or returned with what is missing. */
export function ReviewForm({ result }: { result: Pick<Result, 'id' | 'taskNumber'> }) {
  const { id, taskNumber } = result;
  const [comment, setComment] = useState('');
  const keep = `review-${id}`;
  const reopen = useTakeBack({
    send: () => tandem.tasks.transition(taskNumber, { to: 'todo', reason: texts.decisions.reopened }),
    said: texts.decisions.isTodo(taskNumber),
  });
  const { mutate, isPending } = useDecision<ResultsReviewBody>({
    send: (review) => tandem.results.review(taskNumber, review),
    settles: ({ result: other }) => other?.id === id,
    said: ({ verdict }) =>
      verdict === 'accepted'
        ? {
            text: texts.decisions.accepted(taskNumber),
            action: { text: texts.decisions.reopen, act: reopen },
          }
        : { text: texts.decisions.returned(taskNumber) },
    reads: [['task', taskNumber]],
    keep,
  });
  const judge = (verdict: ResultsReviewBody['verdict']) =>
    mutate({ verdict, ...(comment.trim() !== '' && { comment }) });
  const lacksReason = comment.trim() === '';
  return (
    <div className={styles.decision}>
      <TextArea
        label={texts.decisions.comment}
        hint={lacksReason ? texts.decisions.returnNeeds : undefined}
        value={comment}
        onChange={setComment}
        keep={keep}
      />
      <div className={styles.actions}>
        <Button primary disabled={isPending} data-accept onClick={() => judge('accepted')}>
          {texts.decisions.accept}
        </Button>
        <Button disabled={isPending || lacksReason} onClick={() => judge('returned')}>
          {texts.decisions.return}
        </Button>
      </div>
    </div>
  );
}
