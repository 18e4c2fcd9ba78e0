import { type Project, TASK_STATUSES } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { taskList } from '../../api/queries/tasks.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Section } from '../../ui/section.tsx';
import { optionsOf, Select } from '../../ui/select.tsx';
import styles from '../plans/plans.module.css';
import { newTask } from '../tasks/new/opened.ts';
import { TaskRow } from './task-row.tsx';

const route = getRouteApi('/shell/projects/$projectId');

/** The tasks of a project, newest first. */
export function ProjectTasks({ project: { id } }: { project: Project }) {
  const { tasks: status } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(taskList({ projectId: id, ...(status && { status: [status] }) }));
  const may = useMay('tasks:write');
  const { projects, plans } = strings();
  return (
    <Section
      title={projects.tasks}
      actions={
        <span className={styles.beside}>
          <Link to="/tasks" search={{ project: id }}>
            {projects.onBoard}
          </Link>
          {may && <Button onClick={() => newTask.open(id)}>{projects.newTask}</Button>}
        </span>
      }
    >
      <div className={styles.toolbar}>
        <Select
          bare
          label={projects.filterTasks}
          value={status ?? ''}
          options={[{ value: '', text: plans.anyStatus }, ...optionsOf(TASK_STATUSES, strings().status)]}
          onChange={(to) =>
            void navigate({ search: to === '' ? {} : { tasks: to }, replace: true, resetScroll: false })
          }
        />
      </div>
      <PagedList
        query={query}
        empty={
          status ? (
            <p>{projects.noTasksWithStatus}</p>
          ) : (
            <EmptyState title={projects.noTasks} hint={projects.noTasksHint} />
          )
        }
      >
        {(tasks) => (
          <ul className={styles.rows}>
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}
