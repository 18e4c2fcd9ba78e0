import type { Question } from '@tandem/client';
import { useId } from 'react';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { QuestionForm } from '../../decisions/question-form.tsx';
import styles from './task-attention.module.css';

interface OpenQuestionProps {
  readonly question: Question;
  readonly may: boolean;
}

/** An open question with its answer form. */
export function OpenQuestion({ question, may }: OpenQuestionProps) {
  const heading = useId();
  const { id, asker, to, createdAt, blocking, text } = question;
  const { caller, role } = useCurrentMember();
  const mayWithdraw = role === 'admin' || caller.id === asker.id;
  const { mutate, isPending } = useChange({
    send: () => tandem.questions.withdraw(id),
    successMessage: () => strings().task.withdrawn,
    invalidates: ['task', 'inbox'],
  });
  return (
    <section className={styles.ask} data-kind="answer" aria-labelledby={heading}>
      <header className="line">
        <h2 id={heading}>{strings().task.question(asker.displayName)}</h2>
        <span className="soft small">
          {to && `${strings().task.questionTo(to.name)} · `}
          <RelativeTime at={createdAt} />
        </span>
      </header>
      {may ? <QuestionForm question={question} /> : <Markdown text={text} />}
      <div className="line">
        <p className="soft small">
          {blocking ? strings().task.nextStep.answer(asker.displayName) : strings().task.notBlocking}
        </p>
        {may && mayWithdraw && (
          <Button quiet disabled={isPending} onClick={() => mutate()}>
            {strings().task.withdraw}
          </Button>
        )}
      </div>
    </section>
  );
}
