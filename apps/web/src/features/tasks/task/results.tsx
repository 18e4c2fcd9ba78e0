import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../api/queries/lists.ts';
import { type TaskNow, taskResults } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { More } from '../../../ui/more.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './result-card.module.css';
import { ResultCard } from './result-card.tsx';

/**
 * The task's results, newest first; older ones are folded. A result waiting for review is at the top of the page.
 */
export function Results({ task }: { task: TaskNow }) {
  const query = useInfiniteQuery(taskResults(task.taskNumber));
  const onTop = task.waitingFor?.resultId;
  const results = itemsOf(query.data).filter(({ id }) => id !== onTop);
  // A result at the top is the newest, so none of the others is current.
  const last = onTop === undefined ? results[0] : undefined;
  const older = last ? results.slice(1) : results;
  if (results.length === 0) return null;
  return (
    <Section title={strings().task.results}>
      {last && <ResultCard result={last} criteria={task.criteria} />}
      {older.length > 0 && (
        <details className={styles.older}>
          <summary>
            {strings().task.earlierResults(older.length)}
            {query.hasNextPage && '+'}
          </summary>
          <ol className="stack-l">
            {older.map((result) => (
              <li key={result.id}>
                <ResultCard result={result} criteria={task.criteria} />
              </li>
            ))}
          </ol>
          <More query={query} />
        </details>
      )}
    </Section>
  );
}
