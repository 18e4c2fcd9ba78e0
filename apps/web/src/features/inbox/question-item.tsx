import type { Question, QuestionsAnswerBody } from '@tandem/client';
import { type FormEvent, useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Ago } from '../../ui/time.tsx';
import { useDecision } from './decide.ts';
import styles from './inbox.module.css';
import { ItemFrame } from './item.tsx';

/** A question of an agent or a person, answered in place. What happens without an answer is said. */
export function QuestionItem({ question }: { question: Question }) {
  const { id, kind, text, options, asker, task, dueAt, createdAt } = question;
  const [comment, setComment] = useState('');
  const { mutate, isPending } = useDecision<QuestionsAnswerBody>({
    send: (answer) => tandem.questions.answer(id, answer),
    settles: (item) => item.question?.id === id,
    said: () => texts.inbox.answered(task.taskNumber),
  });
  const answer = (given: QuestionsAnswerBody) =>
    mutate({ ...given, ...(comment.trim() !== '' && kind !== 'text' && { comment }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (comment.trim() !== '') answer({ text: comment });
  };
  return (
    <ItemFrame kind={texts.inbox.question} from={asker.displayName} since={createdAt} task={task}>
      <Markdown text={text} />
      {dueAt && (
        <p className={styles.due}>
          {texts.inbox.due} <Ago at={dueAt} /> {withoutAnswer(question)}
        </p>
      )}
      <form className={styles.decision} onSubmit={submit}>
        {kind === 'choice' && (
          <ul className={styles.options}>
            {options.map((option) => (
              <li key={option.id}>
                <Button disabled={isPending} onClick={() => answer({ choice: option.id })}>
                  {option.text}
                </Button>
                {option.consequence && <span>{option.consequence}</span>}
              </li>
            ))}
          </ul>
        )}
        <TextArea
          label={kind === 'text' ? texts.inbox.answer : texts.inbox.comment}
          value={comment}
          onChange={setComment}
          keep={`question-${id}`}
        />
        <div className={styles.actions}>
          {kind === 'text' && (
            <Button primary type="submit" disabled={isPending || comment.trim() === ''}>
              {texts.inbox.sendAnswer}
            </Button>
          )}
          {kind === 'approval' && (
            <>
              <Button primary disabled={isPending} onClick={() => answer({ approved: true })}>
                {texts.inbox.approve}
              </Button>
              <Button disabled={isPending} onClick={() => answer({ approved: false })}>
                {texts.inbox.refuse}
              </Button>
            </>
          )}
        </div>
      </form>
    </ItemFrame>
  );
}

/** What the asker goes on with when nobody answers in time. */
function withoutAnswer({ default: otherwise, options, kind }: Question): string {
  if (otherwise === null) return '';
  if (kind === 'approval') return texts.inbox.otherwise(otherwise ? texts.inbox.approve : texts.inbox.refuse);
  return texts.inbox.otherwise(options.find(({ id }) => id === otherwise)?.text ?? String(otherwise));
}
