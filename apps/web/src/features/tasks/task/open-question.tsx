import type { Question } from '@tandem/client';
import { useId } from 'react';
import { texts } from '../../../app/texts/index.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { Ago } from '../../../ui/time.tsx';
import { QuestionForm } from '../../decisions/question-form.tsx';
import styles from './task.module.css';

interface OpenQuestionProps {
  readonly question: Question;
  readonly may: boolean;
}

/** A question that waits for its answer, which is given in place. */
export function OpenQuestion({ question, may }: OpenQuestionProps) {
  const heading = useId();
  const { asker, to, createdAt, blocking, text } = question;
  return (
    <section className={styles.ask} data-kind="answer" aria-labelledby={heading}>
      <header className={styles.line}>
        <h2 id={heading}>{texts.task.question(asker.displayName)}</h2>
        <span className={styles.soft}>
          {to && `${texts.task.questionTo(to.name)} · `}
          <Ago at={createdAt} />
        </span>
      </header>
      {may ? <QuestionForm question={question} /> : <Markdown text={text} />}
      <p className={styles.soft}>
        {blocking ? texts.task.thereafter.answer(asker.displayName) : texts.task.notBlocking}
      </p>
    </section>
  );
}
