import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../api/queries/lists.ts';
import { type TaskNow, taskResults } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Section } from '../../../ui/section.tsx';
import { ResultCard } from './result-card.tsx';

/** The task's latest result, unless it waits for review at the top of the page. Earlier ones are in its activity. */
export function Results({ task }: { task: TaskNow }) {
  const { data } = useInfiniteQuery(taskResults(task.taskNumber));
  const [latest] = itemsOf(data);
  if (!latest || latest.id === task.waitingFor?.resultId) return null;
  return (
    <Section title={strings().task.results}>
      <ResultCard result={latest} criteria={task.criteria} />
    </Section>
  );
}
