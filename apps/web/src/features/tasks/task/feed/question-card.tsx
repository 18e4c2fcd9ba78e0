import type { Question } from '@tandem/client';
import { strings } from '../../../../strings/index.ts';
import { Markdown } from '../../../../ui/markdown.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import { RelativeTime } from '../../../../ui/time.tsx';
import styles from '../result-card.module.css';

/** A closed question with its answer. Open ones are at the top of the page. */
export function QuestionCard({ question }: { question: Question }) {
  const { asker, text, status, answer, createdAt } = question;
  return (
    <article className={styles.card} aria-label={strings().task.question(asker.displayName)}>
      <p className="line">
        <span className="beside">
          <strong>{strings().task.question(asker.displayName)}</strong>
          <Tag>{strings().task.questionStatus[status]}</Tag>
        </span>
        <span className="soft small">
          <RelativeTime at={answer?.at ?? createdAt} />
        </span>
      </p>
      <Markdown text={text} />
      {answer && (
        <div className={styles.review}>
          <p className="soft small">{answer.by?.displayName ?? strings().task.answers.byDefault}</p>
          <Markdown text={saidIn(question)} />
          {answer.comment && <Markdown text={answer.comment} />}
        </div>
      )}
    </article>
  );
}

function saidIn({ answer, options }: Question): string {
  if (answer?.text !== undefined) return answer.text;
  if (answer?.approved !== undefined)
    return answer.approved ? strings().task.answers.yes : strings().task.answers.no;
  return options.find(({ id }) => id === answer?.choice)?.text ?? answer?.choice ?? '';
}
