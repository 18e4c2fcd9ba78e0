import type { InboxItem, Result, ResultsReviewBody } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Criteria } from '../tasks/evidence/criteria.tsx';
import { EvidenceList } from '../tasks/evidence/evidence-list.tsx';
import { useDecision } from './decide.ts';
import styles from './inbox.module.css';
import { ItemFrame } from './item.tsx';

interface ReviewItemProps {
  readonly item: InboxItem;
  readonly result: Result;
}

/** A result that waits for a judgement: what was asked for beside its evidence, then accepted or returned. */
export function ReviewItem({ item, result }: ReviewItemProps) {
  const { taskNumber, author, summary, evidence, createdAt } = result;
  const criteria = item.criteria ?? [];
  const [comment, setComment] = useState('');
  const { mutate, isPending } = useDecision<ResultsReviewBody>({
    send: (review) => tandem.results.review(taskNumber, review),
    settles: ({ result: other }) => other?.id === result.id,
    said: ({ verdict }) =>
      verdict === 'accepted' ? texts.inbox.accepted(taskNumber) : texts.inbox.returned(taskNumber),
  });
  const judge = (verdict: ResultsReviewBody['verdict']) =>
    mutate({ verdict, ...(comment.trim() !== '' && { comment }) });
  return (
    <ItemFrame
      kind={texts.inbox.review}
      from={`${author.displayName}: ${texts.outcome[result.outcome]}`}
      since={createdAt}
      task={item.task}
    >
      <Markdown text={summary} />
      {criteria.length > 0 && <Criteria criteria={criteria} evidence={evidence} />}
      <EvidenceList evidence={evidence.filter(({ criterionId }) => criterionId === undefined)} />
      <div className={styles.decision}>
        <TextArea
          label={texts.inbox.comment}
          value={comment}
          onChange={setComment}
          keep={`review-${result.id}`}
        />
        <div className={styles.actions}>
          <Button primary disabled={isPending} onClick={() => judge('accepted')}>
            {texts.inbox.accept}
          </Button>
          <Button
            disabled={isPending || comment.trim() === ''}
            title={comment.trim() === '' ? texts.inbox.returnNeeds : undefined}
            onClick={() => judge('returned')}
          >
            {texts.inbox.return}
          </Button>
        </div>
      </div>
    </ItemFrame>
  );
}
