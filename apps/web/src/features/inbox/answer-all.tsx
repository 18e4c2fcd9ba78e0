import type { Question, QuestionsAnswerBody } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/change.ts';
import { Select } from '../../ui/select.tsx';
import styles from '../decisions/decisions.module.css';

const words = () => strings().inbox.all;

/** Answers all questions of an asker with one choice, each as it is shown. Refused ones stay. */
export function AnswerAll({ questions }: { questions: readonly [Question, ...Question[]] }) {
  const { length: count } = questions;
  const { mutate, isPending } = useChange({
    send: (answer: QuestionsAnswerBody) =>
      tandem.inbox.answer({
        answers: questions.map(({ id, version }) => ({ ...answer, questionId: id, version })),
      }),
    successMessage: ({ data }) => {
      const refused = data.filter(({ error }) => error);
      return refused[0]?.error
        ? { tone: 'bad', text: words().refused(refused.length, count, refused[0].error.message) }
        : words().answered(count);
    },
    invalidates: ['inbox', 'task', 'tasks'],
  });
  const [chosen, setChosen] = useState('');
  const [{ kind, options }] = questions;
  const answers: readonly [string, QuestionsAnswerBody][] =
    kind === 'approval'
      ? [
          [strings().decisions.approve, { approved: true }],
          [strings().decisions.refuse, { approved: false }],
        ]
      : options.map(({ id, text }): [string, QuestionsAnswerBody] => [text, { choice: id }]);
  const answer = answers.find(([text]) => text === chosen)?.[1];
  return (
    <form
      className={styles.decision}
      onSubmit={(event) => {
        event.preventDefault();
        if (answer) mutate(answer);
      }}
    >
      <Select
        label={words().label(count)}
        value={chosen}
        options={[{ value: '', text: words().choose }, ...answers.map(([text]) => ({ value: text, text }))]}
        onChange={setChosen}
      />
      <div className={styles.actions}>
        <Button primary type="submit" disabled={isPending || !answer}>
          {words().send}
        </Button>
      </div>
    </form>
  );
}
