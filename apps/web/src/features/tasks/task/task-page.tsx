import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { task as taskQuery } from '../../../api/queries/tasks.ts';
import { texts } from '../../../app/texts/index.ts';
import { Failed } from '../../../ui/failed.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { Page } from '../../../ui/page.tsx';
import { Criteria } from '../evidence/criteria.tsx';

const route = getRouteApi('/shell/tasks/$taskNumber');

/** One task: what it waits for first, then what it is, what proves it, and what was said of it. */
export function TaskPage() {
  const taskNumber = Number(route.useParams().taskNumber);
  const { data: task, error, refetch } = useQuery(taskQuery(taskNumber));
  if (error) return <Failed error={error} again={() => void refetch()} />;
  if (!task) return null;
  return (
    <Page title={`#${task.taskNumber} ${task.title}`}>
      <p>{texts.status[task.status]}</p>
      {task.waitingFor && <p>{task.waitingFor.what}</p>}
      {task.description && <Markdown text={task.description} />}
      {task.criteria.length > 0 && <Criteria criteria={task.criteria} />}
    </Page>
  );
}
