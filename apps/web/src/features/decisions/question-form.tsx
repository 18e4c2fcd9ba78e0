import type { Question, QuestionsAnswerBody } from '@tandem/client';
import { type FormEvent, useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Ago } from '../../ui/time.tsx';
import { useDecision } from './decide.ts';
import styles from './decisions.module.css';

/** A question and its answer, given in place. What happens without an answer is said. */
export function QuestionForm({ question }: { question: Question }) {
  const { id, version, kind, text, options, task, dueAt } = question;
  const [comment, setComment] = useState('');
  const keep = `question-${id}`;
  const { mutate, isPending } = useDecision<QuestionsAnswerBody>({
    send: (answer) => tandem.questions.answer(id, { ...answer, version }),
    settles: (item) => item.question?.id === id,
    said: () => ({ text: texts.decisions.answered(task.taskNumber) }),
    reads: [['task', task.taskNumber]],
    keep,
  });
  const answer = (given: QuestionsAnswerBody) =>
    mutate({ ...given, ...(comment.trim() !== '' && kind !== 'text' && { comment }) });
  const answerText = () => comment.trim() !== '' && !isPending && answer({ text: comment });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === 'text') answerText();
  };
  return (
    <>
      <Markdown text={text} />
      {dueAt && (
        <p className={styles.due}>
          {texts.decisions.due} <Ago at={dueAt} /> {withoutAnswer(question)}
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
          label={kind === 'text' ? texts.decisions.answer : texts.decisions.comment}
          value={comment}
          onChange={setComment}
          keep={keep}
          rows={kind === 'text' ? 2 : 1}
          onSubmit={kind === 'text' ? answerText : undefined}
        />
        <div className={styles.actions}>
          {kind === 'text' && (
            <Button primary type="submit" disabled={isPending || comment.trim() === ''}>
              {texts.decisions.sendAnswer}
            </Button>
          )}
          {kind === 'approval' && (
            <>
              <Button primary disabled={isPending} onClick={() => answer({ approved: true })}>
                {texts.decisions.approve}
              </Button>
              <Button disabled={isPending} onClick={() => answer({ approved: false })}>
                {texts.decisions.refuse}
              </Button>
            </>
          )}
        </div>
      </form>
    </>
  );
}

/** What the asker goes on with when nobody answers in time. */
function withoutAnswer({ default: otherwise, options, kind }: Question): string {
  if (otherwise === null) return '';
  if (kind === 'approval') {
    return texts.decisions.otherwise(otherwise ? texts.decisions.approve : texts.decisions.refuse);
  }
  return texts.decisions.otherwise(options.find(({ id }) => id === otherwise)?.text ?? String(otherwise));
}
