import type { Question } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { QuestionForm } from '../decisions/question-form.tsx';
import { ItemFrame } from './item.tsx';

/** A question of an agent or a person, answered in place. */
export const QuestionItem = ({ question }: { question: Question }) => (
  <ItemFrame
    kind={strings().inbox.question}
    from={question.asker.displayName}
    since={question.createdAt}
    task={question.task}
  >
    <QuestionForm question={question} />
  </ItemFrame>
);
