import type { InboxItem, Result } from '@tandem/client';
import { lazy, Suspense } from 'react';
import { strings } from '../../strings/index.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { ReviewForm } from '../decisions/review-form.tsx';
import { Criteria } from '../tasks/evidence/criteria.tsx';
import { EvidenceList } from '../tasks/evidence/evidence-list.tsx';
import { ItemFrame } from './item.tsx';

const ConfirmCheck = lazy(async () => ({
  default: (await import('../tasks/task/confirm-check.tsx')).ConfirmCheck,
}));

interface ReviewItemProps {
  readonly item: InboxItem;
  readonly result: Result;
}

/** A result to review: criteria next to their evidence, with buttons to accept or return it. */
export function ReviewItem({ item, result }: ReviewItemProps) {
  const { author, outcome, summary, evidence, createdAt } = result;
  const criteria = item.criteria ?? [];
  return (
    <ItemFrame
      kind={item.kind === 'attention' ? strings().inbox.attention : strings().inbox.review}
      from={`${author.displayName}: ${strings().outcome[outcome]}`}
      since={createdAt}
      task={item.task}
    >
      {item.kind === 'attention' && <p>{item.waitingFor?.what}</p>}
      <Markdown text={summary} />
      {criteria.length > 0 && (
        <Criteria
          taskNumber={result.taskNumber}
          criteria={criteria}
          evidence={evidence}
          author={author.displayName}
          confirm={(criterion) => (
            <Suspense>
              <ConfirmCheck taskNumber={result.taskNumber} criterion={criterion} />
            </Suspense>
          )}
        />
      )}
      <EvidenceList evidence={evidence.filter(({ criterionId }) => criterionId === undefined)} />
      <ReviewForm result={result} criteria={criteria} />
    </ItemFrame>
  );
}
