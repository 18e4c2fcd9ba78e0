import type { InboxItem as Item } from '@tandem/client';
import { isToReview } from '../tasks/task/use-result-to-review.ts';
import { AttentionItem } from './attention-item.tsx';
import { GoalItem } from './goal-item.tsx';
import { QuestionItem } from './question-item.tsx';
import { ReviewItem } from './review-item.tsx';

/** An entry of the inbox, decided in place. */
export function InboxItem({ item }: { item: Item }) {
  if (item.kind === 'question' && item.question) return <QuestionItem question={item.question} />;
  if (item.result && isToReview(item.kind, item.result))
    return <ReviewItem item={item} result={item.result} />;
  if (item.kind === 'goal' && item.goal) return <GoalItem goal={item.goal} since={item.since} />;
  return <AttentionItem item={item} />;
}
