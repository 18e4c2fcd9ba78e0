import type { Question, QuestionsAnswerBody } from '@tandem/client';
import { type FormEvent, useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import styles from './decisions.module.css';
import { useDecision } from './use-decision.ts';

/** A question with its answer form, and the default that applies without an answer. */
export function QuestionForm({ question }: { question: Question }) {
  const { id, version, kind, text, options, task, dueAt } = question;
  const [choice, setChoice] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const keep = `question-${id}`;
  const { mutate, isPending } = useDecision<QuestionsAnswerBody>({
    send: (answer) => tandem.questions.answer(id, { ...answer, version }),
    resolves: (item) => item.question?.id === id,
    successMessage: () => ({ text: strings().decisions.answered(task.taskNumber) }),
    invalidates: [['task', task.taskNumber]],
    keep,
  });
  const answer = (body: QuestionsAnswerBody) =>
    mutate({ ...body, ...(comment.trim() !== '' && kind !== 'text' && { comment }) });
  const answerInput = givenFor(kind, choice, comment);
  const send = () => answerInput && !isPending && answer(answerInput);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <>
      <Markdown text={text} />
      {dueAt && (
        <p className={styles.due}>
          {strings().decisions.due} <RelativeTime at={dueAt} /> {withoutAnswer(question)}
        </p>
      )}
      <form className={styles.decision} data-decision onSubmit={submit}>
        {kind === 'choice' && (
          <fieldset className={styles.options} disabled={isPending}>
            <legend className="visually-hidden">{strings().decisions.options}</legend>
            {options.map((option) => (
              <label key={option.id}>
                <input
                  type="radio"
                  name={keep}
                  checked={choice === option.id}
                  onChange={() => setChoice(option.id)}
                />
                <span>{option.text}</span>
                {option.consequence && <span className="soft">{option.consequence}</span>}
              </label>
            ))}
          </fieldset>
        )}
        <TextArea
          label={kind === 'text' ? strings().decisions.answer : strings().decisions.comment}
          value={comment}
          onChange={setComment}
          draftKey={keep}
          rows={kind === 'text' ? 2 : 1}
          onSubmit={send}
        />
        <div className={styles.actions}>
          {kind !== 'approval' && (
            <Button primary type="submit" disabled={isPending || !answerInput}>
              {strings().decisions.sendAnswer}
            </Button>
          )}
          {kind === 'approval' && (
            <>
              <Button primary disabled={isPending} onClick={() => answer({ approved: true })}>
                {strings().decisions.approve}
              </Button>
              <Button disabled={isPending} onClick={() => answer({ approved: false })}>
                {strings().decisions.refuse}
              </Button>
            </>
          )}
        </div>
      </form>
    </>
  );
}

/** The answer entered in the form; null if there is none. Approvals have their own buttons. */
function givenFor(
  kind: Question['kind'],
  choice: string | null,
  comment: string,
): QuestionsAnswerBody | null {
  if (kind === 'choice') return choice === null ? null : { choice };
  return kind === 'text' && comment.trim() !== '' ? { text: comment } : null;
}

/** The default that the asker uses if the question times out. */
function withoutAnswer({ default: otherwise, options, kind }: Question): string {
  if (otherwise === null) return '';
  if (kind === 'approval') {
    return strings().decisions.defaultAnswer(
      otherwise ? strings().decisions.approve : strings().decisions.refuse,
    );
  }
  return strings().decisions.defaultAnswer(
    options.find(({ id }) => id === otherwise)?.text ?? String(otherwise),
  );
}
